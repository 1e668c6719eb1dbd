/** Sends the utterances of a voice session one after the other, and tracks whether the client has played them. */
import type { Log, CallMode } from '../../core/index.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import type { SessionClient } from './session-events.ts';
import type { VoiceLanguage } from './phrases.ts';

/** Utterances of the runtime are always spoken. Those of the assistant can be interrupted and suppressed. */
type SpeakerRole = 'assistant' | 'runtime';

interface SpeechQueueOptions {
  readonly client: () => SessionClient | undefined;
  readonly speech: SpeechSynthesizer | undefined;
  readonly mode: CallMode;
  readonly language: VoiceLanguage;
  /** How long after the end of the sound the client may confirm that it was played. */
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
  /** Whether the client has confirmed that it was played. */
  readonly wasPlayed: boolean;
  /** The same, once it is known. Settles at the latest `patienceMs` after the end of the sound. */
  readonly played: Promise<boolean>;
}

const BYTES_PER_MS = 48;
/** The assumed speed of speech, for clients that speak the text themselves. */
const CHARACTERS_PER_SECOND = 12;
const LONGEST_WAIT_MS = 60_000;
const MAX_WAITING = 200;
/** A stream without new sound for this long has ended. */
const STALLED_MS = 5_000;
/** Sound is sent in pieces of this many bytes. */
const PIECE = 48_000;

export class SpeechQueue {
  readonly #options: SpeechQueueOptions;
  readonly #open = new Map<string, Utterance>();
  #queue: Promise<void> = Promise.resolve();
  /** Settles when the current stream has ended. The sounds of two utterances must not mix. */
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

  /** Passes on sound of the realtime model as it arrives. Undefined while the assistant is suppressed or no client is connected. */
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

  /** Records that the client has played the utterance. */
  acknowledge(id: string): void {
    const utterance = this.#open.get(id);
    if (!utterance) return;
    utterance.wasPlayed = true;
    utterance.played.resolve(true);
  }

  /** Stops the utterances of the assistant, because the user speaks. */
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

  /** Settles once every utterance has been played or has timed out. */
  async quiet(): Promise<void> {
    await this.#queue;
    await Promise.all([...this.#open.values()].map(({ played }) => played.promise));
  }

  /** Drops all utterances, because no client is connected any more. */
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

  /** Undefined if there is no sound. The client then speaks the text itself. */
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
    // The client first plays everything that was sent before.
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
