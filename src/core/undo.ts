/** Undoes a call if its tool can, unless the target has changed since. */
import type { Json } from '../ports/json.ts';
import { requirePerson } from './access/credential-store.ts';
import type { UserDirectory } from './access/user-directory.ts';
import { formatActor, type Principal } from './access/principal.ts';
import type { CallPreview, Tool } from './contract.ts';
import { DeputizeError, toErrorValue } from './errors.ts';
import { commitSurely } from './executor/commit-with-retry.ts';
import { recordedResources, restoreCall, storedArgs, type ValidCall } from './executor/valid-call.ts';
import { withContext } from './executor/with-context.ts';
import { runWithTimeout } from './executor/timeout.ts';
import type { RuntimeKernel } from './kernel.ts';
import { record } from './ledger/records.ts';
import type { CallRow, CoreTables } from './storage/tables.ts';
import { checkToken, mintToken } from './tokens.ts';

/** An undo that has not ended after this time was interrupted by a crash. */
const STALE_MS = 60_000;

export interface UndoResult {
  readonly state: 'undone';
  readonly callId: string;
  readonly traceId: string;
  readonly tool: string;
}

export async function undoCall(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  callId: string,
  person: Principal,
  workspaceId?: string,
): Promise<UndoResult> {
  requirePerson(person, 'undo calls');
  const { row, tool, undo, record: kept } = await findUndoable(kernel, callId, person);
  if (kernel.elsewhere?.has(row.preset, row.tool)) {
    await kernel.elsewhere.undo(callId, await undoToken(kernel, row, person), person);
    return { state: 'undone', callId, traceId: row.trace_id, tool: row.tool };
  }
  // Before any record is written: if the resources cannot be opened here, nothing begins.
  const call = await restoreUndo(kernel, directory, row, tool, workspaceId);
  const now = kernel.clock.now();
  const about = {
    traceId: row.trace_id,
    user: row.user_id,
    tool: row.tool,
    version: row.tool_version,
    by: person.userId,
    actor: formatActor(person),
  };
  const claimed = await kernel.database.change({
    guards: [kernel.undo.claim({ call_id: callId, now, stale: now - STALE_MS })],
    records: [record('undo.started', now, callId, { ...about, startedAt: now })],
  });
  if (claimed === 'lost') throw new DeputizeError('NOT_UNDOABLE', 'This call is being undone, or was undone already.');

  try {
    await runWithTimeout(tool.timeoutMs, `${tool.name} could not be undone in time.`, (signal) =>
      withContext(kernel, call, signal, (context) => undo(kept, context)),
    );
  } catch (error) {
    const value = toErrorValue(error, 'EXECUTION_ERROR');
    if (value.code === 'EXECUTION_ERROR') kernel.log('error', `undo of ${tool.name} failed`, { callId, error });
    const endedAt = kernel.clock.now();
    await commitSurely(kernel, {
      guards: [kernel.undo.settle({ call_id: callId, state: 'ready' })],
      records: [
        record('undo.ended', endedAt, callId, {
          ...about,
          result: 'error',
          summary: `${value.code}: ${value.message}`,
          endedAt,
        }),
      ],
    });
    const { code, message, details, retryable } = value;
    // A tool that timed out may have had a part of its effect, and may still continue.
    const partialSideEffects = value.partialSideEffects || code === 'TIMEOUT';
    throw new DeputizeError(code, message, { details, retryable, partialSideEffects, cause: error });
  }
  const endedAt = kernel.clock.now();
  await commitSurely(kernel, {
    guards: [kernel.undo.settle({ call_id: callId, state: 'done' }), kernel.calls.undone({ id: callId })],
    records: [
      record('undo.ended', endedAt, callId, { ...about, result: 'undone', summary: 'put back as it was', endedAt }),
    ],
  });
  return { state: 'undone', callId, traceId: row.trace_id, tool: row.tool };
}

/** The tool name in a token for an undo. No tool can have this name. */
const UNDO = 'undo!';
const UNDO_TTL_MS = 60_000;

/** Proves to a process that does not trust its caller that a person wants this undo. */
async function undoToken(kernel: RuntimeKernel, row: CallRow, person: Principal): Promise<string> {
  const now = kernel.clock.now();
  const { id: callId, trace_id: traceId, preset } = row;
  return mintToken(
    await kernel.signingKey(),
    {
      ...{ tokenId: kernel.newId(), callId, traceId, preset, userId: person.userId, tools: [UNDO], scopes: [row.tool] },
      ...{ argsHash: kernel.digest.sha256(callId), approvalId: '', expected: null, reusable: false },
      resources: (recordedResources(row) ?? []).map(({ id }) => id),
      expiresAt: now + UNDO_TTL_MS,
    },
    now,
  );
}

/** Checks that the token proves that this user wants the undo, and that it was not used before. */
export async function redeemUndo(kernel: RuntimeKernel, callId: string, token: string, userId: string): Promise<void> {
  const now = kernel.clock.now();
  const [row] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: callId }));
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
  const use = { traceId: row.trace_id, userId, preset: row.preset, tool: UNDO, argsHash: kernel.digest.sha256(callId) };
  const { tokenId } = await checkToken(await kernel.signingKey(), token, use, now);
  const redeem = kernel.approvals.redeem({ token_id: tokenId, call_id: callId, at: now });
  if ((await kernel.database.change({ guards: [redeem] })) === 'lost')
    throw new DeputizeError('TOKEN_USED', 'This token was already used.');
}

/** Shows what an undo would do now; null if the tool cannot say. Nothing is recorded. */
export async function previewUndo(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  callId: string,
  person: Principal,
): Promise<CallPreview | null> {
  requirePerson(person, 'undo calls');
  const { row, tool, record: kept } = await findUndoable(kernel, callId, person);
  const { undoPreview } = tool;
  // If the capabilities are in another process, only that process can compute the preview.
  if (!undoPreview || kernel.elsewhere?.has(row.preset, row.tool)) return null;
  const call = await restoreUndo(kernel, directory, row, tool);
  return runWithTimeout(
    kernel.limits.previewTimeoutMs,
    `${tool.name} could not say in time what undoing would do.`,
    (signal) => withContext(kernel, call, signal, (context) => undoPreview(kept, context)),
  );
}

/**
 * An undo acts for the user of the call, in the resources of the call. For a call from before resources were recorded, the
 * person names the workspace.
 */
async function restoreUndo(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  row: CallRow,
  tool: Tool,
  workspaceId?: string,
): Promise<ValidCall> {
  const principal = await directory.principal(row.user_id, 'person', 'undo');
  const args = storedArgs(kernel, row.args_json);
  if (row.resources_json !== null) return restoreCall(kernel, directory, row, tool, { args, principal });
  if (workspaceId === undefined && kernel.resources.bindsWorkspace(tool.needs))
    throw new DeputizeError(
      'RESOURCE_UNAVAILABLE',
      `${row.tool} was called before calls recorded their workspace. Name it: deputize undo ${row.id} --workspace DIR`,
      { details: { callId: row.id } },
    );
  const { id: callId, trace_id: traceId, preset, conversation_id: conversationId } = row;
  const call = { callId, traceId, mode: 'text', principal, preset, tool, conversationId } as const;
  const binding = await kernel.resources.bind({ ...call, workspaceId: workspaceId ?? null }, tool.needs);
  return { ...call, ...args, ...binding };
}

async function findUndoable(kernel: RuntimeKernel, callId: string, person: Principal) {
  const [row] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: callId }));
  if (!row || row.user_id !== person.userId) {
    throw new DeputizeError('NOT_FOUND', 'There is no such call.', { details: { callId: callId.slice(0, 128) } });
  }
  const no = (why: string) =>
    new DeputizeError('NOT_UNDOABLE', `${row.tool} cannot be undone: ${why}.`, {
      details: { callId, state: row.state },
    });
  if (row.state === 'undone') throw no('it was undone already');
  if (!['ok', 'error', 'unknown'].includes(row.state)) throw no(`the call is ${row.state}`);
  const tool = kernel.registry.find(row.preset, row.tool);
  const [kept] = await kernel.database.read<CoreTables['undo']>(kernel.undo.byCall({ call_id: callId }));
  if (!tool?.undo || !kept) throw no('it left nothing behind to undo');
  return { row, tool, undo: tool.undo, record: JSON.parse(kept.record_json) as Json };
}
