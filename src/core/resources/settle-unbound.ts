/** Ends what was stored before calls recorded their resources, where the workspace it was meant for cannot be known. */
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { expire } from '../approvals/end-waiting-call.ts';
import type { CallStores, RuntimeParts } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import type { GrantRow } from '../storage/tables.ts';

type GrantRepairParts = RuntimeParts<'database' | 'grantQueries' | 'clock' | 'registry' | 'resources'>;

const APPROVAL_REASON =
  'It was asked before calls recorded the workspace they are for, so it can no longer be approved. Ask again.';
const GRANT_REASON = 'It was given before grants were bound to a workspace. Grant it again in the workspace it is for.';

/** Expires approvals and revokes grants that name no resources. A grant for a tool without a workspace applies everywhere instead. */
export async function settleUnbound(parts: CallStores & GrantRepairParts): Promise<void> {
  const { database, approvalQueries, grantQueries } = parts;
  for (const approval of await database.read<ApprovalWithCall>(approvalQueries.unbound()))
    await expire(parts, approval, APPROVAL_REASON);
  for (const grant of await database.read<GrantRow>(grantQueries.unbound())) await settleGrant(parts, grant);
}

/** A tool that this process does not know is left to one that does: until then its grant matches nothing. */
async function settleGrant(parts: GrantRepairParts, grant: GrantRow): Promise<void> {
  const { database, grantQueries, registry, resources, clock } = parts;
  const tool = registry.has(grant.preset) ? registry.find(grant.preset, grant.tool) : undefined;
  if (!tool) return;
  if (!resources.bindsWorkspace(tool.needs)) {
    await database.change({ guards: [grantQueries.bindEverywhere(grant.id)] });
    return;
  }
  const now = clock.now();
  const body = { user: grant.user_id, by: 'runtime', grantId: grant.id, reason: GRANT_REASON };
  await database.change({
    guards: [grantQueries.revoke(grant.id, grant.user_id, now, GRANT_REASON)],
    records: [draftRecord(grant.organization_id, 'grant.revoked', now, null, body)],
  });
}
