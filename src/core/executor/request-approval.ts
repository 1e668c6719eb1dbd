/** Asks a person about a call: stores the preview and the approval, and returns a pending outcome. */
import { listScope, makePreview, resourceKey, type PreviewParts, type EvaluatedCall } from './evaluate-call.ts';
import { buildCallBody, callRow, sealArgs, type CallRowParts } from './call-record.ts';
import { toPending, type StoredOutcomeParts } from './call-outcome.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { draftRecord } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import { formatActor } from '../access/principal.ts';
import type { ApprovalRow, CallRow } from '../storage/tables.ts';
import { tellProvenance } from '../provenance/assess.ts';
import type { ValidCall } from './valid-call.ts';

/** The parts of the runtime that an approval request uses. */
export type ApprovalRequestParts = StoredOutcomeParts &
  PreviewParts &
  CallRowParts &
  RuntimeParts<'contents' | 'newId' | 'onWaiting' | 'log'>;

/** How long an equal call without an id joins the earlier approval. */
const REPEAT_WINDOW_MS = 60 * 60_000;

/** `pending` has a stored approval. `earlierCall` is an earlier call with the same id, or an equal one, whose outcome answers this call. */
type ApprovalRequestResult =
  { readonly kind: 'pending'; readonly outcome: Outcome } | { readonly kind: 'earlierCall'; readonly row: CallRow };

/** Which earlier equal calls this call may join: none, open ones, or also decided ones. */
type RepeatScope = 'none' | 'open' | 'decided';

/** Stores a waiting call with its approval and preview, or joins an equal earlier call. Throws if the preview fails. */
export async function requestApproval(
  parts: ApprovalRequestParts,
  evaluatedCall: EvaluatedCall,
  repeats: RepeatScope,
): Promise<ApprovalRequestResult> {
  const repeated = repeats === 'none' ? undefined : await findRepeat(parts, evaluatedCall, repeats);
  if (repeated) return repeated;

  const preview = await makePreview(parts, evaluatedCall);
  const now = parts.clock.now();
  const { high, other } = parts.limits.approvalTtlMs;
  const args = await sealArgs(parts, evaluatedCall);
  const sealer = await parts.contents.sealer(evaluatedCall.principal);
  const seal = (value: unknown) => sealer.seal('preview', JSON.stringify(value));
  const shown = seal(preview);
  const scope = seal(listScope(evaluatedCall.facts));
  const provenance = seal(tellProvenance(evaluatedCall.provenance));
  const row = callRow(parts, evaluatedCall, 'awaiting_approval', args);
  const approval: ApprovalRow = {
    id: parts.newId(),
    call_id: evaluatedCall.callId,
    organization_id: evaluatedCall.principal.organizationId,
    user_id: evaluatedCall.principal.userId,
    preview_json: shown.reference,
    scope_json: scope.reference,
    expected: preview.state ?? null,
    reason: evaluatedCall.decision.reason,
    proposed_args_json: args.reference,
    approved_args_json: null,
    created_at: now,
    expires_at: now + (evaluatedCall.risk === 'high' ? high : other),
    is_open: 1,
    decision: null,
    decided_at: null,
    decided_by: null,
    decided_via: null,
    note: null,
    provenance_json: provenance.reference,
    collected_at: null,
    told_at: null,
  };
  const committed = await parts.database.change({
    guards: [parts.callQueries.insert(row)],
    writes: [...[args, shown, scope, provenance].map(({ insert }) => insert), parts.approvalQueries.insert(approval)],
    records: [
      draftRecord(evaluatedCall.principal.organizationId, 'approval.requested', now, evaluatedCall.callId, {
        ...buildCallBody(evaluatedCall, args.commitment),
        preview: shown.commitment,
        approvalId: approval.id,
        expiresAt: approval.expires_at,
      }),
    ],
  });
  if (committed === 'done') {
    const outcome = toPending(parts, row, approval);
    notifyWaiting(parts, evaluatedCall, outcome);
    return { kind: 'pending', outcome };
  }
  const [known] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: evaluatedCall.callId }));
  if (!known) throw new Error('a call that was there is gone');
  return { kind: 'earlierCall', row: known };
}

/** A failed notification must not keep the call from waiting. */
function notifyWaiting(
  { onWaiting, log }: RuntimeParts<'log' | 'onWaiting'>,
  { tool, risk, callId }: EvaluatedCall,
  outcome: Outcome,
): void {
  if (outcome.state !== 'pending') return;
  try {
    onWaiting?.({ approvalId: outcome.approval.id, tool: tool.name, risk, url: outcome.approval.url });
  } catch (error) {
    log('warn', 'no notification of a waiting call could be sent', { callId, error });
  }
}

/**
 * A client without call ids repeats the same call to ask for its outcome. The first repeat after a decision gets that
 * outcome. Later repeats are new calls.
 */
export async function findRepeat(
  parts: StoredOutcomeParts & RuntimeParts<'contents' | 'digest'>,
  call: ValidCall,
  repeats: RepeatScope,
): Promise<ApprovalRequestResult | undefined> {
  const { principal, preset, tool, argsHash } = call;
  const now = parts.clock.now();
  const [earlier] = await parts.database.read<ApprovalWithCall>(
    parts.approvalQueries.repeats({
      user_id: principal.userId,
      actor: formatActor(principal),
      preset,
      tool: tool.name,
      args_hash: (await parts.contents.sealer(principal)).fingerprint(argsHash),
      resource_key: resourceKey(parts, call),
      since: now - REPEAT_WINDOW_MS,
    }),
  );
  if (!earlier) return undefined;
  const [row] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: earlier.call_id }));
  if (!row) return undefined;
  if (row.state === 'awaiting_approval') {
    return earlier.expires_at > now ? { kind: 'pending', outcome: toPending(parts, row, earlier) } : undefined;
  }
  if (repeats === 'open' || row.state === 'expired' || row.state === 'proposed') return undefined;
  const collected = await parts.database.change({ guards: [parts.approvalQueries.collect({ id: earlier.id, now })] });
  return collected === 'done' ? { kind: 'earlierCall', row } : undefined;
}
