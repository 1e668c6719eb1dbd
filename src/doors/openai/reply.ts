/** One turn as a text reply: undelivered answers, the new answer as it streams, and reports of the runtime. */
import type { ChatEvent, AnswerEvent, Turn } from '../../agent/turn.ts';
import type { ErrorValue } from '../../core/index.ts';
import type { FoundConversation, OpenAiRequestContext } from './find-conversation.ts';
import { errorValueToOpenAiError } from './openai-api-error.ts';
import type { AssistantRequest } from './assistant-request.ts';
import { problemWords, reportWords, waitingWords } from './words.ts';

export interface AssistantReply {
  readonly text: string;
  readonly turn: Turn;
}

interface ReplyListener {
  /** Receives a part of the reply. */
  readonly write: (piece: string) => void;
  /** Aborted when the client disconnects. This cancels the turn. */
  readonly signal: AbortSignal;
  /** The id by which the client can refer to this answer. */
  readonly answerId: string;
}

/** Throws if the turn has a problem and no text. The client then receives an error. */
export async function reply(
  scene: OpenAiRequestContext,
  asked: AssistantRequest,
  found: FoundConversation,
  listener: ReplyListener,
): Promise<AssistantReply> {
  const { runtime, assistants, principal, keys } = scene;
  const { conversation, askedKey, from } = found;
  const earlier = await earlierAttempt(scene, found);
  const wording = new Wording(from, earlier === 'under way' ? from : earlier.failedAt, listener.write);
  const listening = { on: (event: ChatEvent) => wording.take(event), signal: listener.signal };
  const turn =
    earlier === 'under way'
      ? await assistants.follow(principal, conversation.id, listening)
      : await assistants.send(principal, conversation.id, asked.words, listening);
  if (turn.state === 'waiting' && turn.reports.length > 0) wording.paragraph(reportWords(turn.reports));
  if (turn.waiting.length > 0) wording.paragraph(await waitingWords(runtime, principal, turn.waiting));
  const { text } = wording;
  if (turn.problem && text === '') throw errorValueToOpenAiError(turn.problem);
  const said = [...asked.history, { role: 'user' as const, text: asked.words }, { role: 'assistant' as const, text }];
  const keep = await Promise.all([keys.answered(said), keys.answer(listener.answerId), keys.seenKey(conversation.id)]);
  // A disconnected client may not have the whole answer, and may send the same request again.
  const forget = listener.signal.aborted ? [] : [askedKey];
  await runtime.conversations.keepKeys({ keep, forget }, conversation.id, turn.seq);
  return { text, turn };
}

/** Decides about a repeated request: follow the earlier turn, or send the message again if that turn failed. */
async function earlierAttempt(
  { assistants }: OpenAiRequestContext,
  { conversation, from, isRepeated }: FoundConversation,
): Promise<'under way' | { readonly failedAt: number }> {
  if (!isRepeated) return { failedAt: from };
  const since = (await assistants.messages(conversation)).filter(({ seq }) => seq > from);
  const last = since.at(-1);
  const hasFailed = last?.body.role === 'assistant' && last.body.problem !== undefined;
  const wasSaid = since.some(({ body }) => body.role === 'user');
  return wasSaid && !hasFailed ? 'under way' : { failedAt: last?.seq ?? from };
}

class Wording {
  readonly #from: number;
  readonly #failedAt: number;
  readonly #write: (piece: string) => void;
  #isBetween = false;
  text = '';
  /** A problem without any text so far. */
  unsaid: ErrorValue | undefined;

  /** From a failed attempt, only the reports of its calls are repeated. */
  constructor(from: number, failedAt: number, write: (piece: string) => void) {
    this.#from = from;
    this.#failedAt = failedAt;
    this.#write = write;
  }

  take(event: ChatEvent): void {
    if (event.type === 'text') this.#put(event.text);
    if (event.type === 'said' && event.seq > this.#from) this.#said(event);
  }

  paragraph(text: string): void {
    this.#isBetween = true;
    this.#put(text);
    this.#isBetween = true;
  }

  #said({ seq, text, wasStreamed, reports, problem }: AnswerEvent): void {
    if (seq <= this.#failedAt) {
      if (reports.length > 0) this.paragraph(reportWords(reports));
      return;
    }
    if (!wasStreamed && text !== '') this.paragraph(text);
    if (text !== '') this.#isBetween = true;
    if (reports.length > 0) this.paragraph(reportWords(reports));
    if (!problem) return;
    if (this.text === '') this.unsaid = problem;
    else this.paragraph(problemWords(problem));
  }

  #put(piece: string): void {
    if (piece === '') return;
    const { unsaid } = this;
    this.unsaid = undefined;
    if (unsaid) this.paragraph(problemWords(unsaid));
    const whole = this.#isBetween && this.text !== '' ? `\n\n${piece}` : piece;
    this.#isBetween = false;
    this.text += whole;
    this.#write(whole);
  }
}
