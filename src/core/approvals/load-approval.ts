/** Loads an approval and the call that it asks about. */
import type { UserDirectory } from '../access/user-directory.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import { restoreCall, validateArgs, type ValidCall } from '../executor/valid-call.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';

/** Loads only the user's own approvals. A preview can be private, so administrators read the decision in the audit instead. */
export async function loadApproval(
  { database, approvals }: RuntimeKernel,
  id: string,
  { userId }: Principal,
): Promise<ApprovalRecord> {
  const [row] = await database.read<ApprovalRecord>(approvals.byId({ id }));
  if (row?.user_id === userId) return row;
  throw new DeputizeError('NOT_FOUND', 'There is no such approval.', { details: { id: id.slice(0, 128) } });
}

/** Restores the call of an approval, with its caller and resources, and with the given arguments. */
export async function loadApprovalCall(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  approval: ApprovalRecord,
  given: unknown,
): Promise<ValidCall> {
  const tool = await kernel.registry.resolveTool(approval.preset, approval.tool);
  const args = validateArgs(kernel, tool, given);
  return restoreCall(kernel, directory, { ...approval, id: approval.call_id }, tool, { args });
}
