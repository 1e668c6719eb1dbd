/** A client of a voice session over a real WebSocket. It keeps everything in the order in which it came. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

import { voiceMessage, type VoiceMessage } from '../../../src/wire/voice.ts';

type Sound = { readonly type: 'sound'; readonly bytes: Buffer };
type Closed = { readonly type: 'closed'; readonly code: number; readonly reason: string };
export type Heard = VoiceMessage | Sound | Closed;
type Of<T extends Heard['type']> = Extract<Heard, { type: T }>;

export interface VoiceClientOptions {
  readonly url: string;
  readonly token: string;
  /** Whether it plays everything at once and says so. */
  readonly plays?: boolean;
  readonly headers?: Record<string, string>;
}

export class VoiceClient {
  readonly heard: Heard[] = [];
  readonly socket: WebSocket;
  plays: boolean;
  readonly #waiting: (() => void)[] = [];
  /** Up to where each type has been asked for. */
  readonly #at = new Map<string, number>();

  constructor({ url, token, plays = true, headers = {} }: VoiceClientOptions) {
    this.plays = plays;
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/ws/voice`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return this.#keep({ type: 'sound', bytes: data });
      // Every frame must be one that is described.
      const message = voiceMessage.parse(JSON.parse(data.toString('utf8')));
      this.#keep(message);
      if (this.plays && message.type === 'speech.end') this.send({ type: 'spoken', id: message.id });
    });
    this.socket.on('close', (code, reason) => this.#keep({ type: 'closed', code, reason: reason.toString() }));
    this.socket.on('error', () => undefined);
  }

  static async hello(options: VoiceClientOptions, hello: object = { mode: 'voice' }): Promise<VoiceClient> {
    const client = new VoiceClient(options);
    await once(client.socket, 'open');
    client.send({ type: 'hello', ...hello });
    return client;
  }

  get isClosed(): boolean {
    return this.heard.at(-1)?.type === 'closed';
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  say(text: string): void {
    this.send({ type: 'say', text });
  }

  /** The next of this type that has not been asked for yet. */
  async next<T extends Heard['type']>(type: T, fits: (heard: Of<T>) => boolean = () => true): Promise<Of<T>> {
    for (;;) {
      for (let at = this.#at.get(type) ?? 0; at < this.heard.length; at += 1) {
        const heard = this.heard[at];
        if (heard?.type !== type || !fits(heard as Of<T>)) continue;
        this.#at.set(type, at + 1);
        return heard as Of<T>;
      }
      if (this.isClosed) throw new Error(`no ${type} in ${this.told()}`);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${type} in ${this.told()}`)), 20_000);
        this.#waiting.push(() => (clearTimeout(timer), resolve()));
      });
    }
  }

  /** Says something and waits for the end of the turn. */
  async turn(text: string): Promise<Of<'turn'>> {
    this.say(text);
    return this.next('turn');
  }

  /** Waits until this has been said. */
  async spoken(text: string): Promise<Of<'speech'>> {
    const speech = await this.next('speech', (heard) => heard.text === text);
    await this.next('speech.end', ({ id }) => id === speech.id);
    return speech;
  }

  /** The types, in order, without those that are of no interest. */
  order(...types: Heard['type'][]): string[] {
    return this.heard.map(({ type }) => type).filter((type) => types.includes(type));
  }

  said(): string[] {
    return this.heard.flatMap((heard) => (heard.type === 'speech' ? [`${heard.from}: ${heard.text}`] : []));
  }

  told(): string {
    return JSON.stringify(this.heard.map((heard) => (heard.type === 'sound' ? `${heard.bytes.length} bytes` : heard)));
  }

  #keep(heard: Heard): void {
    this.heard.push(heard);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
