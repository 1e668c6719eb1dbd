/** An approval as a person sees it. */
import type { Json } from '../../ports/json.ts';
import type { Resource } from '../../ports/resource.ts';
import type { Principal } from '../access/principal.ts';
import type { CallPreview } from '../contract.ts';
import { approvalLink, readDecision } from '../executor/replay.ts';
import { recordedResources, readCallWorkspace } from '../executor/valid-call.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import type { ToldValue } from '../provenance/provenance-view.ts';

export interface ApprovalView {
  readonly id: string;
  readonly callId: string;
  readonly traceId: string;
  readonly state: string;
  readonly tool: string;
  readonly version: string;
  readonly preset: string;
  readonly risk: string;
  readonly reason: string;
  readonly rule: string;
  readonly requestedBy: string;
  readonly userId: string;
  readonly conversationId: string | null;
  /** The workspace that it acts in, and everything that it acts in. */
  readonly workspace: Resource | null;
  readonly resources: readonly Resource[];
  readonly args: Json;
  readonly approvedArgs: Json;
  readonly scope: readonly string[];
  readonly preview: CallPreview;
  readonly provenance: readonly ToldValue[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decision: string | null;
  readonly decidedBy: string | null;
  readonly decidedVia: string | null;
  readonly decidedAt: string | null;
  readonly note: string | null;
  /** Absent where no server would answer there. */
  readonly url?: string;
}

/** What an approval shows is for the person who decides. To an agent it would tell what it may not read without one. */
export function toApprovalView(principal: Principal, kernel: RuntimeKernel, row: ApprovalRecord): ApprovalView {
  const view = toView(kernel, row);
  return principal.kind === 'person'
    ? view
    : { ...view, provenance: [], preview: { title: view.preview.title, parts: [] } };
}

function toView(kernel: RuntimeKernel, row: ApprovalRecord): ApprovalView {
  const { rule } = readDecision(row);
  return {
    id: row.id,
    callId: row.call_id,
    traceId: row.trace_id,
    state: row.call_state,
    tool: row.tool,
    version: row.tool_version,
    preset: row.preset,
    risk: row.risk,
    reason: row.reason,
    rule,
    requestedBy: row.actor,
    userId: row.user_id,
    conversationId: row.conversation_id,
    workspace: readCallWorkspace(row),
    resources: recordedResources(row) ?? [],
    args: JSON.parse(row.proposed_args_json) as Json,
    approvedArgs: row.approved_args_json === null ? null : (JSON.parse(row.approved_args_json) as Json),
    scope: JSON.parse(row.scope_json) as string[],
    preview: JSON.parse(row.preview_json) as CallPreview,
    provenance: row.provenance_json === null ? [] : (JSON.parse(row.provenance_json) as ToldValue[]),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    decision: row.decision,
    decidedBy: row.decided_by,
    decidedVia: row.decided_via,
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    note: row.note,
    ...approvalLink(kernel, row.id),
  };
}
