/** Turns a decision that is to be remembered into a standing grant, written in the same change as the decision. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { GrantMatch, GrantDuration } from '../grants.ts';
import { canonical } from '../json-value.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { GrantRow } from '../storage/tables.ts';

export interface GrantChange {
  readonly writes: readonly SqlQuery[];
  readonly records: readonly RecordDraft[];
  readonly grantId: string | undefined;
}

export interface GrantRequest {
  readonly remember?: GrantDuration | undefined;
  /** For all arguments that fit; without it, for exactly these. */
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  readonly argsHash: string;
  readonly effect: 'allow' | 'deny';
  /** For every workspace and other resource, instead of those of the call alone. */
  readonly everywhere?: boolean | undefined;
}

const NOTHING: GrantChange = { writes: [], records: [], grantId: undefined };

export function prepareGrant(
  kernel: RuntimeKernel,
  approval: ApprovalRecord,
  person: Principal,
  wish: GrantRequest,
): GrantChange {
  const { remember: how, pattern, argsHash, effect, everywhere = false } = wish;
  if (how === undefined || how === 'once') return NOTHING;
  if (effect === 'allow' && !kernel.registry.resolve(approval.preset, approval.tool).grants) {
    throw new DeputizeError('FORBIDDEN', `${approval.tool} asks every time; it cannot be granted.`);
  }
  if (how === 'conversation' && approval.conversation_id === null) {
    throw new DeputizeError(
      'INVALID_REQUEST',
      'This call belongs to no conversation, so it cannot be remembered for one.',
    );
  }
  const match: GrantMatch = pattern ? { kind: 'pattern', values: pattern } : { kind: 'exact', argsHash };
  const now = kernel.clock.now();
  const row: GrantRow = {
    id: kernel.newId(),
    organization_id: approval.organization_id,
    user_id: approval.user_id,
    preset: approval.preset,
    tool: approval.tool,
    match_json: canonical(match),
    conversation_id: how === 'conversation' ? approval.conversation_id : null,
    effect,
    approval_id: approval.id,
    created_at: now,
    expires_at: typeof how === 'object' ? now + how.forMs : null,
    revoked_at: null,
    revoked_reason: null,
    resource_key: everywhere ? null : approval.resource_key,
    resources_json: everywhere ? null : approval.resources_json,
  };
  const { id: grantId, preset, tool, expires_at: expiresAt } = row;
  const body = {
    user: row.user_id,
    by: person.userId,
    grantId,
    preset,
    tool,
    effect,
    match: match as unknown as Json,
    resources: everywhere ? 'everywhere' : (JSON.parse(approval.resources_json ?? '[]') as Json),
    expiresAt,
  };
  return {
    writes: [kernel.grants.insert(row)],
    records: [record('grant.created', now, approval.call_id, body)],
    grantId,
  };
}
