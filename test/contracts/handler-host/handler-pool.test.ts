/** Handlers of authored tools run confined, one call at a time, and nothing of a call reaches the next one. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { harmlessModules } from '../../support/worlds/tool-folder.ts';
import type { HandlerCall, HandlerEnd } from '../../../src/ports/handler-host.ts';
import type { Json } from '../../../src/ports/json.ts';
import { PortError } from '../../../src/ports/port-error.ts';
import { HandlerPool } from '../../../src/connectors/authored-tools/handler-pool.ts';

// Each handler is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let pool: HandlerPool;
let printed: string[];
beforeEach(() => {
  printed = [];
  pool = new HandlerPool({ printed: (text) => printed.push(text) });
});
afterEach(() => pool.close());

const context: HandlerCall['context'] = {
  clientId: 'client-1',
  tool: { id: 'greet', version: '1.0.0', idempotent: true },
  session: { isActive: true, toolsVersion: 'v1', state: { visits: { count: 3 } } },
  isVoiceActive: true,
  services: {},
};

function run(source: string, options: Partial<HandlerCall> & { file?: string } = {}): Promise<HandlerEnd> {
  const { file = 'greet/handler.js', ...rest } = options;
  return pool.run({
    code: { id: source, entry: file, modules: { [file]: source, '_core/words.js': 'export const word = "hello";' } },
    args: {},
    context,
    signal: AbortSignal.timeout(90_000),
    send: async () => undefined,
    ask: () => Promise.reject(new Error('nobody is there')),
    note: () => undefined,
    ...rest,
  });
}
const body = (code: string): string => `export async function execute({ args, context }) { ${code} }`;
async function answer(code: string, options: Parameters<typeof run>[1] = {}): Promise<unknown> {
  const end = await run(body(code), options);
  if (end.kind === 'threw') throw new Error(`threw ${end.error.message}`);
  return end.value;
}
const works = () => expect(answer('return { fine: true }')).resolves.toEqual({ fine: true });

describe('a service', () => {
  const served = { context: { ...context, services: { knowledge: ['search', 'get'] } } };
  const asked: unknown[] = [];
  const ask: HandlerCall['ask'] = async (service, method, args) => {
    asked.push([service, method, args]);
    if (method === 'get') throw new PortError('NOT_FOUND', 'There is no such page.');
    if (args['query'] === 'secret') throw new Error('the password is hunter2');
    return [{ title: 'Found' }];
  };

  test('is asked by its name, answers, and can be asked for nothing else', async () => {
    const code = `return { found: await context.services.knowledge.search({ query: 'x' }), keys: Object.keys(context.services.knowledge) }`;
    expect(await answer(code, { ...served, ask })).toEqual({ found: [{ title: 'Found' }], keys: ['search', 'get'] });
    expect(asked).toEqual([['knowledge', 'search', { query: 'x' }]]);
    expect(await answer('return { services: typeof context.services }')).toEqual({ services: 'undefined' });
  });

  test('that refuses says why with its code, and nothing that was not meant for others', async () => {
    const tried = (call: string): string =>
      `try { await context.services.knowledge.${call}; return {} } catch (error) { return { message: error.message, code: error.code ?? null } }`;
    expect(await answer(tried('get({ id: "a" })'), { ...served, ask })).toEqual({
      message: 'There is no such page.',
      code: 'NOT_FOUND',
    });
    expect(await answer(tried('search({ query: "secret" })'), { ...served, ask })).toEqual({
      message: 'It could not be done.',
      code: null,
    });
    expect(await answer(tried('search("no object")'), { ...served, ask })).toMatchObject({ code: 'INVALID_OUTPUT' });
  });
});

describe('a handler', () => {
  test('gets its arguments and the context, and answers', async () => {
    const value = await answer(
      `return { args, clientId: context.clientId, tool: context.tool, session: context.session, voice: context.voice.isActive(),
         keys: Object.keys(context) }`,
      { args: { name: 'Ada' } },
    );
    expect(value).toEqual({
      args: { name: 'Ada' },
      clientId: 'client-1',
      tool: context.tool,
      session: context.session,
      voice: true,
      keys: ['clientId', 'tool', 'session', 'messaging', 'voice', 'audit'],
    });
  });

  test('cannot change the session state that it gets', async () => {
    const code = 'try { context.session.state.visits.count = 9 } catch (e) { return { refused: e.name } } return {}';
    expect(await answer(code)).toEqual({ refused: 'TypeError' });
  });

  test('sends messages, gets their errors, and leaves notes', async () => {
    const sent: Json[] = [];
    const notes: unknown[] = [];
    const value = await answer(
      `await context.messaging.send({ n: 1 }); context.audit.log('greeted', { who: 'Ada' });
       try { await context.messaging.send({ n: 2 }) } catch (e) { return { why: e.message } }`,
      {
        send: async (message) => {
          sent.push(message);
          if (sent.length === 2) throw new Error('socket 0xdeadbeef broke');
        },
        note: (event, data) => notes.push([event, data]),
      },
    );
    expect(sent).toEqual([{ n: 1 }, { n: 2 }]);
    expect(notes).toEqual([['greeted', { who: 'Ada' }]]);
    expect(value).toEqual({ why: 'The message could not be sent.' });
  });

  test('may be TypeScript, and may import its own modules and harmless ones', async () => {
    const source = `import { word } from '../_core/words.js'; import { format } from 'node:util'; interface A { name: string }
      export async function execute({ args }: { args: A }) { return { text: format('%s %s', word, args.name) } }`;
    const end = await run(source, { file: 'greet/handler.ts', args: { name: 'Ada' } });
    expect(end).toEqual({ kind: 'returned', value: { text: 'hello Ada' } });
  });

  test('may import every module that only computes', async () => {
    const imports = harmlessModules.map((name) => `import 'node:${name}';\nimport '${name}';\n`).join('');
    expect(await run(`${imports}${body('return { fine: true }')}`)).toMatchObject({ value: { fine: true } });
  });

  test('throws errors that keep their type and flags', async () => {
    const source = `class ToolError extends Error { name = 'ToolError'; type = 'TRANSIENT'; retryable = true; partialSideEffects = false }
      ${body("throw new ToolError('no line')")}`;
    expect(await run(source)).toEqual({
      kind: 'threw',
      error: { name: 'ToolError', message: 'no line', type: 'TRANSIENT', retryable: true, partialSideEffects: false },
    });
  });

  test('keeps its process from call to call, and shares it with no other handler', async () => {
    const counting = `let n = 0; ${body('n += 1; globalThis.mark = 1; return { n }')}`;
    expect(await run(counting)).toMatchObject({ value: { n: 1 } });
    expect(await run(counting)).toMatchObject({ value: { n: 2 } });
    expect(await answer('return { mark: typeof globalThis.mark }')).toEqual({ mark: 'undefined' });
  });

  test('what it prints goes to the log, up to a bound', async () => {
    await answer('console.log("looking"); for (let i = 0; i < 5000; i++) console.log("x".repeat(100)); return {}');
    await expect.poll(() => printed.join('')).toContain('looking');
    expect(printed.join('').length).toBeLessThan(10_000);
  });

  test('many run beside one another', async () => {
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        answer('await new Promise((r) => setTimeout(r, 30)); return args', { args: { n } }),
      ),
    );
    expect(values).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
  });
});

describe('nothing but the context can be reached', () => {
  test.each([
    'node:fs',
    'fs',
    'node:events',
    'node:child_process',
    'node:net',
    'node:http',
    'node:module',
    'node:process',
    'node:worker_threads',
    'node:vm',
    'node:os',
    'node:sqlite',
    'node:crypto',
    'zod',
    'file:///etc/hostname',
    'data:text/javascript,export default 1',
    '../other/handler.js',
    '../../package.json',
  ])('%s cannot be imported', async (name) => {
    const code = `try { await import(${JSON.stringify(name)}); return { got: true } } catch (e) { return { why: e.message } }`;
    expect(await answer(code)).toEqual({ why: expect.stringContaining('cannot import') });
  });

  test.each([
    'process',
    'require',
    'fetch',
    'WebSocket',
    'EventSource',
    'Worker',
    'MessageChannel',
    'BroadcastChannel',
    'WebAssembly',
    'SharedArrayBuffer',
    'navigator',
    'gc',
  ])('there is no %s', async (name) => {
    expect(await answer(`return { is: typeof globalThis[${JSON.stringify(name)}], bare: typeof ${name} }`)).toEqual({
      is: 'undefined',
      bare: 'undefined',
    });
  });

  test.each([
    ['what every object inherits', 'Object.prototype'],
    ['what every list inherits', 'Array.prototype'],
    ['what every function inherits', 'Function.prototype'],
  ])('%s cannot be made to tell on others', async (_, place) => {
    const code = `try { Object.defineProperty(${place}, 'server', { get() { return 1 } }); return { done: true } } catch (e) { return { why: e.name } }`;
    expect(await answer(code)).toEqual({ why: 'TypeError' });
    expect(
      await answer(
        `try { Object.defineProperty(${place}, 'toString', { get() {} }) } catch (e) { return { why: e.name } }`,
      ),
    ).toEqual({
      why: 'TypeError',
    });
  });

  test('ordinary ways of writing still work', async () => {
    const code = `class Wrong extends Error { constructor(m) { super(m); this.name = 'Wrong' } }
      class Named { toString() { return 'named' } }
      function Old() {} Old.prototype.toString = () => 'old'; Old.prototype.constructor = Old;
      const own = {}; own.toString = () => 'own';
      return { all: [new Wrong('x').name, String(new Named()), String(new Old()), String(own)] }`;
    expect(await answer(code)).toEqual({ all: ['Wrong', 'named', 'old', 'own'] });
  });

  test('no code is made from text', async () => {
    const code = `const tries = { function: () => Function('return 1')(), deep: () => (async () => {}).constructor('return 1')(),
        timer: () => console.constructor.constructor('return process')() };
      return Object.fromEntries(Object.entries(tries).map(([k, f]) => { try { return [k, String(f())] } catch (e) { return [k, e.name] } }))`;
    expect(await answer(code)).toEqual({ function: 'EvalError', deep: 'EvalError', timer: 'EvalError' });
  });

  test('the process has no environment and no way back to the server’s files', async () => {
    const { pid } = process;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    await works();
    const after = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const [child] = after.filter((one) => !children.includes(one));
    const environment = readFileSync(`/proc/${child}/environ`, 'utf8');
    expect(environment.split('\0').filter((entry) => !/^(PWD|OLDPWD|_|SHLVL)=|^$/.test(entry))).toEqual([]);
    expect(readFileSync(`/proc/${child}/cmdline`, 'utf8')).toContain('--permission');
    const limits = readFileSync(`/proc/${child}/limits`, 'utf8');
    expect(limits).toMatch(/^Max cpu time +60 /m);
    expect(limits).toMatch(/^Max file size +0 /m);
    expect(limits).toMatch(/^Max data size +805306368 /m);
  });
});

describe('a handler that misbehaves ends alone', () => {
  test.each([
    ['an endless loop', 'for (;;);'],
    ['a promise that never settles', 'await new Promise(() => {})'],
    ['a catastrophic expression', 'return { r: /^(a+)+$/.test("a".repeat(50) + "b") }'],
    ['one long step in native code', 'JSON.parse("[".repeat(2e7) + "]".repeat(2e7)); for (;;);'],
  ])('%s is cut off', async (_, code) => {
    const reason = new Error('took too long');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 400);
    await expect(run(body(code), { signal: controller.signal })).rejects.toThrow();
    await works();
  });

  test.each([
    ['objects without end', 'const a = []; for (;;) a.push({ x: [1, 2, 3], y: "z".repeat(10) })'],
    ['one array too large', 'return { n: new Array(3e8).fill({}).length }'],
    ['a map without end', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)'],
    ['buffers without end', 'const a = []; for (;;) a.push(Buffer.alloc(5e7, 1))'],
    ['a promise that nobody handles', 'Promise.reject(new Error("lost")); await new Promise(() => {})'],
    ['an error from a timer', 'setTimeout(() => { throw new Error("late") }, 0); await new Promise(() => {})'],
    ['endless recursion', 'const f = () => f() + 1; return { n: f() }'],
  ])('%s fails', async (_, code) => {
    const end = await run(body(code)).then(
      ({ kind }) => kind,
      () => 'died',
    );
    expect(['died', 'threw']).toContain(end);
    await works();
  });

  test('an answer without end is not taken in', async () => {
    await expect(answer('return { text: "x".repeat(2e7) }')).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
    await works();
  });

  test('messages without end are refused', async () => {
    let sent = 0;
    const code = `let refused = 0; for (let i = 0; i < 300; i++) await context.messaging.send({ i }).catch(() => { refused += 1 }); return { refused }`;
    const send = async () => void (sent += 1);
    expect(await answer(code, { send })).toEqual({ refused: 200 });
    expect(sent).toBe(100);
  });

  test('what a call leaves running cannot speak in a later call', async () => {
    const notes: string[] = [];
    const source = body(
      `const { audit } = context; if (args.first) setInterval(() => audit.log('ghost', {}), 5);
       else await new Promise((r) => setTimeout(r, 100)); return {}`,
    );
    await run(source, { args: { first: true } });
    await run(source, { note: (event) => notes.push(event) });
    expect(notes).toEqual([]);
  });

  test('one that cannot be loaded is said to be so', async () => {
    await expect(run('export const execute = 7;')).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
    expect(printed.join()).toContain('exports no function "execute"');
    const code = {
      id: 'x',
      entry: 'a/handler.js',
      modules: { 'a/handler.js': 'import "node:fs"; export const execute = () => ({})' },
    };
    expect(await pool.tryToLoad(code)).toContain('cannot import "node:fs"');
  });
});

test('closing ends every process', async () => {
  const stuck = run(body('for (;;);'));
  stuck.catch(() => undefined);
  await works();
  await pool.close();
  await expect(stuck).rejects.toMatchObject({ code: 'CANCELLED' });
});
