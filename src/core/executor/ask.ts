/** Asks a person about a call: stores the preview and the approval, and returns a pending outcome. */
import { listScope } from '../contract.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import { formatActor } from '../access/principal.ts';
import type { ApprovalRow, CallRow } from '../storage/tables.ts';
import { aboutCall, callRow } from './call-row.ts';
import { makePreview, resourceKey, type EvaluatedCall } from './evaluate-call.ts';
import { tellProvenance } from '../provenance/provenance-view.ts';
import { toPending } from './replay.ts';
import type { ValidCall } from './valid-call.ts';

/** How long an equal call without an id joins the earlier approval. */
const REPEAT_WINDOW_MS = 60 * 60_000;

export type ApprovalRequestResult =
  { readonly kind: 'pending'; readonly outcome: Outcome } | { readonly kind: 'known'; readonly row: CallRow };

/** Which earlier equal calls this call may join: none, open ones, or also decided ones. */
export type RepeatScope = 'none' | 'open' | 'decided';

export async function requestApproval(
  kernel: RuntimeKernel,
  proposal: EvaluatedCall,
  repeats: RepeatScope,
): Promise<ApprovalRequestResult> {
  const repeated = repeats === 'none' ? undefined : await findRepeat(kernel, proposal, repeats);
  if (repeated) return repeated;

  const preview = await makePreview(kernel, proposal);
  const now = kernel.clock.now();
  const { high, other } = kernel.limits.approvalTtlMs;
  const row = callRow(kernel, proposal, 'awaiting_approval');
  const approval: ApprovalRow = {
    id: kernel.newId(),
    call_id: proposal.callId,
    organization_id: proposal.principal.organizationId,
    user_id: proposal.principal.userId,
    preview_json: JSON.stringify(preview),
    scope_json: JSON.stringify(listScope(proposal.facts)),
    expected: preview.state ?? null,
    reason: proposal.decision.reason,
    proposed_args_json: proposal.argsJson,
    approved_args_json: null,
    created_at: now,
    expires_at: now + (proposal.risk === 'high' ? high : other),
    is_open: 1,
    decision: null,
    decided_at: null,
    decided_by: null,
    decided_via: null,
    note: null,
    provenance_json: JSON.stringify(tellProvenance(proposal.provenance)),
    collected_at: null,
    told_at: null,
  };
  const committed = await kernel.database.change({
    guards: [kernel.calls.insert(row)],
    writes: [kernel.approvals.insert(approval)],
    records: [
      record('approval.requested', now, proposal.callId, {
        ...aboutCall(proposal),
        approvalId: approval.id,
        expiresAt: approval.expires_at,
      }),
    ],
  });
  if (committed === 'done') {
    const outcome = toPending(kernel, row, approval);
    tell(kernel, proposal, outcome);
    return { kind: 'pending', outcome };
  }
  const [known] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: proposal.callId }));
  if (!known) throw new Error('a call that was there is gone');
  return { kind: 'known', row: known };
}

/** A failed notification must not keep the call from waiting. */
function tell({ onWaiting, log }: RuntimeKernel, { tool, risk, callId }: EvaluatedCall, outcome: Outcome): void {
  if (outcome.state !== 'pending') return;
  try {
    onWaiting({ approvalId: outcome.approval.id, tool: tool.name, risk, url: outcome.approval.url });
  } catch (error) {
    log('warn', 'nobody could be told of a call that waits', { callId, error });
  }
}

/**
 * A client without call ids repeats the same call to ask for its outcome. The first repeat after a decision gets that
 * outcome. Later repeats are new calls.
 */
export async function findRepeat(
  kernel: RuntimeKernel,
  call: ValidCall,
  repeats: RepeatScope,
): Promise<ApprovalRequestResult | undefined> {
  const { principal, preset, tool, argsHash } = call;
  const now = kernel.clock.now();
  const [earlier] = await kernel.database.read<ApprovalRecord>(
    kernel.approvals.repeats({
      user_id: principal.userId,
      actor: formatActor(principal),
      preset,
      tool: tool.name,
      args_hash: argsHash,
      resource_key: resourceKey(kernel, call),
      since: now - REPEAT_WINDOW_MS,
    }),
  );
  if (!earlier) return undefined;
  const [row] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: earlier.call_id }));
  if (!row) return undefined;
  if (row.state === 'awaiting_approval') {
    return earlier.expires_at > now ? { kind: 'pending', outcome: toPending(kernel, row, earlier) } : undefined;
  }
  if (repeats === 'open' || row.state === 'expired' || row.state === 'proposed') return undefined;
  const collected = await kernel.database.change({ guards: [kernel.approvals.collect({ id: earlier.id, now })] });
  return collected === 'done' ? { kind: 'known', row } : undefined;
}
