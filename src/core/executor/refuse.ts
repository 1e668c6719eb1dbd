/** Records that a call was refused before anything ran, and returns that outcome. */
import type { Json } from '../../ports/json.ts';
import { formatActor, type Principal } from '../access/principal.ts';
import { DeputizeError, toErrorValue, type ErrorValue } from '../errors.ts';
import { canonical, jsonFault } from '../json-value.ts';
import type { RuntimeKernel } from '../kernel.ts';
import { record } from '../ledger/records.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import { attemptedArgs } from './attempted-args.ts';
import { aboutCall, bounded, callRow, unresolvedRow, type CallIds } from './call-row.ts';
import type { EvaluatedCall } from './evaluate-call.ts';

/** A refusal together with the evaluated call. */
export class RefusedCallError extends DeputizeError {
  readonly proposal: EvaluatedCall;

  constructor(proposal: EvaluatedCall, error: DeputizeError) {
    super(error.code, error.message, { details: error.details, retryable: error.retryable });
    this.proposal = proposal;
  }
}

export async function refuse(
  kernel: RuntimeKernel,
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  thrown: unknown,
): Promise<Outcome> {
  const error = toErrorValue(thrown);
  if (error.code === 'INTERNAL')
    kernel.log('error', 'a call failed before it began', { callId: ids.callId, error: thrown });
  const proposed = thrown instanceof RefusedCallError ? thrown.proposal : undefined;
  const blocked = proposed?.decision.effect === 'block' ? proposed.decision : undefined;
  const decision: PolicyDecision = blocked ?? { effect: 'block', reason: error.message, rule: toRuleId(error) };
  // With the ids of the request: a confirm token carries the ids of the call that it was made for, which is another one.
  const proposal = proposed && { ...proposed, ...ids, decision };
  const outcome: Outcome = { state: 'refused', ...ids, decision, error };
  try {
    await write(kernel, ids, request, principal, proposal, decision, outcome);
    return outcome;
  } catch (failure) {
    kernel.log('error', 'a refusal could not be recorded', { callId: ids.callId, error: failure });
    const storage = toErrorValue(failure);
    return storage.code === 'STORAGE_FULL' ? { ...outcome, error: storage } : outcome;
  }
}

async function write(
  kernel: RuntimeKernel,
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  proposal: EvaluatedCall | undefined,
  decision: PolicyDecision,
  outcome: Outcome & { error: ErrorValue },
): Promise<void> {
  const now = kernel.clock.now();
  const tool = kernel.registry.find(request.preset, request.tool);
  const about = proposal
    ? aboutCall(proposal)
    : {
        traceId: ids.traceId,
        user: principal.userId,
        actor: formatActor(principal),
        preset: bounded(request.preset),
        tool: bounded(request.tool),
        version: tool?.version ?? null,
        argsHash: hashArgs(kernel, request.args),
      };
  const { effect, reason, rule } = decision;
  const { code } = outcome.error;
  const body = {
    ...about,
    decision: { effect, reason, rule },
    result: 'refused',
    summary: code,
    startedAt: now,
    endedAt: now,
  };
  const records = [record('call.refused', now, ids.callId, body)];
  const row = proposal
    ? callRow(kernel, proposal, 'blocked')
    : unresolvedRow(ids, request, principal, decision, attemptedArgs(request.args, tool?.input.json), now);
  const insert = kernel.calls.insert({ ...row, ended_at: now, outcome_json: JSON.stringify(outcome) });
  const committed = await kernel.database.change({ guards: [insert], records });
  // The id belongs to another call. The refusal is recorded without a row.
  if (committed === 'lost') await kernel.database.change({ guards: [], records });
}

/** Hashes arguments that were not validated. Returns null if they are not JSON. */
function hashArgs(kernel: RuntimeKernel, args: unknown): string | null {
  return jsonFault(args) ? null : kernel.digest.sha256(canonical(args as Json));
}

function toRuleId({ code }: ErrorValue): string {
  return `runtime/${code.toLowerCase().replaceAll('_', '-')}`;
}
