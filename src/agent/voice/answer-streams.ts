/** The sound of a realtime model: one stream of speech for each of its answers. */
import type { SpeechQueue, SpeechStream } from './speech-queue.ts';

const MAX_ANSWERS = 50;

export class AnswerStreams {
  readonly #streams = new Map<string, SpeechStream>();
  /** By utterance id, the answer of the realtime model. An interruption needs it. */
  readonly #answers = new Map<string, string>();

  /** The stream of an answer, opened if it is new. Undefined if nothing can be played. */
  open(answer: string, speech: SpeechQueue): SpeechStream | undefined {
    const known = this.#streams.get(answer);
    if (known) return known;
    const stream = speech.stream();
    if (!stream) return undefined;
    this.#streams.set(answer, stream);
    this.#answers.set(stream.id, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    return stream;
  }

  findAnswer(utteranceId: string | undefined): string | undefined {
    return this.#answers.get(utteranceId ?? '');
  }

  end(answer: string): void {
    this.#streams.get(answer)?.end();
    this.#streams.delete(answer);
  }

  /** Forgets the open streams. What they belonged to stays known. */
  clear(): void {
    this.#streams.clear();
  }
}
