/** Brings a waiting call before its person by the client's help. What the client answers is never consent: only the approval record is. */
import type { Outcome, Principal, Runtime } from '../../core/index.ts';
import type { McpRequestContext } from './mcp-request-context.ts';
import { isPlainObject, ownMember, type PlainObject } from './protocol.ts';

export type PendingOutcome = Extract<Outcome, { state: 'pending' }>;

/** One whose approval has a page that a client can open. */
export type LinkedPendingOutcome = PendingOutcome & { readonly approval: { readonly url: string } };

export function isLinked(outcome: Outcome): outcome is LinkedPendingOutcome {
  return outcome.state === 'pending' && outcome.approval.url !== undefined;
}

/** The key of our one question among a result's `inputRequests`. */
const QUESTION = 'approval';
const SLICE_MS = 2_000;

export interface ApprovalWait {
  readonly runtime: Runtime;
  readonly principal: Principal;
  readonly exchange: McpRequestContext;
  readonly waitMs: number;
}

/** Asks the client to open the approval's page and waits for the decision, as revisions with sessions do it. */
export async function elicitDecision(waiting: ApprovalWait, pending: LinkedPendingOutcome): Promise<Outcome> {
  const { channel } = waiting.exchange;
  if (!channel) return pending;
  const { id } = pending.approval;
  const params = { mode: 'url', elicitationId: id, ...question(pending) };
  const unwilling = new Promise<void>((resolve) => {
    void channel.ask('elicitation/create', params).then((answer) => {
      if (!agreed(answer)) resolve();
    });
  });
  const outcome = await waitForDecision(waiting, pending, unwilling);
  if (!isOpen(outcome)) channel.notify('notifications/elicitation/complete', { elicitationId: id });
  return outcome;
}

/** What a call became, as far as it is decided within the time. */
export async function waitForDecision(
  { runtime, principal, exchange, waitMs }: ApprovalWait,
  pending: PendingOutcome,
  giveUp?: Promise<void>,
): Promise<Outcome> {
  const { signal } = exchange;
  const until = Date.now() + waitMs;
  const over = new AbortController();
  const stop = new Promise<undefined>((resolve) => over.signal.addEventListener('abort', () => resolve(undefined)));
  signal.addEventListener('abort', () => over.abort(), { once: true });
  if (signal.aborted) over.abort();
  void giveUp?.then(() => over.abort());
  let outcome: Outcome = pending;
  while (isOpen(outcome) && !over.signal.aborted && Date.now() < until) {
    const slice = Math.min(SLICE_MS, until - Date.now());
    outcome = (await Promise.race([runtime.calls.outcome(pending.callId, principal, slice), stop])) ?? outcome;
  }
  return outcome;
}

/** Waits for a person, or was approved and still runs. */
export function isOpen(outcome: Outcome): boolean {
  return outcome.state === 'pending' || (outcome.state === 'unknown' && outcome.error.retryable);
}

/** The first answer to a call that waits: the client is to open the page and come back. */
export function askForDecision(pending: LinkedPendingOutcome): string {
  const request = { method: 'elicitation/create', params: { mode: 'url', ...question(pending) } };
  return `"inputRequests":${JSON.stringify({ [QUESTION]: request })},${comeBack(pending)}`;
}

/** The answers after that: the client only comes back, and does not open the page again. */
export function comeBack({ callId }: Pick<Outcome, 'callId'>): string {
  // The call's id is state enough: only its own user can use it, and only with the same arguments.
  return `"resultType":"input_required","requestState":${JSON.stringify(callId)}`;
}

/** Whether the client came back without having shown the page. */
export function declined(params: PlainObject): boolean {
  const responses = ownMember(params, 'inputResponses');
  const answer = isPlainObject(responses) ? ownMember(responses, QUESTION) : undefined;
  return answer !== undefined && !agreed(answer);
}

function agreed(answer: unknown): boolean {
  return isPlainObject(answer) && ownMember(answer, 'action') === 'accept';
}

function question({ approval, decision }: LinkedPendingOutcome): { message: string; url: string } {
  return {
    message: `A person must decide about this call before ${approval.expiresAt}: ${decision.reason}`,
    url: approval.url,
  };
}
