/** An approval as a person sees it. */
import type { Json } from '../../ports/json.ts';
import type { Resource } from '../../ports/resource.ts';
import type { Principal } from '../access/principal.ts';
import type { CallPreview } from '../call-preview.ts';
import { approvalLink, readPolicyDecision } from '../executor/call-outcome.ts';
import { recordedResources, readCallWorkspace } from '../executor/valid-call.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import type { ToldValue } from '../provenance/assess.ts';

/** An approval as a person sees it. Times are ISO 8601. An agent gets it without preview and provenance. */
export interface ApprovalView {
  /** The id to decide on. */
  readonly id: string;
  /** The waiting call. */
  readonly callId: string;
  /** The trace of the call, for logs and audit records. */
  readonly traceId: string;
  /** The state of the call, such as `awaiting_approval`. */
  readonly state: string;
  /** The name of the tool. */
  readonly tool: string;
  /** The version of the tool. */
  readonly version: string;
  /** The preset of the call. */
  readonly preset: string;
  /** `low`, `medium` or `high`. */
  readonly risk: string;
  /** Why a person is asked. */
  readonly reason: string;
  /** The id of the policy rule that asks. */
  readonly rule: string;
  /** `person` or `agent`, and its credential. */
  readonly requestedBy: string;
  /** The user whom the call acts for. */
  readonly userId: string;
  /** The conversation that the call comes from, if any. */
  readonly conversationId: string | null;
  /** The workspace that the call acts in, if any. */
  readonly workspace: Resource | null;
  /** All resources that the call acts in. */
  readonly resources: readonly Resource[];
  /** The proposed arguments. */
  readonly args: Json;
  /** The arguments that a person approved; null before that. */
  readonly approvedArgs: Json;
  /** The paths, hosts, recipients and other targets that the call reaches. */
  readonly scope: readonly string[];
  /** What the call would do, computed when it was proposed. */
  readonly preview: CallPreview;
  /** Where the values that matter come from. */
  readonly provenance: readonly ToldValue[];
  /** When the call was proposed. */
  readonly createdAt: string;
  /** Until when it can be decided. */
  readonly expiresAt: string;
  /** `approved` or `denied`; null while it waits. */
  readonly decision: string | null;
  /** The user who decided. */
  readonly decidedBy: string | null;
  /** The name of this user. */
  readonly decidedByName: string | null;
  /** The door that the decision came through. */
  readonly decidedVia: string | null;
  /** When it was decided. */
  readonly decidedAt: string | null;
  /** The reason that the person gave. */
  readonly note: string | null;
  /** The page to decide on. Absent if no server answers there. */
  readonly url?: string;
}

/** Builds the view of an approval. An agent gets no preview and no origins: they may show content that it may not read. */
export async function toApprovalView(
  principal: Principal,
  parts: RuntimeParts<'contents' | 'origin'>,
  row: ApprovalWithCall,
): Promise<ApprovalView> {
  const view = await toView(parts, row);
  return principal.kind === 'person'
    ? view
    : { ...view, provenance: [], preview: { title: view.preview.title, parts: [] } };
}

const ERASED_PREVIEW: CallPreview = { title: 'The contents of this call were erased.', parts: [] };

const parse = <Value>(text: string | undefined, missing: Value): Value =>
  text === undefined ? missing : (JSON.parse(text) as Value);

async function toView(parts: RuntimeParts<'contents' | 'origin'>, row: ApprovalWithCall): Promise<ApprovalView> {
  const { rule } = readPolicyDecision(row);
  const [args, approvedArgs, scope, preview, provenance, note] = await parts.contents.readAll([
    row.proposed_args_json,
    row.approved_args_json,
    row.scope_json,
    row.preview_json,
    row.provenance_json,
    row.note,
  ]);
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
    args: parse<Json>(args, null),
    approvedArgs: parse<Json>(approvedArgs, null),
    scope: parse<string[]>(scope, []),
    preview: parse<CallPreview>(preview, ERASED_PREVIEW),
    provenance: parse<ToldValue[]>(provenance, []),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    decision: row.decision,
    decidedBy: row.decided_by,
    decidedByName: row.decided_by_name,
    decidedVia: row.decided_via,
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    note: note ?? null,
    ...approvalLink(parts, row.id),
  };
}
