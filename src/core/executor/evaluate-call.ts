/** Evaluates a call before it runs: resolves the tool, states the facts, decides. After a failure here, nothing has run. */
import type { Facts, CallPreview, RiskLevel, Tool } from '../contract.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import { covers, listGrantedValues } from '../grants.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRequest } from '../outcome.ts';
import type { PolicyDecision, Policy, PolicyRequest } from '../policy/policy.ts';
import { assess, isConsequential, isTaintedBeside, type Provenance } from '../provenance/assess.ts';
import { stoppedError } from '../stopped-error.ts';
import type { GrantRow } from '../storage/tables.ts';
import { sortedIds, uniqueResources } from '../resources/resource-provider.ts';
import { workspaceLabel, type ValidCall } from './valid-call.ts';
import { plainContext, withContext } from './with-context.ts';
import { runWithTimeout } from './timeout.ts';

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

export function resolveTool(kernel: RuntimeKernel, request: CallRequest): Tool | Promise<Tool> {
  return kernel.registry.resolveTool(request.preset, request.tool, request.toolsVersion);
}

export async function evaluateCall(kernel: RuntimeKernel, call: ValidCall): Promise<EvaluatedCall> {
  const { tool, principal, preset, args, mode } = call;
  if (await kernel.settings.isStopped(principal)) throw stoppedError();
  const facts = await stateFacts(kernel, call);
  const bound = { ...call, resources: uniqueResources([...call.resources, ...(facts.resources ?? [])]) };
  const risk = tool.riskOf(args, facts);
  const loaded = kernel.policy(preset);
  const policy = loaded instanceof Promise ? await loaded : loaded;
  const setting = await kernel.settings.effective(principal, preset, tool.name);
  const provenance = await traceValues(kernel, call, facts);
  const question = {
    ...{ principal, tool, facts, risk, mode, setting, granted: false, refused: false },
    resources: bound.resources,
    workspace: workspaceLabel(bound),
    tainted: provenance?.isTainted ?? false,
    own: kernel.autonomy === 'trusted-values' && (provenance?.isOwn ?? false),
  };
  let decision = policy.decide(question);
  // Grants and the user's settings can only change a decision that would ask.
  if (decision.effect === 'confirm') {
    const { recipients } = facts;
    const standing = (await standingGrants(kernel, bound)).filter((grant) => covers(grant, { ...call, recipients }));
    const refused = standing.some(({ effect }) => effect === 'deny');
    const allowing = refused || !tool.grants ? [] : standing.filter(({ effect }) => effect === 'allow');
    const granted = allowing.length > 0;
    // A value that the person named in a grant is trusted, also if untrusted content contains it.
    const vouched = allowing.map((grant) => listGrantedValues(grant, args));
    const tainted = question.tainted && !vouched.includes('all') && isTaintedBeside(provenance, vouched.flat());
    if (refused || granted) decision = policy.decide({ ...question, granted, refused, tainted });
    else decision = await decideByUserSetting(kernel, call, policy, question, decision);
  }
  return { ...bound, facts, risk, decision, provenance, policyHash: policy.hash };
}

/** Applies the user's own setting. If that is not enough, returns the decision that still asks. */
async function decideByUserSetting(
  { settings }: RuntimeKernel,
  { principal, preset, tool }: ValidCall,
  policy: Policy,
  question: PolicyRequest,
  asking: PolicyDecision,
): Promise<PolicyDecision> {
  const row = tool.grants ? await settings.allowing(principal, preset, tool.name) : undefined;
  if (!row) return asking;
  const decision = policy.decide({ ...question, allowed: true });
  if (decision.rule !== 'allowed-by-setting') return decision;
  return { ...decision, reason: `The user’s setting "${row.pattern}: allow" lets it run without asking.` };
}

/** Only calls of agents are traced: their values may come from untrusted content. */
async function traceValues(kernel: RuntimeKernel, call: ValidCall, facts: Facts): Promise<Provenance | undefined> {
  const { tool, principal, args } = call;
  if (principal.kind === 'person' || !isConsequential(tool, facts)) return undefined;
  return assess(tool, args, facts, await kernel.history(call));
}

export async function makePreview(kernel: RuntimeKernel, call: ValidCall): Promise<CallPreview> {
  const { tool, args } = call;
  const preview = tool.preview;
  if (!preview)
    return { title: tool.title, parts: [{ kind: 'text', label: 'Arguments', text: JSON.stringify(args, null, 2) }] };
  const { previewTimeoutMs: most = kernel.limits.previewTimeoutMs } = tool;
  return runWithTimeout(most, `${tool.name} took too long to say what it would do.`, (signal) =>
    withContext(kernel, call, signal, (context) => preview(args, context)),
  );
}

export async function stateFacts(kernel: RuntimeKernel, call: ValidCall): Promise<Facts> {
  const { tool, args } = call;
  // Most tools state their facts synchronously. Only those that look something up need a timeout and a signal.
  try {
    if (tool.needs.length === 0) {
      // A new signal for each call: on Workers, a signal belongs to the request that created it.
      const facts = tool.facts(args, plainContext(kernel, call, new AbortController().signal));
      if (!(facts instanceof Promise)) return facts;
      return await runWithTimeout(kernel.limits.factsTimeoutMs, 'Took too long.', () => facts);
    }
    return await runWithTimeout(kernel.limits.factsTimeoutMs, 'Took too long.', (signal) =>
      withContext(kernel, call, signal, (context) => tool.facts(args, context)),
    );
  } catch (error) {
    const { code, message, details } = toErrorValue(error, 'BLOCKED');
    if (code === 'BLOCKED') kernel.log('error', `facts of ${tool.name} failed`, { error });
    throw new DeputizeError(code, `${tool.name}: ${message}`, { details, cause: error });
  }
}

function standingGrants(kernel: RuntimeKernel, call: ValidCall): Promise<GrantRow[]> {
  const { principal, preset, tool } = call;
  const now = kernel.clock.now();
  const resource_key = resourceKey(kernel, call);
  return kernel.database.read<GrantRow>(
    kernel.grants.standing({ user_id: principal.userId, preset, tool: tool.name, resource_key, now }),
  );
}

/** Identifies the resources of a call. Equal arguments in other resources are another call. */
export function resourceKey({ digest }: RuntimeKernel, { resources }: Pick<ValidCall, 'resources'>): string {
  return digest.sha256(JSON.stringify(sortedIds(resources)));
}
