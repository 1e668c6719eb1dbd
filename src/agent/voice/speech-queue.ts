/** What a session says aloud, one utterance after the other, and whether the client has played it. */
import type { Log, CallMode } from '../../core/index.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import type { SessionClient } from './session-events.ts';
import type { VoiceLanguage } from './phrases.ts';

/** Words of the runtime are said whatever happens; those of the assistant can be interrupted and suppressed. */
export type SpeakerRole = 'assistant' | 'runtime';

export interface SpeechQueueOptions {
  readonly client: () => SessionClient | undefined;
  readonly speech: SpeechSynthesizer | undefined;
  readonly mode: CallMode;
  readonly language: VoiceLanguage;
  /** How much longer than the sound itself the client may take to say that it was played. */
  readonly patienceMs: number;
  readonly log: Log;
}

interface Utterance {
  readonly id: string;
  readonly from: SpeakerRole;
  readonly played: PromiseWithResolvers<boolean>;
  lengthMs: number;
  wasPlayed: boolean;
}

export interface SpeechPlayback {
  /** Whether the client has said by now that it was played. */
  readonly wasPlayed: boolean;
  /** The same, once it is known. Never later than the sound and some patience take. */
  readonly played: Promise<boolean>;
}

const BYTES_PER_MS = 48;
/** How fast people speak, where a client says it itself. */
const CHARACTERS_PER_SECOND = 12;
const LONGEST_WAIT_MS = 60_000;
const MAX_WAITING = 200;
/** Sound that is passed on and does not come for so long has ended. */
const STALLED_MS = 5_000;
/** Sound goes in pieces, so that an interruption comes between two of them. */
const PIECE = 48_000;

export class SpeechQueue {
  readonly #options: SpeechQueueOptions;
  readonly #open = new Map<string, Utterance>();
  #queue: Promise<void> = Promise.resolve();
  /** Settles when what is being passed on has ended: the sounds of two utterances must not mix. */
  #streaming: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  #count = 0;
  #isSuppressed = false;

  constructor(options: SpeechQueueOptions) {
    this.#options = options;
  }

  get isSuppressed(): boolean {
    return this.#isSuppressed;
  }

  say(text: string, from: SpeakerRole): SpeechPlayback {
    const client = this.#options.client();
    if (this.#options.mode === 'text') {
      if (from === 'runtime') client?.send({ type: 'notice', text });
      return { wasPlayed: false, played: Promise.resolve(client !== undefined) };
    }
    if (!client || (from === 'assistant' && this.#isSuppressed) || this.#open.size >= MAX_WAITING)
      return { wasPlayed: false, played: Promise.resolve(false) };
    const utterance = this.#begin(from, (text.length / CHARACTERS_PER_SECOND) * 1_000);
    const { signal } = this.#stop;
    this.#queue = this.#queue.then(() => this.#utter(utterance, text, from === 'runtime' ? undefined : signal));
    return {
      get wasPlayed() {
        return utterance.wasPlayed;
      },
      played: utterance.played.promise,
    };
  }

  /** Passes on sound that is made elsewhere, as it comes. Undefined while nothing of the assistant is to be heard. */
  stream(): SpeechStream | undefined {
    const client = this.#options.client();
    if (!client || this.#isSuppressed) return undefined;
    const utterance = this.#begin('assistant', 0);
    const { id } = utterance;
    const { signal } = this.#stop;
    const over = Promise.withResolvers<void>();
    this.#streaming = over.promise;
    let stalled = setTimeout(() => over.resolve(), STALLED_MS);
    let isOver = false;
    void over.promise.then(() => {
      isOver = true;
      clearTimeout(stalled);
    });
    signal.addEventListener('abort', () => over.resolve(), { once: true });
    client.send({ type: 'speech', id, from: 'assistant', text: '', audio: true });
    return {
      id,
      add: (sound) => {
        if (isOver || signal.aborted) return;
        clearTimeout(stalled);
        stalled = setTimeout(() => over.resolve(), STALLED_MS);
        utterance.lengthMs += sound.length / BYTES_PER_MS;
        this.#options.client()?.sendAudio(sound);
      },
      end: () => {
        this.#ended(utterance, signal);
        over.resolve();
      },
    };
  }

  /** The client has played it. */
  acknowledge(id: string): void {
    const utterance = this.#open.get(id);
    if (!utterance) return;
    utterance.wasPlayed = true;
    utterance.played.resolve(true);
  }

  /** The user speaks: the assistant stops. */
  interrupt(): void {
    const dropped = [...this.#open.values()].filter(({ from }) => from === 'assistant');
    this.#stop.abort();
    this.#stop = new AbortController();
    for (const { played } of dropped) played.resolve(false);
    if (dropped.length > 0) this.#options.client()?.send({ type: 'silence' });
  }

  suppress(value: boolean): void {
    this.#isSuppressed = value;
    if (value) this.interrupt();
  }

  /** Settles once everything that was said has been played, or is not waited for any longer. */
  async quiet(): Promise<void> {
    await this.#queue;
    await Promise.all([...this.#open.values()].map(({ played }) => played.promise));
  }

  /** Nobody listens any more. */
  gone(): void {
    this.#stop.abort();
    for (const { played } of this.#open.values()) played.resolve(false);
  }

  #begin(from: SpeakerRole, lengthMs: number): Utterance {
    this.#count += 1;
    const played = Promise.withResolvers<boolean>();
    const utterance: Utterance = { id: `s${this.#count}`, from, played, lengthMs, wasPlayed: false };
    this.#open.set(utterance.id, utterance);
    void played.promise.then(() => this.#open.delete(utterance.id));
    return utterance;
  }

  async #utter(utterance: Utterance, text: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return utterance.played.resolve(false);
    const sound = await this.#sound(text, signal);
    await this.#streaming;
    const client = this.#options.client();
    if (!client || signal?.aborted) return utterance.played.resolve(false);
    const { id, from } = utterance;
    client.send({ type: 'speech', id, from, text, audio: sound !== undefined });
    if (sound) utterance.lengthMs = sound.length / BYTES_PER_MS;
    for (let at = 0; sound && at < sound.length; at += PIECE) client.sendAudio(sound.subarray(at, at + PIECE));
    this.#ended(utterance, signal);
  }

  /** Without a sound of ours the client says it itself. */
  async #sound(text: string, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
    const { speech, language, log } = this.#options;
    try {
      return await speech?.speak(text, language, signal ?? new AbortController().signal);
    } catch (error) {
      if (!signal?.aborted) log('warn', 'a sentence could not be spoken', { error });
      return undefined;
    }
  }

  #ended(utterance: Utterance, signal: AbortSignal | undefined): void {
    if (signal?.aborted) return;
    this.#options.client()?.send({ type: 'speech.end', id: utterance.id });
    // What was sent before is played before.
    const before = [...this.#open.values()].reduce((sum, { lengthMs }) => sum + lengthMs, 0);
    const wait = Math.min(before, LONGEST_WAIT_MS) + this.#options.patienceMs;
    const timer = setTimeout(() => utterance.played.resolve(false), wait);
    void utterance.played.promise.then(() => clearTimeout(timer));
  }
}

export interface SpeechStream {
  readonly id: string;
  add(sound: Uint8Array): void;
  end(): void;
}
