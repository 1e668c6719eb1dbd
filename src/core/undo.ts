/** Undoes a call if its tool can, unless the target has changed since. */
import type { Json } from '../ports/json.ts';
import type { UserDirectory } from './access/user-directory.ts';
import { formatActor, requirePerson, type Principal } from './access/principal.ts';
import type { CallPreview } from './call-preview.ts';
import type { Tool } from './contract.ts';
import { DeputizeError, toErrorValue } from './errors.ts';
import { commitWithRetry } from './executor/call-record.ts';
import {
  recordedResources,
  restoreCall,
  storedArgs,
  withContext,
  runWithTimeout,
  type ValidCall,
  type ResourceParts,
} from './executor/valid-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { draftRecord } from './ledger/records.ts';
import type { CallRow, CoreTables } from './storage/tables.ts';
import { checkToken, mintToken } from './tokens.ts';

type UndoParts = ResourceParts &
  RuntimeParts<'contents' | 'database' | 'callQueries' | 'undoQueries' | 'clock' | 'digest' | 'registry'>;

/** An undo that has not ended after this time was interrupted by a crash. */
const STALE_MS = 60_000;

/** A successful undo. A failed undo throws. */
export interface UndoResult {
  /** The state of the call in the ledger now. */
  readonly state: 'undone';
  /** The call that was undone. */
  readonly callId: string;
  /** The trace of the call, for logs and audit records. */
  readonly traceId: string;
  /** The name of its tool. */
  readonly tool: string;
}

/** Undoes a call of this person. Throws NOT_FOUND, NOT_UNDOABLE or the error of the tool; after a failure it can be tried again. */
export async function undoCall(
  parts: UndoParts & RuntimeParts<'log' | 'newId' | 'signingKey'>,
  directory: UserDirectory,
  callId: string,
  person: Principal,
  workspaceId?: string,
): Promise<UndoResult> {
  requirePerson(person, 'undo calls');
  const { row, tool, undo, record: undoRecord } = await findUndoable(parts, callId, person);
  if (parts.remoteExecutor?.has(row.preset, row.tool)) {
    await parts.remoteExecutor.undo(callId, await undoToken(parts, row, person), person);
    return { state: 'undone', callId, traceId: row.trace_id, tool: row.tool };
  }
  // Before any record is written: if the resources cannot be opened here, nothing begins.
  const call = await restoreUndo(parts, directory, row, tool, workspaceId);
  const now = parts.clock.now();
  const about = {
    traceId: row.trace_id,
    user: row.user_id,
    tool: row.tool,
    version: row.tool_version,
    by: person.userId,
    actor: formatActor(person),
  };
  const claimed = await parts.database.change({
    guards: [parts.undoQueries.claim({ call_id: callId, now, stale: now - STALE_MS })],
    records: [draftRecord(row.organization_id, 'undo.started', now, callId, { ...about, startedAt: now })],
  });
  if (claimed === 'lost') throw new DeputizeError('NOT_UNDOABLE', 'This call is being undone, or was undone already.');

  try {
    await runWithTimeout(tool.timeoutMs, `${tool.name} could not be undone in time.`, (signal) =>
      withContext(parts, call, signal, (context) => undo(undoRecord, context)),
    );
  } catch (error) {
    const value = toErrorValue(error, 'EXECUTION_ERROR');
    if (value.code === 'EXECUTION_ERROR') parts.log('error', `undo of ${tool.name} failed`, { callId, error });
    const endedAt = parts.clock.now();
    await commitWithRetry(parts, {
      guards: [parts.undoQueries.settle({ call_id: callId, state: 'ready' })],
      records: [
        draftRecord(row.organization_id, 'undo.ended', endedAt, callId, {
          ...about,
          result: 'error',
          summary: value.code,
          endedAt,
        }),
      ],
    });
    const { code, message, details, retryable } = value;
    // A tool that timed out may have had a part of its effect, and may still continue.
    const partialSideEffects = value.partialSideEffects || code === 'TIMEOUT';
    throw new DeputizeError(code, message, { details, retryable, partialSideEffects, cause: error });
  }
  const endedAt = parts.clock.now();
  await commitWithRetry(parts, {
    guards: [parts.undoQueries.settle({ call_id: callId, state: 'done' }), parts.callQueries.undone({ id: callId })],
    records: [
      draftRecord(row.organization_id, 'undo.ended', endedAt, callId, {
        ...about,
        result: 'undone',
        summary: 'put back as it was',
        endedAt,
      }),
    ],
  });
  return { state: 'undone', callId, traceId: row.trace_id, tool: row.tool };
}

/** The tool name in a token for an undo. No tool can have this name. */
const UNDO = 'undo!';
const UNDO_TTL_MS = 60_000;

/** Proves to a process that does not trust its caller that a person wants this undo. */
async function undoToken(
  parts: RuntimeParts<'clock' | 'digest' | 'newId' | 'signingKey'>,
  row: CallRow,
  person: Principal,
): Promise<string> {
  const now = parts.clock.now();
  const { id: callId, trace_id: traceId, preset } = row;
  return mintToken(
    await parts.signingKey(),
    {
      ...{ tokenId: parts.newId(), callId, traceId, preset, userId: person.userId, tools: [UNDO], scopes: [row.tool] },
      ...{ argsHash: parts.digest.sha256(callId), approvalId: '', expected: null, reusable: false },
      resources: (recordedResources(row) ?? []).map(({ id }) => id),
      expiresAt: now + UNDO_TTL_MS,
    },
    now,
  );
}

/** Checks that the token proves that this user wants the undo, and that it was not used before. */
export async function redeemUndoToken(
  parts: RuntimeParts<'approvalQueries' | 'callQueries' | 'clock' | 'database' | 'digest' | 'signingKey'>,
  callId: string,
  token: string,
  userId: string,
): Promise<void> {
  const now = parts.clock.now();
  const [row] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: callId }));
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
  const use = { traceId: row.trace_id, userId, preset: row.preset, tool: UNDO, argsHash: parts.digest.sha256(callId) };
  const { tokenId } = await checkToken(await parts.signingKey(), token, use, now);
  const redeem = parts.approvalQueries.redeem({ token_id: tokenId, call_id: callId, at: now });
  if ((await parts.database.change({ guards: [redeem] })) === 'lost')
    throw new DeputizeError('TOKEN_USED', 'This token was already used.');
}

/** Shows what an undo would do now; null if the tool cannot say. Nothing is recorded. */
export async function previewUndo(
  parts: UndoParts & RuntimeParts<'limits'>,
  directory: UserDirectory,
  callId: string,
  person: Principal,
): Promise<CallPreview | null> {
  requirePerson(person, 'undo calls');
  const { row, tool, record: kept } = await findUndoable(parts, callId, person);
  const { undoPreview } = tool;
  // If the capabilities are in another process, only that process can compute the preview.
  if (!undoPreview || parts.remoteExecutor?.has(row.preset, row.tool)) return null;
  const call = await restoreUndo(parts, directory, row, tool);
  return runWithTimeout(
    parts.limits.previewTimeoutMs,
    `${tool.name} could not say in time what undoing would do.`,
    (signal) => withContext(parts, call, signal, (context) => undoPreview(kept, context)),
  );
}

/**
 * An undo acts for the user of the call, in the resources of the call. For a call from before resources were recorded, the
 * person names the workspace.
 */
async function restoreUndo(
  parts: ResourceParts & RuntimeParts<'contents' | 'digest'>,
  directory: UserDirectory,
  row: CallRow,
  tool: Tool,
  workspaceId?: string,
): Promise<ValidCall> {
  const principal = await directory.principal(row.user_id, 'person', 'undo');
  const argsJson = await parts.contents.read(row.args_json);
  if (argsJson === undefined) throw erasedError(row);
  const args = storedArgs(parts, argsJson);
  if (row.resources_json !== null) return restoreCall(parts, directory, row, tool, { args, principal });
  if (workspaceId === undefined && parts.resources.bindsWorkspace(tool.needs))
    throw new DeputizeError(
      'RESOURCE_UNAVAILABLE',
      `${row.tool} was called before calls recorded their workspace. Name it: deputize undo ${row.id} --workspace DIR`,
      { details: { callId: row.id } },
    );
  const { id: callId, trace_id: traceId, preset, conversation_id: conversationId } = row;
  const call = { callId, traceId, mode: 'text', principal, preset, tool, conversationId } as const;
  const binding = await parts.resources.bind({ ...call, workspaceId: workspaceId ?? null }, tool.needs);
  return { ...call, ...args, ...binding };
}

function erasedError({ id, tool }: CallRow): DeputizeError {
  return new DeputizeError('NOT_UNDOABLE', `${tool} cannot be undone: its contents were erased.`, {
    details: { callId: id },
  });
}

async function findUndoable(
  parts: RuntimeParts<'callQueries' | 'contents' | 'database' | 'registry' | 'undoQueries'>,
  callId: string,
  person: Principal,
) {
  const [row] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: callId }));
  if (!row || row.user_id !== person.userId) {
    throw new DeputizeError('NOT_FOUND', 'There is no such call.', { details: { callId: callId.slice(0, 128) } });
  }
  const notUndoableError = (why: string) =>
    new DeputizeError('NOT_UNDOABLE', `${row.tool} cannot be undone: ${why}.`, {
      details: { callId, state: row.state },
    });
  if (row.state === 'undone') throw notUndoableError('it was undone already');
  if (!['ok', 'error', 'unknown'].includes(row.state)) throw notUndoableError(`the call is ${row.state}`);
  const tool = parts.registry.find(row.preset, row.tool);
  const [kept] = await parts.database.read<CoreTables['undo']>(parts.undoQueries.byCall({ call_id: callId }));
  if (!tool?.undo || !kept) throw notUndoableError('it left nothing behind to undo');
  const record = await parts.contents.read(kept.record_json);
  if (record === undefined) throw erasedError(row);
  return { row, tool, undo: tool.undo, record: JSON.parse(record) as Json };
}
