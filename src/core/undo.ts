/** Takes a call back where its tool can, unless the target has changed since. */
import type { Json } from '../ports/json.ts';
import { requirePerson } from './access/credentials.ts';
import type { Directory } from './access/directory.ts';
import { actorOf, type Principal } from './access/principal.ts';
import { DeputizeError, toErrorValue } from './errors.ts';
import { commitSurely } from './executor/commit-surely.ts';
import { context } from './executor/proposal.ts';
import { within } from './executor/within.ts';
import type { Kernel } from './kernel.ts';
import { record } from './ledger/records.ts';
import type { CallRow, Tables } from './storage/tables.ts';

/** After this long an undo that did not end was interrupted by a crash. */
const STALE_MS = 60_000;

export interface Undone {
  readonly state: 'undone';
  readonly callId: string;
  readonly traceId: string;
  readonly tool: string;
}

export async function undoCall(
  kernel: Kernel,
  directory: Directory,
  callId: string,
  person: Principal,
): Promise<Undone> {
  requirePerson(person, 'undo calls');
  const { row, tool, undo, record: kept } = await findUndoable(kernel, callId, person);
  const now = kernel.clock.now();
  const about = {
    traceId: row.trace_id,
    user: row.user_id,
    tool: row.tool,
    version: row.tool_version,
    by: person.userId,
    actor: actorOf(person),
  };
  const claimed = await kernel.database.change({
    guards: [kernel.undo.claim({ call_id: callId, now, stale: now - STALE_MS })],
    records: [record('undo.started', now, callId, { ...about, startedAt: now })],
  });
  if (claimed === 'lost') throw new DeputizeError('NOT_UNDOABLE', 'This call is being undone, or was undone already.');

  const owner = await directory.principal(row.user_id, 'person', 'undo');
  const { trace_id: traceId, preset, conversation_id: conversationId } = row;
  const call = { callId, traceId, mode: 'text', principal: owner, preset, tool, conversationId } as const;
  try {
    await within(tool.timeoutMs, `${tool.name} could not be undone in time.`, (signal) =>
      undo(kept, context(kernel, call, signal)),
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
    throw new DeputizeError(value.code, value.message, { details: value.details, cause: error });
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

async function findUndoable(kernel: Kernel, callId: string, person: Principal) {
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
  const [kept] = await kernel.database.read<Tables['undo']>(kernel.undo.byCall({ call_id: callId }));
  if (!tool?.undo || !kept) throw no('it left nothing behind to undo');
  return { row, tool, undo: tool.undo, record: JSON.parse(kept.record_json) as Json };
}
