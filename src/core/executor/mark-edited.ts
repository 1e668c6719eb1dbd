/** Marks a call whose arguments a person changed, so that its outcome reports what was executed. */
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRow } from '../storage/tables.ts';
import type { EvaluatedCall } from './evaluate-call.ts';

/** For a call that runs with a confirm token: the stored row holds the arguments that were proposed. */
export async function markEdited({ database, calls }: RuntimeKernel, proposal: EvaluatedCall): Promise<EvaluatedCall> {
  const [row] = await database.read<CallRow>(calls.byId({ id: proposal.callId }));
  const isEdited = row !== undefined && row.args_hash !== '' && row.args_hash !== proposal.argsHash;
  return { ...proposal, isEdited };
}
