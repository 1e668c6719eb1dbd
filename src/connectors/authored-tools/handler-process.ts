/**
 * The process that a handler runs in. The server sends the handler's modules; the process reads no file. What could reach
 * beyond the process is removed before the first module is evaluated. It imports no module of ours, because Node allows it
 * to read no second file.
 */
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

import type { Json } from '../../ports/json.ts';
import type { FromHandler, ToHandler } from './handler-messages.ts';

const ROOT = 'tool:///';
/** Built-in modules that only compute. Not `events`: it exposes what Node's sockets inherit from. */
const HARMLESS = ['assert', 'buffer', 'path', 'querystring', 'string_decoder', 'timers', 'url', 'util'];
const allowed = new Set([...HARMLESS, 'assert/strict', 'path/posix', 'timers/promises', 'util/types']);

// A list of what is kept, so that globals added by a later Node are removed.
const GLOBALS = `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp
Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl
ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray
Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect
decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN DisposableStack AsyncDisposableStack
console Buffer URL URLSearchParams URLPattern DOMException AbortController AbortSignal Event EventTarget CustomEvent TextEncoder
TextDecoder clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa
crypto Crypto CryptoKey SubtleCrypto`;

type Execute = (call: { args: unknown; context: unknown }) => unknown;

const { parse, stringify } = JSON;
// Held in a variable of this module, because the global is removed from what a handler sees.
const self = process;
const channel = new Socket({ fd: 3, readable: false, writable: true });
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let asked = 0;
let execute: Execute | undefined;

const sendMessage = (message: FromHandler): void => void channel.write(`${stringify(message)}\n`);
const cpuMs = (): number => {
  const { user, system } = self.cpuUsage();
  return Math.round((user + system) / 1_000);
};

let pending = '';
self.stdin.setEncoding('utf8');
self.stdin.on('data', (chunk: string) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop() ?? '';
  for (const line of lines) handleMessage(parse(line) as ToHandler);
});
// The server closed the pipe: no process waits for a result.
self.stdin.on('end', () => self.exit(0));
channel.on('error', () => self.exit(0));

function handleMessage(message: ToHandler): void {
  switch (message.type) {
    case 'load':
      void load(message.code).then(
        () => sendMessage({ type: 'loaded' }),
        (error: unknown) => sendMessage({ type: 'broken', message: describeThrown(error) }),
      );
      return;
    case 'run':
      void run(message);
      return;
    case 'answered': {
      const asker = waiting.get(message.ask);
      waiting.delete(message.ask);
      if (message.error === undefined) asker?.resolve(message.value);
      else asker?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    }
  }
}

async function load({ modules, entry }: Extract<ToHandler, { type: 'load' }>['code']): Promise<void> {
  const sources = new Map(Object.entries(modules).map(([path, source]) => [new URL(path, ROOT).href, source]));
  registerHooks({
    resolve(specifier, { parentURL }, next) {
      const name = specifier.startsWith('node:') ? specifier.slice(5) : specifier;
      if (allowed.has(name)) return next(`node:${name}`);
      const isRelative = specifier.startsWith('./') || specifier.startsWith('../');
      // A package that the build stored beside the tool's modules.
      const alias = new URL(`${entry.split('/')[0]}/_packages/${specifier}.alias.js`, ROOT).href;
      const asked = isRelative && parentURL !== undefined ? new URL(specifier, parentURL).href : specifier;
      const url = [asked, alias].find((known) => sources.has(known));
      if (url !== undefined) return { url, shortCircuit: true };
      throw new Error(`A handler cannot import "${specifier}".`);
    },
    load(url, context, next) {
      const source = sources.get(url);
      if (source === undefined) return next(url, context);
      return { format: detectFormat(url), source, shortCircuit: true };
    },
  });
  confine();
  const module = (await import(new URL(entry, ROOT).href)) as { execute?: unknown };
  if (typeof module.execute !== 'function') throw new TypeError('The handler exports no function "execute".');
  execute = module.execute as Execute;
}

/** TypeScript arrives without its types: stripping them needs WebAssembly, which is not available here. */
function detectFormat(url: string): string {
  return url.endsWith('.json') ? 'json' : 'module';
}

/** Removes what reaches out of the process: the `process` object, the network, other threads, code made from text. */
function confine(): void {
  const { console } = globalThis;
  const kept = new Set<PropertyKey>(GLOBALS.split(/\s+/));
  for (const name of Reflect.ownKeys(globalThis)) if (!kept.has(name)) Reflect.deleteProperty(globalThis, name);
  const say = (...words: unknown[]): void => console.error(...words);
  const quiet = Object.freeze({ debug: say, error: say, info: say, log: say, trace: say, warn: say });
  Object.defineProperty(globalThis, 'console', { value: quiet, writable: false, configurable: false });
  // An inherited property would give a handler access to Node's internal objects, so the prototypes are locked.
  const { prototype } = Object;
  for (const name of Reflect.ownKeys(prototype)) Object.defineProperty(prototype, name, { configurable: false });
  Object.preventExtensions(prototype);
  Object.freeze(Array.prototype);
  Object.freeze(Function.prototype);
}

async function run({ run, args, context }: Extract<ToHandler, { type: 'run' }>): Promise<void> {
  try {
    const value: unknown = await execute?.({ args, context: createContext(run, context) });
    // JSON cannot represent undefined, so it is sent as null. A response must be an object anyway.
    sendMessage({ type: 'returned', run, value: parse(stringify(value) ?? 'null'), cpuMs: cpuMs() });
  } catch (error) {
    sendMessage({ type: 'threw', run, error: thrown(error), cpuMs: cpuMs() });
  }
}

function createContext(run: number, given: Extract<ToHandler, { type: 'run' }>['context']): unknown {
  const { clientId, tool, session, isVoiceActive, services } = given;
  const ask = <T>(message: (ask: number) => FromHandler): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      sendMessage(message(asked));
    }) as Promise<T>;
  const plain = (value: unknown): Json => parse(stringify(value) ?? 'null') as Json;
  const served = Object.entries(services).map(([service, methods]) => [
    service,
    Object.fromEntries(
      methods.map((method) => [
        method,
        (args: unknown = {}) => ask<Json>((id) => ({ type: 'ask', run, ask: id, service, method, args: plain(args) })),
      ]),
    ),
  ]);
  return deepFreeze({
    clientId,
    tool,
    session,
    messaging: {
      send: async (message: unknown) => {
        await ask<unknown>((id) => ({ type: 'send', run, ask: id, message: plain(message) }));
      },
    },
    ...(served.length > 0 ? { services: Object.fromEntries(served) as unknown } : {}),
    voice: { isActive: () => isVoiceActive },
    audit: {
      log: (event: unknown, data: unknown) =>
        sendMessage({ type: 'note', run, event: String(event), data: parse(stringify(data) ?? 'null') }),
    },
  });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

function thrown(error: unknown): Extract<FromHandler, { type: 'threw' }>['error'] {
  const of = <T>(key: string, kind: string): T | undefined => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    return typeof value === kind ? (value as T) : undefined;
  };
  return {
    name: of<string>('name', 'string') ?? 'Error',
    message: of<string>('message', 'string') ?? describeThrown(error),
    type: of<string>('type', 'string'),
    retryable: of<boolean>('retryable', 'boolean'),
    partialSideEffects: of<boolean>('partialSideEffects', 'boolean'),
  };
}

function describeThrown(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'something that cannot be shown';
  }
}
