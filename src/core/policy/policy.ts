/** Decides calls by Cedar rules. Any error blocks the call. A rule set that does not validate is not loaded. */
import type { CedarEngine } from '../../ports/cedar-engine.ts';
import type { Digest } from '../../ports/digest.ts';
import type { Resource } from '../../ports/resource.ts';
import type { Principal } from '../access/principal.ts';
import type { Facts, CallMode, RiskLevel, Tool } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import { sortedIds } from '../resources/resource-provider.ts';
import { POLICY_SCHEMA } from './vocabulary.ts';

/** What happens to a call: it runs, it runs and is reported, a person is asked, or it is blocked. */
export type DecisionEffect = 'allow' | 'report' | 'confirm' | 'block';

/** The effect, with the rule that caused it and its reason for people. */
export interface PolicyDecision {
  readonly effect: DecisionEffect;
  readonly reason: string;
  readonly rule: string;
}

/** Everything that a decision can depend on. Equal requests give equal decisions. */
export interface PolicyRequest {
  readonly principal: Principal;
  readonly tool: Tool;
  readonly facts: Facts;
  readonly risk: RiskLevel;
  readonly mode: CallMode;
  readonly setting: 'off' | 'ask' | 'allow';
  readonly hasAllowGrant: boolean;
  readonly hasDenyGrant: boolean;
  /** A value that matters comes from untrusted content. */
  readonly tainted: boolean;
  /** Every value that matters is the user's own or trusted, and the mode `trusted-values` is on. */
  readonly hasOnlyTrustedValues: boolean;
  readonly resources: readonly Resource[];
  /** The label of the workspace among the resources; empty if there is none. */
  readonly workspace: string;
  /** The user's own setting for the tool is allow, and no setting above it is stricter. */
  readonly isAllowedByUser?: boolean;
}

/** The validated rules of one preset. */
export interface Policy {
  /** SHA-256 of the schema and all rules. Every audit record of a call contains it. */
  readonly hash: string;
  /** Never throws: an error of the engine gives `block` with the rule `engine-error`. Decisions are cached. */
  evaluatePolicy(question: PolicyRequest): PolicyDecision;
}

interface Rule {
  readonly reason: string;
  readonly outcome: string | undefined;
}

const MEMO_LIMIT = 10_000;

/** The three Cedar texts that form the policy of a preset. */
interface PolicyTexts {
  readonly base: string;
  readonly preset: string;
  /** The rules of one installation. They can only forbid; only a person's grant can permit more. */
  readonly local: string;
}

/**
 * Parses and validates the rules. Throws INVALID_CONFIGURATION for any error or warning, and for a local rule that
 * permits.
 */
export function createPolicy(cedar: CedarEngine, digest: Digest, name: string, texts: PolicyTexts): Policy {
  const text = `${texts.base}\n${texts.preset}\n${texts.local}`;
  refusePermits(cedar, name, texts.local);
  const { staticPolicies, rules } = parse(cedar, name, text);
  validate(cedar, name, staticPolicies);
  const hash = digest.sha256(`${POLICY_SCHEMA}\n${text}`);
  const id = `${name}:${hash}`;
  expectSuccess(name, cedar.preparseSchema(id, POLICY_SCHEMA));
  expectSuccess(name, cedar.preparsePolicySet(id, { staticPolicies }));

  const memo = new Map<string, PolicyDecision>();
  return {
    hash,
    evaluatePolicy(question) {
      const key = memoKey(question);
      const known = memo.get(key);
      if (known) return known;
      const decision = evaluateRules(cedar, id, rules, question);
      if (memo.size >= MEMO_LIMIT) memo.clear();
      memo.set(key, decision);
      return decision;
    },
  };
}

function evaluateRules(
  cedar: CedarEngine,
  id: string,
  rules: ReadonlyMap<string, Rule>,
  question: PolicyRequest,
): PolicyDecision {
  const engineFailed: PolicyDecision = {
    effect: 'block',
    reason: 'The policy could not be evaluated.',
    rule: 'engine-error',
  };
  const ask = (action: 'call' | 'run') => {
    try {
      const answer = cedar.statefulIsAuthorized(toCedar(id, action, question));
      const { response, warnings } = answer;
      // Cedar skips a rule that fails, so a forbid could be skipped silently. Therefore every diagnostic is a failure.
      if (answer.type !== 'success' || !response || response.diagnostics.errors.length > 0) return undefined;
      if (warnings && warnings.length > 0) return undefined;
      const ids = response.diagnostics.reason.toSorted();
      const known = ids.flatMap((rule) => (rules.has(rule) ? [{ id: rule, ...(rules.get(rule) as Rule) }] : []));
      return { allowed: response.decision === 'allow', rules: known };
    } catch {
      return undefined;
    }
  };

  const call = ask('call');
  if (!call) return engineFailed;
  if (!call.allowed) return name('block', call.rules, 'No rule permits this call.', 'nothing-permits');
  const run = ask('run');
  if (!run) return engineFailed;
  if (!run.allowed) return name('confirm', run.rules, 'No rule lets this run without a person.', 'asks-by-default');
  const quiet = run.rules.find((rule) => rule.outcome !== 'report');
  return quiet
    ? { effect: 'allow', reason: quiet.reason, rule: quiet.id }
    : name('report', run.rules, 'Runs, and the reply says so.', 'reported');
}

function name(
  effect: DecisionEffect,
  rules: readonly ({ id: string } & Rule)[],
  reason: string,
  rule: string,
): PolicyDecision {
  const [first] = rules;
  return first ? { effect, reason: first.reason, rule: first.id } : { effect, reason, rule };
}

function toCedar(id: string, action: 'call' | 'run', question: PolicyRequest) {
  const { principal, tool, facts, risk, mode, setting, tainted, isAllowedByUser = false } = question;
  const { workspace, resources } = question;
  const user = { type: 'User', id: principal.userId };
  const resource = { type: 'Tool', id: tool.name };
  const parents = principal.departmentIds.map((department) => ({ type: 'Department', id: department }));
  return {
    principal: user,
    action: { type: 'Action', id: action },
    resource,
    context: {
      risk,
      confirmation: tool.confirmation,
      mode,
      setting,
      granted: question.hasAllowGrant,
      refused: question.hasDenyGrant,
      tainted,
      own: question.hasOnlyTrustedValues,
      workspace,
      resources: sortedIds(resources),
      allowed: isAllowedByUser,
      facts: {
        effect: facts.effect,
        destructive: facts.destructive ?? false,
        reversible: facts.reversible ?? false,
        unlisted: facts.unlisted ?? false,
        protected: facts.protected ?? false,
        origin: facts.origin ?? 'other',
        targets: [...(facts.targets ?? [])],
        recipients: [...(facts.recipients ?? [])],
        paths: [...(facts.paths ?? [])],
        hosts: [...(facts.hosts ?? [])],
      },
    },
    preparsedSchemaName: id,
    preparsedPolicySetId: id,
    validateRequest: true,
    entities: [
      { uid: user, attrs: { role: principal.role, kind: principal.kind }, parents },
      ...parents.map((uid) => ({ uid, attrs: {}, parents: [] })),
      {
        uid: resource,
        attrs: {
          name: tool.name,
          category: tool.category,
          sideEffects: tool.sideEffects,
          modes: [...tool.modes],
          permissions: [...tool.permissions],
          grants: tool.grants,
        },
        parents: [],
      },
    ],
  };
}

/** A key of everything that `toCedar` passes to the engine. Two different requests never share a key. */
function memoKey(question: PolicyRequest): string {
  const { principal, tool, facts, risk, mode, setting, tainted } = question;
  const { hasAllowGrant, hasDenyGrant, hasOnlyTrustedValues, isAllowedByUser } = question;
  const { userId, role, kind, departmentIds } = principal;
  const { name, version, confirmation, category, sideEffects, modes, permissions, grants } = tool;
  return JSON.stringify([
    ...[userId, role, kind, departmentIds, risk, mode, setting, hasAllowGrant, hasDenyGrant, tainted],
    ...[hasOnlyTrustedValues, isAllowedByUser, facts],
    ...[question.workspace, sortedIds(question.resources)],
    ...[name, version, confirmation, category, sideEffects, modes, permissions, grants],
  ]);
}

function parse(
  cedar: CedarEngine,
  name: string,
  text: string,
): { staticPolicies: Record<string, string>; rules: Map<string, Rule> } {
  const parts = expectSuccess(name, cedar.policySetTextToParts(text));
  if (parts.policy_templates && parts.policy_templates.length > 0)
    throw invalidPolicyError(name, 'templates are not used here');
  const staticPolicies: Record<string, string> = {};
  const rules = new Map<string, Rule>();
  for (const policy of parts.policies ?? []) {
    const annotations = expectSuccess(name, cedar.policyToJson(policy)).json?.annotations ?? {};
    const { id, reason, outcome } = annotations;
    if (!id || !reason)
      throw invalidPolicyError(name, `each rule needs @id("…") and @reason("…"); one has not: ${policy.slice(0, 80)}`);
    if (rules.has(id)) throw invalidPolicyError(name, `two rules are called "${id}"`);
    if (outcome !== undefined && outcome !== 'report')
      throw invalidPolicyError(name, `@outcome of "${id}" can only be "report"`);
    rules.set(id, { reason, outcome });
    staticPolicies[id] = policy;
  }
  return { staticPolicies, rules };
}

function refusePermits(cedar: CedarEngine, name: string, text: string): void {
  for (const policy of expectSuccess(name, cedar.policySetTextToParts(text)).policies ?? []) {
    const { json } = expectSuccess(name, cedar.policyToJson(policy));
    if (json?.effect !== 'forbid')
      throw invalidPolicyError(name, `a local policy can only forbid: ${policy.slice(0, 80)}`);
  }
}

function validate(cedar: CedarEngine, name: string, staticPolicies: Record<string, string>): void {
  const answer = expectSuccess(
    name,
    cedar.validate({ schema: POLICY_SCHEMA, policies: { staticPolicies }, validationSettings: { mode: 'strict' } }),
  );
  const found = [
    ...(answer.validationErrors ?? []).map(({ error }) => [error.message, error.help].filter(Boolean).join('; ')),
    ...(answer.validationWarnings ?? []).map(({ error }) => error.message),
    ...(answer.otherWarnings ?? []).map(({ message }) => message),
  ];
  if (found.length > 0) throw invalidPolicyError(name, found.join('\n'));
}

function expectSuccess<A extends { type: string; errors?: { message: string }[] }>(name: string, answer: A): A {
  if (answer.type === 'success') return answer;
  throw invalidPolicyError(name, (answer.errors ?? []).map(({ message }) => message).join('; '));
}

function invalidPolicyError(name: string, message: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `The policy of the preset "${name}" is not valid: ${message}`, {
    details: { key: `presets.${name}.policy` },
  });
}
