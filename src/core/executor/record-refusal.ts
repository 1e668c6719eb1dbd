/** Records that a call was refused before anything ran, and returns that outcome. */
import { formatActor, type Principal } from '../access/principal.ts';
import { DeputizeError, toErrorValue, type ErrorValue } from '../errors.ts';
import {
  buildCallBody,
  bounded,
  callRow,
  sealArgs,
  unresolvedRow,
  type CallRowParts,
  type CallIds,
} from './call-record.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import { attemptedArgs } from './attempted-args.ts';
import type { EvaluatedCall } from './evaluate-call.ts';

/** The parts of the runtime that record a refusal. */
export type RefusalParts = CallRowParts & RuntimeParts<'contents' | 'database' | 'callQueries' | 'registry' | 'log'>;

/** A refusal together with the evaluated call. */
export class RefusedCallError extends DeputizeError {
  readonly evaluatedCall: EvaluatedCall;

  constructor(evaluatedCall: EvaluatedCall, error: DeputizeError) {
    super(error.code, error.message, { details: error.details, retryable: error.retryable });
    this.evaluatedCall = evaluatedCall;
  }
}

/** The refusal of a call that the policy blocks. */
export function blockedCallError(evaluatedCall: EvaluatedCall): RefusedCallError {
  const { reason, rule } = evaluatedCall.decision;
  return new RefusedCallError(evaluatedCall, new DeputizeError('BLOCKED', reason, { details: { rule } }));
}

/** Records a refusal and returns it as an outcome. Never throws: a refusal that cannot be recorded is logged and still returned. */
export async function recordRefusal(
  parts: RefusalParts,
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  thrown: unknown,
): Promise<Outcome> {
  const error = toErrorValue(thrown);
  if (error.code === 'INTERNAL')
    parts.log('error', 'a call failed before it began', { callId: ids.callId, error: thrown });
  const proposed = thrown instanceof RefusedCallError ? thrown.evaluatedCall : undefined;
  const blocked = proposed?.decision.effect === 'block' ? proposed.decision : undefined;
  const decision: PolicyDecision = blocked ?? { effect: 'block', reason: error.message, rule: toRuleId(error) };
  // With the ids of the request: a confirm token carries the ids of the call that it was made for, which is another one.
  const evaluatedCall = proposed && { ...proposed, ...ids, decision };
  const outcome: Outcome = { state: 'refused', ...ids, decision, error };
  try {
    await write(parts, ids, request, principal, evaluatedCall, decision, outcome);
    return outcome;
  } catch (failure) {
    parts.log('error', 'a refusal could not be recorded', { callId: ids.callId, error: failure });
    const storage = toErrorValue(failure);
    return storage.code === 'STORAGE_FULL' ? { ...outcome, error: storage } : outcome;
  }
}

async function write(
  parts: RefusalParts,
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  evaluatedCall: EvaluatedCall | undefined,
  decision: PolicyDecision,
  outcome: Outcome & { error: ErrorValue },
): Promise<void> {
  const now = parts.clock.now();
  const tool = parts.registry.find(request.preset, request.tool);
  const sealer = await parts.contents.sealer(principal);
  const validArgs = evaluatedCall && (await sealArgs(parts, evaluatedCall));
  const args = validArgs ?? sealer.seal('args', attemptedArgs(request.args, tool?.input.json));
  const about = evaluatedCall
    ? buildCallBody(evaluatedCall, args.commitment)
    : {
        traceId: ids.traceId,
        user: principal.userId,
        actor: formatActor(principal),
        preset: bounded(request.preset),
        tool: bounded(request.tool),
        version: tool?.version ?? null,
        args: args.commitment,
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
  const records = [draftRecord(principal.organizationId, 'call.refused', now, ids.callId, body)];
  const row =
    evaluatedCall && validArgs
      ? callRow(parts, evaluatedCall, 'blocked', validArgs)
      : unresolvedRow(ids, request, principal, decision, args.reference, now);
  const sealedOutcome = sealer.seal('outcome', JSON.stringify(outcome));
  const insert = parts.callQueries.insert({ ...row, ended_at: now, outcome_json: sealedOutcome.reference });
  const writes = [args.insert, sealedOutcome.insert];
  const committed = await parts.database.change({ guards: [insert], writes, records });
  // The id belongs to another call. The refusal is recorded without a row.
  if (committed === 'lost') await parts.database.change({ guards: [], writes, records });
}

function toRuleId({ code }: ErrorValue): string {
  return `runtime/${code.toLowerCase().replaceAll('_', '-')}`;
}
