/** The outcome of a call: from the result of its tool, or from its stored row. The same call id never runs twice. */
import type { FileChanges } from '../file-changes.ts';
import { pause } from '../../lib/pause.ts';
import { formatActor } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import { hasEqualArgs } from './call-record.ts';
import type { NextCallResult } from '../contract.ts';
import { draftRecord, summarise } from '../ledger/records.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import type { Outcome } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import type { ApprovalRow, CallRow, CallState } from '../storage/tables.ts';
import { recordedResources, readCallWorkspace, type ValidCall } from './valid-call.ts';
import type { RunningCalls } from './running-calls.ts';
import type { Json } from '../../ports/json.ts';
import type { EvaluatedCall } from './evaluate-call.ts';
import type { RunResult, ToolRunResult } from './run-tool.ts';

/** The parts of the runtime that read a stored outcome. */
export type StoredOutcomeParts = RuntimeParts<
  'contents' | 'database' | 'callQueries' | 'approvalQueries' | 'clock' | 'origin'
>;

const POLL_MS = 100;

/** Returns the outcome of an earlier call with the same id, or of an equal one. Throws CALL_ID_REUSED if the new call differs from the stored one. */
export async function returnEarlierOutcome(
  parts: StoredOutcomeParts,
  running: RunningCalls,
  row: CallRow,
  call: ValidCall,
): Promise<Outcome> {
  const same =
    row.user_id === call.principal.userId &&
    (call.principal.kind === 'person' || row.actor === formatActor(call.principal)) &&
    row.tool === call.tool.name &&
    row.preset === call.preset &&
    (row.args_hash === '' || ((await hasEqualArgs(parts, row, call)) && isInSameResources(row, call)));
  if (!same) throw new DeputizeError('CALL_ID_REUSED', `The call id ${row.id} belongs to another call.`);
  return awaitOutcome(parts, running, row, call.tool.timeoutMs);
}

/** A call from before resources were recorded is known by its id and arguments alone. */
function isInSameResources(row: CallRow, call: ValidCall): boolean {
  const recorded = recordedResources(row);
  if (recorded === undefined) return true;
  const ids = new Set(recorded.map(({ id }) => id));
  return row.workspace_id === call.workspaceId && call.resources.every(({ id }) => ids.has(id));
}

/** Returns the outcome of a call. For a running call, it waits at most `waitMs`. */
export async function awaitOutcome(
  parts: StoredOutcomeParts,
  running: RunningCalls,
  row: CallRow,
  waitMs: number,
): Promise<Outcome> {
  const here = running.find(row.id);
  if (here) return here;
  const until = parts.clock.now() + waitMs;
  let now: CallRow = row;
  while (now.state === 'running' && parts.clock.now() < until) {
    await pause(POLL_MS);
    const [again] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: row.id }));
    if (again) now = again;
  }
  return storedOutcome(parts, now);
}

/** Returns the stored outcome of a call. A call that still runs is `unknown`, with an error that allows a retry. */
export async function storedOutcome(
  parts: RuntimeParts<'approvalQueries' | 'contents' | 'database' | 'origin'>,
  row: CallRow,
): Promise<Outcome> {
  if (row.outcome_json !== null) {
    const text = await parts.contents.read(row.outcome_json);
    return text === undefined ? erasedOutcome(row) : (JSON.parse(text) as Outcome);
  }
  if (row.state === 'awaiting_approval' || row.state === 'proposed') {
    const [approval] = await parts.database.read<ApprovalWithCall>(parts.approvalQueries.byCall({ call_id: row.id }));
    if (approval) return toPending(parts, row, approval);
  }
  const error = new DeputizeError('OUTCOME_UNKNOWN', 'The call is still running.', { retryable: true }).toJSON();
  return { state: 'unknown', callId: row.id, traceId: row.trace_id, decision: readPolicyDecision(row), error };
}

/** The call ended, and its outcome was erased. */
function erasedOutcome(row: CallRow): Outcome {
  const error = new DeputizeError('NOT_FOUND', `The call ended as ${row.state}. Its contents were erased.`).toJSON();
  const state = row.state === 'denied' || row.state === 'expired' || row.state === 'blocked' ? 'refused' : 'unknown';
  return { state, callId: row.id, traceId: row.trace_id, decision: readPolicyDecision(row), error };
}

/** What a tool learns of the call that it made. */
export function toNextCallResult(outcome: Outcome): NextCallResult {
  const { callId, state } = outcome;
  return {
    ...{ callId, state },
    ...(outcome.state === 'pending' ? { approvalId: outcome.approval.id } : {}),
    ...('error' in outcome ? { reason: outcome.error.message } : {}),
  };
}

/** Builds the outcome of a call that waits for approval. */
export function toPending(
  parts: RuntimeParts<'origin'>,
  row: Pick<CallRow, 'id' | 'trace_id' | 'decision_json' | 'workspace_id' | 'resources_json'>,
  approval: Pick<ApprovalRow, 'id' | 'expires_at'>,
): Outcome {
  const workspace = readCallWorkspace(row)?.label;
  return {
    state: 'pending',
    callId: row.id,
    traceId: row.trace_id,
    decision: readPolicyDecision(row),
    approval: {
      id: approval.id,
      ...approvalLink(parts, approval.id),
      expiresAt: new Date(approval.expires_at).toISOString(),
      ...(workspace === undefined ? {} : { workspace }),
    },
  };
}

/** The page of an approval, where a server shows it. */
export function approvalLink({ origin }: RuntimeParts<'origin'>, id: string): { url?: string } {
  const address = origin();
  return address === undefined ? {} : { url: `${address}/approvals/${id}` };
}

/** Reads the policy decision from a stored call. */
export function readPolicyDecision(row: Pick<CallRow, 'decision_json'>): PolicyDecision {
  return JSON.parse(row.decision_json) as PolicyDecision;
}

/** Builds the outcome of a call whose tool has run: `ok`, `reported` or `failed`. */
function toOutcome(evaluatedCall: EvaluatedCall, result: RunResult & Pick<ToolRunResult, 'changes'>): Outcome {
  const { callId, traceId, decision, tool } = evaluatedCall;
  const changes = result.changes === undefined ? {} : { changes: result.changes };
  const common = { callId, traceId, decision, ...executedArgs(evaluatedCall), ...changes };
  if (!result.ok) {
    const whole = result.whole ? { truncated: result.whole.notice } : {};
    return { state: 'failed', ...common, error: result.error, ...whole };
  }
  const cut = result.truncated ? { truncated: result.truncated } : {};
  if (decision.effect !== 'report') return { state: 'ok', ...common, value: result.value, ...cut };
  return { state: 'reported', ...common, value: result.value, report: `${tool.title}: ${decision.reason}`, ...cut };
}

/** Builds the end of a call: its outcome and its notes, sealed, and the audit record that commits to them. */
export async function buildCallEnd(
  parts: RuntimeParts<'clock' | 'contents' | 'log'>,
  evaluatedCall: EvaluatedCall,
  result: ToolRunResult,
  startedAt: number,
) {
  const { callId, traceId, tool } = evaluatedCall;
  const outcome = toOutcome(evaluatedCall, result);
  const sealer = await parts.contents.sealer(evaluatedCall.principal);
  const sealedOutcome = sealer.seal('outcome', JSON.stringify(outcome));
  const notes = result.notes.map(({ event, data }) => ({
    event,
    content: sealer.seal('note', JSON.stringify(data)),
  }));
  const endedAt = parts.clock.now();
  const isSlow = endedAt - startedAt > tool.latencyBudgetMs;
  const state: CallState = result.ok ? 'ok' : 'error';
  const body = {
    traceId,
    user: evaluatedCall.principal.userId,
    tool: tool.name,
    version: tool.version,
    result: state,
    // An error message may name what the call was about.
    summary: result.ok ? summarise(result.value) : result.error.code,
    outcome: sealedOutcome.commitment,
    startedAt,
    endedAt,
    ...(notes.length > 0 ? { notes: notes.map(({ event, content }) => ({ event, data: content.commitment })) } : {}),
    ...(isSlow ? { slow: true, latencyBudgetMs: tool.latencyBudgetMs } : {}),
  };
  if (isSlow) parts.log('warn', `${tool.name} was slow`, { callId, tookMs: endedAt - startedAt });
  const inserts = [sealedOutcome.insert, ...notes.map(({ content }) => content.insert)];
  const sealed = { outcome: sealedOutcome, inserts };
  return {
    outcome,
    sealed,
    state,
    endedAt,
    ended: draftRecord(evaluatedCall.principal.organizationId, 'call.ended', endedAt, callId, body),
  };
}

/** Builds the outcome of a call whose result is not known. `message` says why. */
export function toUnknown(evaluatedCall: EvaluatedCall, message: string): Outcome {
  const { callId, traceId, decision, tool } = evaluatedCall;
  const partialSideEffects = tool.sideEffects === 'writes';
  const error = new DeputizeError('OUTCOME_UNKNOWN', message, { partialSideEffects }).toJSON();
  return { state: 'unknown', callId, traceId, decision, ...executedArgs(evaluatedCall), error };
}

/** Names the executed arguments if a person edited them. Without it, the caller assumes that its own arguments were executed. */
function executedArgs({ isEdited, args }: EvaluatedCall): { executedArgs?: Json } {
  return isEdited ? { executedArgs: args } : {};
}

/** Longer arguments would crowd out the result. */
const SHOWN_CHARACTERS = 8_000;

/** Undefined where the arguments were executed as proposed. */
export function editedSentence(outcome: Outcome): string | undefined {
  if (!('executedArgs' in outcome) || outcome.executedArgs === undefined) return undefined;
  const text = JSON.stringify(outcome.executedArgs);
  const shown =
    text.length <= SHOWN_CHARACTERS
      ? text
      : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}… [cut: ${SHOWN_CHARACTERS} of ${text.length} characters]`;
  return `A person changed the arguments before approving; executed were: ${shown}`;
}

/** Describes the files that a call changed. Returns undefined if the call reported no changes. */
export function changesSentence(outcome: object): string | undefined {
  const changes = 'changes' in outcome ? (outcome.changes as FileChanges | undefined) : undefined;
  if (changes === undefined) return undefined;
  const dropped = changes.dropped.map(({ path, reason }) => `${path}: ${reason}`);
  return [changes.summary, ...dropped].join('\n');
}
