/** Brings a waiting call before its person by the client's help. What the client answers is never consent: only the approval record is. */
import type { Outcome, Principal, Runtime } from '../../core/index.ts';
import type { Exchange } from './exchange.ts';
import { isBag, ownMember, type Bag } from './protocol.ts';

export type Pending = Extract<Outcome, { state: 'pending' }>;

/** The key of our one question among a result's `inputRequests`. */
const QUESTION = 'approval';
const SLICE_MS = 2_000;

export interface Waiting {
  readonly runtime: Runtime;
  readonly principal: Principal;
  readonly exchange: Exchange;
  readonly waitMs: number;
}

/** Asks the client to open the approval's page and waits for the decision, as revisions with sessions do it. */
export async function elicitDecision(waiting: Waiting, pending: Pending): Promise<Outcome> {
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
  if (outcome.state !== 'pending') channel.notify('notifications/elicitation/complete', { elicitationId: id });
  return outcome;
}

/** What a call became, as far as it is decided within the time. */
export async function waitForDecision(
  { runtime, principal, exchange, waitMs }: Waiting,
  pending: Pending,
  giveUp?: Promise<void>,
): Promise<Outcome> {
  const { signal } = exchange;
  const until = Date.now() + waitMs;
  let outcome: Outcome = pending;
  let stopped = signal.aborted;
  const stop = new Promise<undefined>((resolve) => {
    const end = (): void => {
      stopped = true;
      resolve(undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    void giveUp?.then(end);
  });
  while (outcome.state === 'pending' && !stopped && Date.now() < until) {
    const slice = Math.min(SLICE_MS, until - Date.now());
    outcome = (await Promise.race([runtime.calls.outcome(pending.callId, principal, slice), stop])) ?? outcome;
  }
  return outcome;
}

/** The members of an `input_required` result. Its state is the call's id, which only its own principal can use. */
export function inputRequired({ callId, ...pending }: Pending, isFirst: boolean): string {
  // Asked once; after that the client only comes back, and does not open the page again.
  const asked = isFirst
    ? `"inputRequests":${JSON.stringify({ [QUESTION]: { method: 'elicitation/create', params: { mode: 'url', ...question(pending) } } })},`
    : '';
  return `"resultType":"input_required",${asked}"requestState":${JSON.stringify(callId)}`;
}

/** Whether the client came back without having shown the page. */
export function declined(params: Bag): boolean {
  const responses = ownMember(params, 'inputResponses');
  const answer = isBag(responses) ? ownMember(responses, QUESTION) : undefined;
  return answer !== undefined && !agreed(answer);
}

function agreed(answer: unknown): boolean {
  return isBag(answer) && ownMember(answer, 'action') === 'accept';
}

function question({ approval, decision }: Pick<Pending, 'approval' | 'decision'>): { message: string; url: string } {
  return {
    message: `A person must decide about this call before ${approval.expiresAt}: ${decision.reason}`,
    url: approval.url,
  };
}
