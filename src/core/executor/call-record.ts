/** How a call is written to the ledger: its row, its audit record, and commits that hold when a connection breaks. */
import { pause } from '../../lib/pause.ts';
import { computeBackoff } from '../../lib/retry-backoff.ts';
import type { Json } from '../../ports/json.ts';
import { formatActor, type Principal } from '../access/principal.ts';
import type { OwnershipParts, RunningCalls } from './running-calls.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { ContentCommitment, SealedContent } from '../contents/content-store.ts';
import type { CallRequest } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import type { CallRow, CallState } from '../storage/tables.ts';
import { resourceKey, type EvaluatedCall } from './evaluate-call.ts';
import type { DatabaseChange, ChangeResult, Database, RecordDraft, SqlQuery } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import { toErrorValue, type ErrorCode } from '../errors.ts';

/** The parts of the runtime that a call's row is made with. */
export type CallRowParts = RuntimeParts<'clock' | 'digest' | 'nodeId'>;

/** The ids of a call and of its trace. */
export interface CallIds {
  readonly callId: string;
  readonly traceId: string;
}

/** What starts a call, in one change: guards that let only one start win, and what is stored with it. */
export interface CallStart {
  readonly args: SealedContent;
  readonly guards: readonly SqlQuery[];
  readonly writes?: readonly SqlQuery[];
  /** Audit records before the one of the start. */
  readonly records?: readonly RecordDraft[];
}

/** Why a call may run, beside the policy decision. */
export interface Authorization {
  readonly approver: string | null;
  readonly tokenId: string | null;
  /** The approved state of the preview. */
  readonly expected: string | undefined;
}

/** The sealed arguments of a call, with the fingerprint that equal arguments share. */
export interface SealedArgs extends SealedContent {
  readonly fingerprint: string;
}

/** Seals the arguments of a call with the key of its user. */
export async function sealArgs(
  { contents }: RuntimeParts<'contents'>,
  { principal, argsJson, argsHash }: Pick<EvaluatedCall, 'principal' | 'argsJson' | 'argsHash'>,
): Promise<SealedArgs> {
  const sealer = await contents.sealer(principal);
  return { ...sealer.seal('args', argsJson), fingerprint: sealer.fingerprint(argsHash) };
}

/** Whether a stored call has the same arguments. Rows from before contents were sealed have a plain digest. */
export async function hasEqualArgs(
  { contents }: RuntimeParts<'contents'>,
  { args_hash }: Pick<CallRow, 'args_hash'>,
  { principal, argsHash }: Pick<EvaluatedCall, 'principal' | 'argsHash'>,
): Promise<boolean> {
  return args_hash === argsHash || args_hash === (await contents.sealer(principal)).fingerprint(argsHash);
}

/** Builds the row of an evaluated call. Only a call in the state `running` has a start time and belongs to this process. */
export function callRow(
  parts: CallRowParts,
  evaluatedCall: EvaluatedCall,
  state: CallState,
  args: SealedArgs,
): CallRow {
  const { callId, traceId, principal, preset, tool, mode, conversationId, risk, decision } = evaluatedCall;
  const { workspaceId, resources } = evaluatedCall;
  const now = parts.clock.now();
  const running = state === 'running';
  return {
    id: callId,
    trace_id: traceId,
    organization_id: principal.organizationId,
    user_id: principal.userId,
    actor: formatActor(principal),
    preset,
    tool: tool.name,
    tool_version: tool.version,
    mode,
    conversation_id: conversationId,
    state,
    args_json: args.reference,
    args_hash: args.fingerprint,
    risk,
    decision_json: JSON.stringify(decision),
    node_id: running ? parts.nodeId : null,
    created_at: now,
    started_at: running ? now : null,
    ended_at: null,
    outcome_json: null,
    workspace_id: workspaceId,
    resources_json: JSON.stringify(resources),
    resource_key: resourceKey(parts, evaluatedCall),
  };
}

/**
 * A call whose tool or arguments were never understood. `args` only refers to what was attempted: without a digest and in
 * this state the row can never be run.
 */
export function unresolvedRow(
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  decision: PolicyDecision,
  args: string,
  now: number,
): CallRow {
  return {
    id: ids.callId,
    trace_id: ids.traceId,
    organization_id: principal.organizationId,
    user_id: principal.userId,
    actor: formatActor(principal),
    preset: bounded(request.preset),
    tool: bounded(request.tool),
    tool_version: '',
    mode: 'text',
    conversation_id: null,
    state: 'blocked',
    args_json: args,
    args_hash: '',
    risk: '',
    decision_json: JSON.stringify(decision),
    node_id: null,
    created_at: now,
    started_at: null,
    ended_at: now,
    outcome_json: null,
    workspace_id: null,
    resources_json: '[]',
    resource_key: '',
  };
}

/** Returns the body of an audit record about a call. It commits to the arguments and does not contain them. */
export function buildCallBody(evaluatedCall: EvaluatedCall, args: ContentCommitment): Record<string, Json> {
  const { traceId, principal, preset, tool, decision, policyHash, risk, resources } = evaluatedCall;
  const { effect, reason, rule } = decision;
  return {
    traceId,
    user: principal.userId,
    actor: formatActor(principal),
    preset,
    tool: tool.name,
    version: tool.version,
    risk,
    args,
    resources: resources.map(({ id, label }) => ({ id, label })),
    decision: { effect, reason, rule },
    policyHash,
  };
}

/** A process that recovers the call may not know its tool. The flag says whether a process that does may run it again. */
export function buildStartBody(
  evaluatedCall: EvaluatedCall,
  args: ContentCommitment,
  startedAt: number,
): Record<string, Json> {
  return {
    ...buildCallBody(evaluatedCall, args),
    ...(evaluatedCall.tool.idempotent ? { idempotent: true } : {}),
    startedAt,
  };
}

/** Returns the approver and the token id for an audit record, without those that are null. */
export function toApprovalFields({ approver, tokenId }: Authorization): Record<string, Json> {
  return { ...(approver === null ? {} : { approver }), ...(tokenId === null ? {} : { tokenId }) };
}

/** Returns at most 128 characters of well-formed text, for fields that a caller supplies. */
export function bounded(text: unknown): string {
  return String(text).slice(0, 128).toWellFormed();
}

/** Stores the write-ahead record. If this process has lost its lease, it renews the lease and tries once more. */
export async function storeWriteAheadRecord(
  parts: OwnershipParts,
  running: RunningCalls,
  callId: string,
  change: DatabaseChange,
): Promise<ChangeResult> {
  const { lease, callQueries, nodeId } = parts;
  const fencedChange = { ...change, fence: callQueries.isAlive({ node_id: nodeId }) };
  await lease.renewIfDue();
  const committed = await commitWriteAhead(parts, running, callId, fencedChange);
  if (committed === 'done') return committed;
  // Another call of this process may have renewed the lease after this one was refused. So a lease that is valid now proves
  // nothing, and the change is tried again. One that lost to stored data loses again and writes nothing.
  if (await lease.isLost()) await lease.renew();
  return commitWriteAhead(parts, running, callId, fencedChange);
}

/** If the connection broke during the commit, the record may be stored. In that case the call runs. */
function commitWriteAhead(
  { database, callQueries, nodeId }: RuntimeParts<'callQueries' | 'database' | 'nodeId'>,
  running: RunningCalls,
  callId: string,
  change: DatabaseChange,
): Promise<ChangeResult> {
  const others = running.find(callId);
  return commitIdempotent(database, change, async () => {
    if (running.find(callId) !== others) return false;
    const [row] = await database.read<CallRow>(callQueries.byId({ id: callId }));
    return row?.state === 'running' && row.node_id === nodeId;
  });
}

/** Makes a change. If the connection broke during the commit, finds out whether the change is stored. */
export async function commitIdempotent(
  database: Database,
  change: DatabaseChange,
  isStored: () => Promise<boolean>,
): Promise<ChangeResult> {
  try {
    return await database.change(change);
  } catch (error) {
    if (!isInDoubt(error)) throw error;
  }
  const again = await database.change(change);
  return again === 'done' || (await isStored()) ? 'done' : 'lost';
}

/** Whether a failed change may be stored all the same. */
function isInDoubt(error: unknown): boolean {
  return error instanceof PortError && error.details['outcome'] === 'unknown';
}

const BACKOFF = { firstMs: 50, longestMs: 2_000, spread: [1, 1] } as const;

/** A full disk and an unreachable database are temporary. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['STORAGE_FULL', 'EXTERNAL_ERROR']);

/**
 * Records an effect that has already happened. It retries until that works, because an effect without a record is worse than a wait.
 * `lost` can also mean that an earlier try was stored and only its answer was lost. The caller must be able to check that.
 */
export async function commitWithRetry(
  parts: RuntimeParts<'database' | 'log'>,
  change: DatabaseChange,
): Promise<ChangeResult> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await parts.database.change(change);
    } catch (error) {
      const { code } = toErrorValue(error);
      if (!PASSING.has(code)) throw error;
      const wait = computeBackoff(retry, BACKOFF);
      parts.log('error', 'an outcome could not be recorded; trying again', { code, wait });
      await pause(wait);
    }
  }
}
