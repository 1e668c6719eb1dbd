/** One connection to or from the automation service: one JSON value per line, limited in length. Both sides first prove the secret. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';

import { DeputizeError } from '../../core/index.ts';
import { LineReader } from '../../lib/line-reader.ts';
import { challenge, hello, welcome } from '../../wire/automation.ts';

const MAX_LINE = 48_000_000;
/** A small limit until the other side has proved the secret. */
const MAX_GREETING = 1_000;
const GREETING_MS = 5_000;

export class AutomationConnection {
  readonly #socket: Socket;
  /** The limit changes after the handshake, so it is checked here. */
  readonly #lines = new LineReader(Infinity, { isLossy: true });
  #most = MAX_GREETING;
  #ready: unknown[] = [];
  #wanted: { resolve: (value: unknown) => void; reject: (error: Error) => void } | undefined;
  #listener: ((value: unknown) => void) | undefined;
  #fault: Error | undefined;
  readonly closed: Promise<void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    // A `close` event follows every error, and is handled below.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#fail(new DeputizeError('NOT_AVAILABLE', 'The connection to the automation service was lost.'));
        resolve();
      });
    });
  }

  send(value: unknown): void {
    if (!this.#socket.destroyed) this.#socket.write(`${JSON.stringify(value)}\n`);
  }

  /** The next value. Only before `listen` is called. */
  next(): Promise<unknown> {
    if (this.#ready.length > 0) return Promise.resolve(this.#ready.shift());
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      this.#wanted = { resolve, reject };
    });
  }

  listen(listener: (value: unknown) => void): void {
    this.#most = MAX_LINE;
    this.#listener = listener;
    for (const value of this.#ready.splice(0)) listener(value);
  }

  /** Whether this connection keeps the process running. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#socket.ref();
    else this.#socket.unref();
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    for (const line of this.#lines.push(chunk)) {
      if (line.kind !== 'text' || !this.#hand(line.text)) return this.close();
    }
    if (this.#lines.pendingBytes > this.#most) this.close();
  }

  #hand(text: string): boolean {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return false;
    }
    if (this.#listener) this.#listener(value);
    else if (this.#wanted) {
      const { resolve } = this.#wanted;
      this.#wanted = undefined;
      resolve(value);
    } else this.#ready.push(value);
    return true;
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#wanted?.reject(error);
    this.#wanted = undefined;
  }
}

const computeProof = (secret: string, role: string, nonce: string): string =>
  createHmac('sha256', secret).update(`deputize automation ${role} ${nonce}`).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const freshNonce = (): string => randomBytes(32).toString('hex');

/** The handshake of the service. Returns whether the client knows the secret. */
export async function admit(line: AutomationConnection, secret: string): Promise<boolean> {
  const late = setTimeout(() => line.close(), GREETING_MS);
  try {
    const nonce = freshNonce();
    line.send({ type: 'challenge', nonce });
    const said = hello.safeParse(await line.next());
    if (!said.success || !isSame(said.data.proof, computeProof(secret, 'client', nonce))) return false;
    line.send({ type: 'welcome', proof: computeProof(secret, 'service', said.data.nonce) });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** The handshake of the client. Throws if the process that listens does not know the secret. */
export async function greet(line: AutomationConnection, secret: string): Promise<void> {
  const late = setTimeout(() => line.close(), GREETING_MS);
  try {
    const asked = challenge.parse(await line.next());
    const nonce = freshNonce();
    line.send({ type: 'hello', proof: computeProof(secret, 'client', asked.nonce), nonce });
    const said = welcome.parse(await line.next());
    if (isSame(said.proof, computeProof(secret, 'service', nonce))) return;
    throw new Error('a wrong proof');
  } catch (cause) {
    line.close();
    throw new DeputizeError('NOT_AVAILABLE', 'What listens in place of the automation service is not it.', { cause });
  } finally {
    clearTimeout(late);
  }
}
