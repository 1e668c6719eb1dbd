/** Ends what was stored before calls recorded their resources, where the workspace it was meant for cannot be known. */
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { expire } from '../approvals/refuse.ts';
import type { RuntimeKernel } from '../kernel.ts';
import { record } from '../ledger/records.ts';
import type { GrantRow } from '../storage/tables.ts';

const APPROVAL_REASON =
  'It was asked before calls recorded the workspace they are for, so it can no longer be approved. Ask again.';
const GRANT_REASON = 'It was given before grants were bound to a workspace. Grant it again in the workspace it is for.';

export async function settleUnbound(kernel: RuntimeKernel): Promise<void> {
  const { database, approvals, grants } = kernel;
  for (const approval of await database.read<ApprovalRecord>(approvals.unbound()))
    await expire(kernel, approval, APPROVAL_REASON);
  for (const grant of await database.read<GrantRow>(grants.unbound())) await settleGrant(kernel, grant);
}

/** A tool that this process does not know is left to one that does: until then its grant matches nothing. */
async function settleGrant(kernel: RuntimeKernel, grant: GrantRow): Promise<void> {
  const { database, grants, registry, resources, clock } = kernel;
  const tool = registry.has(grant.preset) ? registry.find(grant.preset, grant.tool) : undefined;
  if (!tool) return;
  if (!resources.bindsWorkspace(tool.needs)) {
    await database.change({ guards: [grants.bindEverywhere(grant.id)] });
    return;
  }
  const now = clock.now();
  const body = { user: grant.user_id, by: 'runtime', grantId: grant.id, reason: GRANT_REASON };
  await database.change({
    guards: [grants.revoke(grant.id, grant.user_id, now, GRANT_REASON)],
    records: [record('grant.revoked', now, null, body)],
  });
}
