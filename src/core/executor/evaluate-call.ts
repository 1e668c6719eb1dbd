/** Evaluates a call before it runs: it reads the tool's facts, and the policy decides. After a failure here, nothing has run. */
import type { CallPreview } from '../call-preview.ts';
import type { Facts, RiskLevel } from '../contract.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import { covers, listGrantedValues } from '../grants.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { PolicyDecision, Policy, PolicyRequest } from '../policy/policy.ts';
import { assessInSlices, isConsequential, isTaintedBeside, type Provenance } from '../provenance/assess.ts';
import { stoppedError } from '../stopped-error.ts';
import type { GrantRow } from '../storage/tables.ts';
import { sortedIds, uniqueResources } from '../resources/resource-provider.ts';
import { workspaceLabel, plainContext, withContext, runWithTimeout, type ValidCall } from './valid-call.ts';

/** The parts of the runtime that previews and facts use. */
export type PreviewParts = RuntimeParts<'clock' | 'limits' | 'resources'>;

/** What the policy decision on a call depends on. */
export type EvaluationParts = PreviewParts &
  RuntimeParts<
    'settings' | 'policy' | 'autonomy' | 'history' | 'contents' | 'database' | 'grantQueries' | 'digest' | 'log'
  >;

/** A valid call with its facts and the policy decision on it. */
export interface EvaluatedCall extends ValidCall {
  readonly facts: Facts;
  readonly risk: RiskLevel;
  readonly decision: PolicyDecision;
  /** The origins of its values, if they matter. */
  readonly provenance?: Provenance | undefined;
  readonly policyHash: string;
  /** A person changed the arguments before approving. */
  readonly isEdited?: boolean;
}

/** Adds facts, risk, origins and the policy decision to a call. Throws STOPPED after a stop, and the error of `facts` if that fails. */
export async function evaluateCall(parts: EvaluationParts, call: ValidCall): Promise<EvaluatedCall> {
  const { tool, principal, preset, args, mode } = call;
  if (await parts.settings.isStopped(principal)) throw stoppedError();
  const facts = await stateFacts(parts, call);
  const callWithResources = { ...call, resources: uniqueResources([...call.resources, ...(facts.resources ?? [])]) };
  const risk = tool.riskOf(args, facts);
  const loaded = parts.policy(preset);
  const policy = loaded instanceof Promise ? await loaded : loaded;
  const setting = await parts.settings.effective(principal, preset, tool.name);
  const provenance = await traceValues(parts, call, facts);
  const policyRequest = {
    ...{ principal, tool, facts, risk, mode, setting, hasAllowGrant: false, hasDenyGrant: false },
    resources: callWithResources.resources,
    workspace: workspaceLabel(callWithResources),
    tainted: provenance?.isTainted ?? false,
    hasOnlyTrustedValues: parts.autonomy === 'trusted-values' && (provenance?.isOwn ?? false),
  };
  let decision = policy.evaluatePolicy(policyRequest);
  // Grants and the user's settings can only change a decision that would ask.
  if (decision.effect === 'confirm') {
    const { recipients } = facts;
    const argsFingerprint = (await parts.contents.sealer(principal)).fingerprint(call.argsHash);
    const activeGrants = (await readActiveGrants(parts, callWithResources)).filter((grant) =>
      covers(grant, { ...call, argsFingerprint, recipients }),
    );
    const hasDenyGrant = activeGrants.some(({ effect }) => effect === 'deny');
    const allowing = hasDenyGrant || !tool.grants ? [] : activeGrants.filter(({ effect }) => effect === 'allow');
    const hasAllowGrant = allowing.length > 0;
    // A value that the person named in a grant is trusted, also if untrusted content contains it.
    const grantedValues = allowing.map((grant) => listGrantedValues(grant, args));
    const tainted =
      policyRequest.tainted && !grantedValues.includes('all') && isTaintedBeside(provenance, grantedValues.flat());
    if (hasDenyGrant || hasAllowGrant)
      decision = policy.evaluatePolicy({ ...policyRequest, hasAllowGrant, hasDenyGrant, tainted });
    else decision = await decideByUserSetting(parts, call, policy, policyRequest, decision);
  }
  return { ...callWithResources, facts, risk, decision, provenance, policyHash: policy.hash };
}

/** Applies the user's own setting. If that is not enough, returns the decision that still asks. */
async function decideByUserSetting(
  { settings }: RuntimeParts<'settings'>,
  { principal, preset, tool }: ValidCall,
  policy: Policy,
  policyRequest: PolicyRequest,
  asking: PolicyDecision,
): Promise<PolicyDecision> {
  const row = tool.grants ? await settings.allowing(principal, preset, tool.name) : undefined;
  if (!row) return asking;
  const decision = policy.evaluatePolicy({ ...policyRequest, isAllowedByUser: true });
  if (decision.rule !== 'allowed-by-setting') return decision;
  return { ...decision, reason: `The user’s setting "${row.pattern}: allow" lets it run without asking.` };
}

/** Only calls of agents are traced: their values may come from untrusted content. */
async function traceValues(
  parts: RuntimeParts<'history'>,
  call: ValidCall,
  facts: Facts,
): Promise<Provenance | undefined> {
  const { tool, principal, args } = call;
  if (principal.kind === 'person' || !isConsequential(tool, facts)) return undefined;
  return assessInSlices(tool, args, facts, await parts.history(call));
}

/** Returns the tool's preview, or the arguments as text if the tool has none. Throws TIMEOUT or the error of the tool. */
export async function makePreview(parts: PreviewParts, call: ValidCall): Promise<CallPreview> {
  const { tool, args } = call;
  const preview = tool.preview;
  if (!preview)
    return { title: tool.title, parts: [{ kind: 'text', label: 'Arguments', text: JSON.stringify(args, null, 2) }] };
  const { previewTimeoutMs: most = parts.limits.previewTimeoutMs } = tool;
  return runWithTimeout(most, `${tool.name} took too long to say what it would do.`, (signal) =>
    withContext(parts, call, signal, (context) => preview(args, context)),
  );
}

/** Returns the facts that the tool states. Throws BLOCKED if the tool fails in an unknown way, and otherwise its error. */
export async function stateFacts(parts: PreviewParts & RuntimeParts<'log'>, call: ValidCall): Promise<Facts> {
  const { tool, args } = call;
  // Most tools state their facts synchronously. Only those that look something up need a timeout and a signal.
  try {
    if (tool.needs.length === 0) {
      // A new signal for each call: on Workers, a signal belongs to the request that created it.
      const facts = tool.facts(args, plainContext(parts, call, new AbortController().signal));
      if (!(facts instanceof Promise)) return facts;
      return await runWithTimeout(parts.limits.factsTimeoutMs, 'Took too long.', () => facts);
    }
    return await runWithTimeout(parts.limits.factsTimeoutMs, 'Took too long.', (signal) =>
      withContext(parts, call, signal, (context) => tool.facts(args, context)),
    );
  } catch (error) {
    const { code, message, details } = toErrorValue(error, 'BLOCKED');
    if (code === 'BLOCKED') parts.log('error', `facts of ${tool.name} failed`, { error });
    throw new DeputizeError(code, `${tool.name}: ${message}`, { details, cause: error });
  }
}

function readActiveGrants(
  parts: RuntimeParts<'clock' | 'database' | 'digest' | 'grantQueries'>,
  call: ValidCall,
): Promise<GrantRow[]> {
  const { principal, preset, tool } = call;
  const now = parts.clock.now();
  const resource_key = resourceKey(parts, call);
  return parts.database.read<GrantRow>(
    parts.grantQueries.active({ user_id: principal.userId, preset, tool: tool.name, resource_key, now }),
  );
}

/** Identifies the resources of a call. Equal arguments in other resources are another call. */
export function resourceKey({ digest }: RuntimeParts<'digest'>, { resources }: Pick<ValidCall, 'resources'>): string {
  return digest.sha256(JSON.stringify(sortedIds(resources)));
}

const MAX_SCOPE = 50;

/** Lists everything that one call reaches: what an approval names, and what a confirm token is bound to. */
export function listScope({ paths = [], hosts = [], recipients = [], targets = [] }: Facts): string[] {
  return [...new Set([...paths, ...hosts, ...recipients, ...targets])].slice(0, MAX_SCOPE);
}
