/** Stores the write-ahead record of a call. From then on, only this process may run the call. */
import type { DatabaseChange, ChangeResult } from '../../ports/database.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRow } from '../storage/tables.ts';
import { commitKnown } from './commit-idempotent.ts';
import type { RunningCalls } from './running-calls.ts';

/** If other processes took this one for dead, it renews its lease before it begins the call. */
export async function recordIntent(
  kernel: RuntimeKernel,
  running: RunningCalls,
  callId: string,
  asked: DatabaseChange,
): Promise<ChangeResult> {
  const { lease, calls, nodeId } = kernel;
  const intent = { ...asked, fence: calls.isAlive({ node_id: nodeId }) };
  await lease.keep();
  const { renewals } = lease;
  const committed = await record(kernel, running, callId, intent);
  if (committed === 'done') return committed;
  if (await lease.isLost()) await lease.renew();
  // Another call of this process may have renewed the lease after this one was refused.
  else if (lease.renewals === renewals) return committed;
  return record(kernel, running, callId, intent);
}

/** If the connection broke during the commit, the record may be stored. In that case the call runs. */
function record(
  { database, calls, nodeId }: RuntimeKernel,
  running: RunningCalls,
  callId: string,
  intent: DatabaseChange,
): Promise<ChangeResult> {
  const others = running.find(callId);
  return commitKnown(database, intent, async () => {
    if (running.find(callId) !== others) return false;
    const [row] = await database.read<CallRow>(calls.byId({ id: callId }));
    return row?.state === 'running' && row.node_id === nodeId;
  });
}
