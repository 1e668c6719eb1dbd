/** After a sleep: whether a call that was begun here is still this process's to run. */
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRow } from '../storage/tables.ts';

/** Says first that this process lives, so that what is ours now cannot be taken over right after. */
export async function isOurs({ lease, database, calls, nodeId }: RuntimeKernel, callId: string): Promise<boolean> {
  await lease.renew();
  const [row] = await database.read<CallRow>(calls.byId({ id: callId }));
  // A look may run before it is recorded.
  return row === undefined || (row.state === 'running' && row.node_id === nodeId);
}

export const takenOverError = (): DeputizeError =>
  new DeputizeError('OUTCOME_UNKNOWN', 'Another process took this call over.');
