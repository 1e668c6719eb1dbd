/** Authored tools as the runtime runs them: what a handler gets, what it may answer, and what happens when it misbehaves. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import { AUTHORED, openAuthoredTools, type AuthoredTools } from '../../../src/app/assemble/authored-tools.ts';
import { openRuntime } from '../../../src/app/assemble/open-runtime.ts';
import { buildTools } from '../../../src/authoring/build.ts';
import { OWNER, type Outcome, type Principal, type Runtime, type ToolBundle } from '../../../src/core/index.ts';
import type { VoiceIntent, VoiceSession } from '../../../src/ports/voice-session.ts';
import { writeTool } from '../../support/worlds/tool-folder.ts';

// Each handler is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const quiet = () => undefined;

function sourceOf(opened: AuthoredTools): ToolBundle {
  const [source] = opened.sources((preset) => preset === AUTHORED.name);
  if (!source) throw new Error('nothing is offered');
  return source;
}

let base: string;
let tools: string;
let authored: AuthoredTools;
let runtime: Runtime;
let agent: Principal;
let person: Principal;
let session: { sent: unknown[]; carried: { intents: readonly VoiceIntent[]; recorded: boolean }[]; isActive: boolean };
let lastCall = 'none';

const plain = { sideEffects: 'none' };
const bodies: Record<string, { body: string; schema?: Record<string, unknown> }> = {
  'tell-context': {
    body: `return { ok: true, data: { args, keys: Object.keys(context), clientId: context.clientId, tool: context.tool,
      session: context.session, voice: context.voice.isActive() } };`,
  },
  'use-context': {
    body: `await context.messaging.send({ type: 'hello', to: args.name }); context.audit.log('greeted', { name: args.name, password: 'hunter2' });
      return { ok: true, data: {}, intents: [{ type: 'END_VOICE_SESSION', after: 'farewell_spoken' }, { type: 'SUPPRESS_AUDIO', value: true }] };`,
    schema: { category: 'action', sideEffects: 'writes', idempotent: false },
  },
  'needs-session': {
    body: `if (!context.session.isActive) return { ok: false, error: { type: ErrorType.SESSION_INACTIVE, message: 'It has ended.', retryable: false } };
      return { ok: true, data: {} };`,
  },
  'throws-tool-error': {
    body: `throw new ToolError(ErrorType.TRANSIENT, 'The line is down.', { retryable: true, partialSideEffects: true });`,
    schema: { category: 'action', sideEffects: 'writes', idempotent: false },
  },
  'throws-anything': { body: `throw new Error('the password is hunter2');` },
  'answers-nothing': { body: 'return undefined;' },
  'answers-a-word': { body: `return 'fine';` },
  'answers-more': { body: 'return { ok: true, data: {}, extra: 1 };' },
  'answers-a-list': { body: 'return { ok: true, data: [1] };' },
  'unknown-intent': { body: `return { ok: true, data: {}, intents: [{ type: 'FORMAT_DISK' }] };` },
  'half-an-intent': { body: `return { ok: true, data: {}, intents: [{ type: 'END_VOICE_SESSION' }] };` },
  'fails-with-intent': {
    body: `return { ok: false, error: { type: 'CONFLICT', message: 'x' }, intents: [{ type: 'SUPPRESS_AUDIO', value: true }] };`,
  },
  'breaks-its-promise': {
    body: 'return { ok: true, data: { n: "seven" }, intents: [{ type: "SUPPRESS_AUDIO", value: true }] };',
    schema: { output: { type: 'object', additionalProperties: false, properties: { n: { type: 'number' } } } },
  },
  'loops-for-ever': { body: 'for (;;);', schema: { timeoutMs: 1_500 } },
  'never-settles': { body: 'await new Promise(() => {});', schema: { timeoutMs: 1_500 } },
  'eats-memory': { body: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, i);' },
  'loses-a-promise': { body: `Promise.reject(new Error('lost')); await new Promise(() => {});` },
  'waits-long': { body: 'await new Promise((r) => setTimeout(r, 60_000)); return { ok: true };' },
  'asks-first': {
    body: 'return { ok: true, data: { done: args.name } };',
    schema: { category: 'action', sideEffects: 'writes', idempotent: false, requiresConfirmation: true },
  },
  'only-text': { body: 'return { ok: true, data: {} };', schema: { allowedModes: ['text'] } },
};

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'authored-'));
  tools = join(base, 'tools');
  for (const [name, { body, schema }] of Object.entries(bodies))
    writeTool(tools, name, { body, schema: { ...plain, ...schema } });
  const built = buildTools(tools);
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  authored = openAuthoredTools(tools, { log: quiet });
  const live = (): VoiceSession => ({
    clientId: 'client-7',
    isActive: session.isActive,
    isVoiceActive: true,
    state: { mood: 'good' },
    send: async (message) => void session.sent.push(message),
    carryOut: (intents) => {
      const carried = { intents, recorded: false };
      session.carried.push(carried);
      void runtime.calls.show(lastCall, agent).then(({ state }) => (carried.recorded = state === 'ok'));
    },
  });
  runtime = await openRuntime({
    data: join(base, 'data'),
    presets: [AUTHORED],
    sources: [sourceOf(authored)],
    capabilities: () => () => ({ session: live() }),
    log: quiet,
  });
  agent = await runtime.directory.principal(OWNER, 'agent', 'test');
  person = await runtime.directory.principal(OWNER, 'person', 'test');
});
afterAll(async () => {
  await runtime.close();
  await authored.close();
  rmSync(base, { recursive: true, force: true });
});

let calls = 0;
function call(
  tool: string,
  options: { args?: unknown; mode?: 'text' | 'voice'; signal?: AbortSignal } = {},
): Promise<Outcome> {
  session = { sent: [], carried: [], isActive: true };
  return again(tool, options);
}
function again(tool: string, { args = { name: 'Ada' }, ...rest }: Parameters<typeof call>[1] = {}): Promise<Outcome> {
  calls += 1;
  lastCall = `call-${calls}`;
  return runtime.call({ tool, args, preset: 'tools', callId: lastCall, ...rest }, agent);
}

describe('V3: a handler', () => {
  test('gets its arguments and exactly the context that is described', async () => {
    expect(await call('tell_context')).toMatchObject({
      state: 'ok',
      value: {
        args: { name: 'Ada' },
        keys: ['clientId', 'tool', 'session', 'messaging', 'voice', 'audit'],
        clientId: 'client-7',
        tool: { id: 'tell_context', version: '1.0.0', idempotent: true },
        session: { isActive: true, toolsVersion: sourceOf(authored).version, state: { mood: 'good' } },
        voice: true,
      },
    });
  });

  test('its arguments are checked before it runs', async () => {
    expect(await call('tell_context', { args: { name: 'Ada', made: 'up' } })).toMatchObject({
      state: 'refused',
      error: { code: 'INVALID_ARGUMENTS' },
    });
  });

  test('sends messages, leaves notes in the audit without secrets, and is reported because it writes', async () => {
    expect(await call('use_context')).toMatchObject({ state: 'reported', value: {} });
    expect(session.sent).toEqual([{ type: 'hello', to: 'Ada' }]);
    const records = await runtime.audit.read({ callId: lastCall });
    const ended = records.find(({ kind }) => kind === 'call.ended');
    expect(ended?.body).toMatchObject({ notes: [{ event: 'greeted', data: { commitment: expect.any(String) } }] });
    expect(await runtime.calls.show(lastCall, person)).toMatchObject({
      notes: [{ event: 'greeted', data: { name: 'Ada' } }],
    });
    expect(JSON.stringify(records)).not.toContain('hunter2');
  });

  test('its intents reach the session in order, after the outcome is recorded', async () => {
    await call('use_context');
    expect(session.carried.map(({ intents }) => intents)).toEqual([
      [
        { type: 'END_VOICE_SESSION', after: 'farewell_spoken' },
        { type: 'SUPPRESS_AUDIO', value: true },
      ],
    ]);
    await expect.poll(() => session.carried[0]?.recorded).toBe(true);
  });

  test('says that it failed, and how', async () => {
    session = { sent: [], carried: [], isActive: false };
    expect(await again('needs_session')).toMatchObject({
      state: 'failed',
      error: {
        code: 'SESSION_INACTIVE',
        message: 'needs_session: It has ended.',
        retryable: false,
        details: { type: 'SESSION_INACTIVE' },
      },
    });
    expect(await call('throws_tool_error')).toMatchObject({
      state: 'failed',
      error: {
        code: 'EXTERNAL_ERROR',
        message: 'throws_tool_error: The line is down.',
        retryable: true,
        partialSideEffects: true,
      },
    });
  });

  test('what it did not mean for others does not leave', async () => {
    const outcome = await call('throws_anything');
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { code: 'EXECUTION_ERROR', message: 'throws_anything failed.' },
    });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });

  test.each([
    ['answers_nothing', ''],
    ['answers_a_word', ''],
    ['answers_more', ''],
    ['answers_a_list', '/data'],
    ['unknown_intent', '/intents/0/type'],
    ['half_an_intent', '/intents/0/after'],
    ['fails_with_intent', ''],
    ['breaks_its_promise', '/n'],
  ])('%s answers wrongly, and nothing of it is carried out', async (tool, path) => {
    expect(await call(tool)).toMatchObject({ state: 'failed', error: { code: 'INVALID_OUTPUT', details: { path } } });
    expect(session.carried).toEqual([]);
  });
});

describe('R13: a handler that does not end', () => {
  test.each(['loops_for_ever', 'never_settles'])('%s is ended at its timeout', async (tool) => {
    expect(await call(tool)).toMatchObject({ state: 'failed', error: { code: 'TIMEOUT', retryable: true } });
    expect(await call('tell_context')).toMatchObject({ state: 'ok' });
  });

  test('is ended when its caller goes away', async () => {
    const controller = new AbortController();
    const outcome = call('waits_long', { signal: controller.signal });
    setTimeout(() => controller.abort(), 500);
    expect(await outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  });

  test.each(['eats_memory', 'loses_a_promise'])('%s dies alone', async (tool) => {
    expect(await call(tool)).toMatchObject({ state: 'failed', error: { code: 'EXECUTION_ERROR' } });
    expect(await call('tell_context')).toMatchObject({ state: 'ok' });
  });
});

describe('V4: modes', () => {
  test('a tool for text alone cannot be called in a voice session', async () => {
    expect(await call('only_text', { mode: 'voice' })).toMatchObject({
      state: 'refused',
      decision: { rule: 'not-in-this-mode' },
    });
    expect(await call('only_text', { mode: 'text' })).toMatchObject({ state: 'ok' });
  });
});

describe('R5: a tool that wants to be confirmed', () => {
  test('waits for a person and runs when it is approved', async () => {
    const asked = await call('asks_first');
    expect(asked).toMatchObject({ state: 'pending', decision: { rule: 'always-asks' } });
    const { outcome } = await runtime.approvals.decide(
      asked.state === 'pending' ? asked.approval.id : '',
      { decision: 'approve', via: 'test' },
      person,
    );
    expect(outcome).toMatchObject({ value: { done: 'Ada' } });
  });

  test('is not run as something else than what was approved', async () => {
    const asked = await call('asks_first', { args: { name: 'Grace' } });
    writeTool(tools, 'asks-first', {
      ...bodies['asks-first'],
      schema: { ...bodies['asks-first']?.schema, version: '2.0.0' },
    });
    if (!buildTools(tools).ok) throw new Error('The sample tools do not build.');
    const rebuilt = openAuthoredTools(tools, { log: quiet });
    runtime.registry.replace(sourceOf(rebuilt));
    const { outcome } = await runtime.approvals.decide(
      asked.state === 'pending' ? asked.approval.id : '',
      { decision: 'approve', via: 'test' },
      person,
    );
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } });
    await rebuilt.close();
  });
});

describe('V1: a registry that is built while the server runs', () => {
  let assembly: AppAssembly;
  let own: string;
  const log: string[] = [];
  const answer = (text: string) => ({
    body: `await new Promise((r) => setTimeout(r, args.name === 'slow' ? 3_000 : 0)); return { ok: true, data: { text: '${text}', version: context.session.toolsVersion } };`,
  });
  const ask = (options: { name?: string; toolsVersion?: string } = {}) =>
    assembly.runtime.call(
      { tool: 'say', args: { name: options.name ?? 'x' }, preset: 'tools', toolsVersion: options.toolsVersion },
      agent,
    );
  const textOf = async (outcome: Promise<Outcome>) => {
    const ended = await outcome;
    return ended.state === 'ok' ? (ended.value as { text: string }).text : ended;
  };

  beforeAll(async () => {
    own = join(base, 'own');
    writeTool(own, 'say', answer('first'));
    buildTools(own);
    assembly = await assemble({
      data: join(base, 'server'),
      tools: own,
      follow: true,
      log: (level, message) => log.push(`${level}: ${message}`),
    });
  });
  afterAll(() => assembly.close());

  test('is taken up without a restart; what runs ends on the old one, and a session keeps its own', async () => {
    expect(await textOf(ask())).toBe('first');
    const held = assembly.runtime.registry.hold('tools');
    const slow = ask({ name: 'slow' });
    writeTool(own, 'say', answer('second'));
    writeTool(own, 'added', {});
    expect(buildTools(own)).toMatchObject({ ok: true });
    await expect.poll(() => textOf(ask()), { timeout: 30_000, interval: 100 }).toBe('second');
    expect(assembly.runtime.registry.find('tools', 'added')).toBeDefined();
    expect(await textOf(slow)).toBe('first');
    expect(await ask({ toolsVersion: held.version })).toMatchObject({
      value: { text: 'first', version: held.version },
    });
    held.release();
    expect(await ask({ toolsVersion: held.version })).toMatchObject({ state: 'refused', error: { code: 'CONFLICT' } });
  });

  test('a broken build changes nothing, and a damaged registry is said to be so', async () => {
    writeTool(own, 'say', { schema: { version: 'broken' } });
    expect(buildTools(own)).toMatchObject({ ok: false });
    expect(await textOf(ask())).toBe('second');
    writeFileSync(join(own, 'tool_registry.json'), '{"format": 1, "tools": [');
    await expect.poll(() => log, { timeout: 30_000 }).toContainEqual(expect.stringContaining('the last ones stay'));
    expect(await textOf(ask())).toBe('second');
    writeTool(own, 'say', answer('third'));
    expect(buildTools(own)).toMatchObject({ ok: true });
    await expect.poll(() => textOf(ask()), { timeout: 30_000, interval: 100 }).toBe('third');
  });

  test('without a client, sending a message fails in the tool', async () => {
    writeTool(own, 'send', {
      body: `try { await context.messaging.send({}) } catch (error) { return { ok: true, data: { why: error.message } } }`,
    });
    expect(buildTools(own)).toMatchObject({ ok: true });
    await expect.poll(() => assembly.runtime.registry.find('tools', 'send'), { timeout: 30_000 }).toBeDefined();
    expect(await assembly.runtime.call({ tool: 'send', args: { name: 'x' }, preset: 'tools' }, agent)).toMatchObject({
      value: { why: 'No client is connected to this call, so no message can be sent.' },
    });
  });

  test('a workspace may not hold the tools, nor lie in them', async () => {
    for (const workspace of [base, join(own, 'say')])
      await expect(assemble({ data: join(base, 'd2'), tools: own, workspace, log: quiet })).rejects.toMatchObject({
        code: 'INVALID_CONFIGURATION',
      });
  });

  test('a folder that was never built is named', async () => {
    const empty = mkdtempSync(join(base, 'empty-'));
    await expect(assemble({ data: join(base, 'd3'), tools: empty, log: quiet })).rejects.toThrow(
      /deputize tools build/,
    );
  });
});
