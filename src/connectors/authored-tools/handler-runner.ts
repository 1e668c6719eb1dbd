/** The server's side of one handler process: loads a handler into it and runs one call at a time. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

import { LineReader } from '../../lib/line-reader.ts';
import { stripTypes } from '../../lib/node/strip-types.ts';
import type { HandlerCall, HandlerCode, HandlerEnd } from '../../ports/handler-host.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { PortError } from '../../ports/port-error.ts';
import {
  buildHandlerCommand,
  MAX_LINE,
  MAX_PRINTED,
  MAX_SENDS,
  RETIRE_CALLS,
  RETIRE_CPU_MS,
} from './handler-limits.ts';
import type { FromHandler, HandlerRefusal, ToHandler } from './handler-messages.ts';

/** Receives what a handler prints. */
type PrintListener = (text: string) => void;

type Pipes = readonly [Socket, Socket, Socket, Socket];

interface Current {
  readonly run: number;
  readonly call: HandlerCall;
  readonly resolve: (end: HandlerEnd) => void;
  sends: number;
}

/** Types are stripped here: the handler's process has no WebAssembly, which stripping needs. */
function withoutTypes(modules: HandlerCode['modules']): HandlerCode['modules'] {
  return Object.fromEntries(
    Object.entries(modules).map(([path, text]) => [path, path.endsWith('.ts') ? stripTypes(text) : text]),
  );
}

export class HandlerRunner {
  readonly #process: ChildProcess;
  readonly #pipes: Pipes;
  readonly #printed: PrintListener;
  readonly ended: Promise<void>;
  #fail: ((error: Error) => void) | undefined;
  #loading: ((problem: string | undefined) => void) | undefined;
  #current: Current | undefined;
  #code: HandlerCode | undefined;
  readonly #lines = new LineReader(Infinity, { isLossy: true });
  #runs = 0;
  #cpuMs = 0;
  #room = MAX_PRINTED;
  #cause: Error | undefined;

  constructor(printed: PrintListener) {
    const { command, args } = buildHandlerCommand();
    this.#printed = printed;
    this.#process = spawn(command, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    this.#pipes = this.#process.stdio as unknown as Pipes;
    const [input, output, complaints, channel] = this.#pipes;
    // A write to a process that has just died fails here. The `close` event of the process reports that.
    input.on('error', () => undefined);
    output.on('data', (chunk: Buffer) => this.#print(chunk));
    complaints.on('data', (chunk: Buffer) => this.#print(chunk));
    channel.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.ended = new Promise((resolve) => {
      this.#process.once('error', (error) => this.kill(error));
      this.#process.once('close', () => {
        this.#cause ??= new PortError('EXECUTION_ERROR', 'The handler’s process ended before it answered.');
        this.#fail?.(this.#cause);
        this.#loading?.(this.#cause.message);
        resolve();
      });
    });
    this.#keepsAlive(false);
  }

  get code(): string | undefined {
    return this.#code?.id;
  }

  get isDead(): boolean {
    return this.#cause !== undefined || this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Whether the process may run another call. */
  get isFresh(): boolean {
    return !this.isDead && this.#runs < RETIRE_CALLS && this.#cpuMs < RETIRE_CPU_MS;
  }

  /** Returns what is wrong with the handler, or undefined. */
  load(code: HandlerCode, signal?: AbortSignal): Promise<string | undefined> {
    const { entry } = code;
    this.#code = code;
    let modules: HandlerCode['modules'];
    try {
      modules = withoutTypes(code.modules);
    } catch (error) {
      return Promise.resolve(error instanceof Error ? error.message : String(error));
    }
    const loaded = new Promise<string | undefined>((resolve) => {
      this.#loading = resolve;
      if (this.isDead) resolve(this.#cause?.message ?? 'The process has ended.');
    });
    this.#send({ type: 'load', code: { modules, entry } });
    const stop = (): void => this.kill(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    this.#keepsAlive(true);
    return loaded.finally(() => {
      this.#keepsAlive(false);
      signal?.removeEventListener('abort', stop);
    });
  }

  async run(call: HandlerCall): Promise<HandlerEnd> {
    const { args, context, signal } = call;
    const stop = (): void => this.kill(signal.reason as Error);
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    this.#runs += 1;
    this.#room = MAX_PRINTED;
    const run = this.#runs;
    this.#keepsAlive(true);
    try {
      return await new Promise<HandlerEnd>((resolve, reject) => {
        this.#fail = reject;
        if (this.isDead) reject(this.#cause ?? new PortError('EXECUTION_ERROR', 'The handler’s process has ended.'));
        this.#current = { run, call, resolve, sends: 0 };
        this.#send({ type: 'run', run, args, context });
      });
    } finally {
      this.#keepsAlive(false);
      signal.removeEventListener('abort', stop);
      this.#fail = undefined;
      this.#current = undefined;
    }
  }

  /** Kills the process at once. A pending load or call fails with the cause. */
  kill(cause: Error): void {
    this.#cause ??= cause;
    this.#process.kill('SIGKILL');
    // The process exits soon, and a caller may wait for that.
    if (this.#process.exitCode === null && this.#process.signalCode === null) this.#keepsAlive(true);
    this.#fail?.(this.#cause);
    this.#loading?.(this.#cause.message);
  }

  /** An idle process must not keep the program from exiting. */
  #keepsAlive(yes: boolean): void {
    if (!yes && this.#cause) return;
    for (const handle of [this.#process, ...this.#pipes]) {
      if (yes) handle.ref();
      else handle.unref();
    }
  }

  #send(message: ToHandler): void {
    if (!this.isDead) this.#pipes[0].write(`${JSON.stringify(message)}\n`);
  }

  #print(chunk: Buffer): void {
    if (this.#room <= 0) return;
    const text = chunk.toString('utf8').slice(0, this.#room);
    this.#room -= text.length;
    this.#printed(text.trimEnd());
  }

  #receive(chunk: Buffer): void {
    for (const line of this.#lines.push(chunk)) {
      try {
        if (line.kind === 'text') this.#take(line.text);
      } catch {
        this.kill(invalidMessageError());
      }
    }
    if (this.#lines.pendingBytes > MAX_LINE)
      this.kill(new PortError('INVALID_OUTPUT', `The handler answered with more than ${MAX_LINE} bytes.`));
  }

  #take(line: string): void {
    if (this.isDead) return;
    const message = read(line);
    if (!message) return this.kill(invalidMessageError());
    if (message.type === 'loaded') return this.#loading?.(undefined);
    if (message.type === 'broken') return this.#loading?.(message.message);
    const current = this.#current;
    // A message of an earlier call must not affect the current one.
    if (!current || message.run !== current.run) return;
    switch (message.type) {
      case 'returned':
        this.#cpuMs = message.cpuMs;
        return current.resolve({ kind: 'returned', value: message.value });
      case 'threw':
        this.#cpuMs = message.cpuMs;
        return current.resolve({ kind: 'threw', error: message.error });
      case 'note':
        return current.call.note(message.event, message.data);
      case 'send':
        return void this.#answer(current, message.ask, 'The message could not be sent.', async () => {
          await current.call.send(expectObject(message.message));
          return null;
        });
      case 'ask': {
        const { service, method, args } = message;
        return void this.#answer(current, message.ask, 'It could not be done.', () =>
          current.call.ask(service, method, expectObject(args)),
        );
      }
    }
  }

  async #answer(current: Current, ask: number, otherwise: string, work: () => Promise<Json>): Promise<void> {
    current.sends += 1;
    try {
      if (current.sends > MAX_SENDS) throw new PortError('RATE_LIMITED', `One call may send ${MAX_SENDS} messages.`);
      this.#send({ type: 'answered', ask, value: await work() });
    } catch (error) {
      this.#send({ type: 'answered', ask, error: toRefusal(error, otherwise) });
    }
  }
}

function expectObject(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new PortError('INVALID_OUTPUT', 'A message is an object, and so is what a service is asked.');
}

/** Passes a message to the handler only if it is meant for users. */
function toRefusal(error: unknown, otherwise: string): HandlerRefusal {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const isMeant = error instanceof PortError || (error instanceof Error && error.name === 'DeputizeError');
  return isMeant ? { message: error.message, code: String(code) } : { message: otherwise };
}

function invalidMessageError(): PortError {
  return new PortError('INVALID_OUTPUT', 'The handler’s process said something that makes no sense.');
}

function read(line: string): FromHandler | undefined {
  try {
    const message: unknown = JSON.parse(line);
    const isMessage = typeof message === 'object' && message !== null && 'type' in message;
    return isMessage ? (message as FromHandler) : undefined;
  } catch {
    return undefined;
  }
}
