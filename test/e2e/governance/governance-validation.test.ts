/** Nothing that is malformed gets as far as a tool, and nothing malformed that a tool says gets out. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeEach(async () => {
  sample = await openSample({ limits: { factsTimeoutMs: 100 } });
});
afterEach(() => sample[Symbol.asyncDispose]());

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { deeper: value };
  return value;
};
const cyclic: Record<string, unknown> = { text: 'x' };
cyclic['again'] = { cyclic };

/** Returns the caller's outcome, the audit records and the effects. */
async function attempt(tool: string, args: unknown) {
  const outcome = await sample.refused(tool, args);
  const { issues } = outcome.error.details as unknown as { issues?: { path: string; message: string }[] };
  const records = await sample.audit(outcome.callId);
  return { outcome, place: issues?.[0]?.path, told: issues?.[0]?.message, records, effects: sample.world.effects };
}
const refusal = (code: string) => ({
  outcome: { state: 'refused', decision: { effect: 'block' }, error: { code, partialSideEffects: false } },
  records: [{ kind: 'call.refused', body: { summary: code, user: 'owner' } }],
  effects: [],
});

describe('R2: arguments', () => {
  test.each<[string, string, unknown, string, string]>([
    ['an unknown property', 'look', { text: 'a', extra: 1 }, 'INVALID_ARGUMENTS', ''],
    ['a wrong type', 'look', { text: 7 }, 'INVALID_ARGUMENTS', '/text'],
    ['a missing property', 'look', {}, 'INVALID_ARGUMENTS', '/text'],
    ['a wrong item of a list', 'send', { to: ['a@example.com', 'nobody'], body: '' }, 'INVALID_ARGUMENTS', '/to/1'],
    ['null', 'look', null, 'INVALID_ARGUMENTS', ''],
    ['a list', 'look', ['a'], 'INVALID_ARGUMENTS', ''],
    ['nothing', 'look', undefined, 'INVALID_ARGUMENTS', ''],
    ['text', 'look', '{"text":"a"}', 'INVALID_ARGUMENTS', ''],
    [
      '__proto__ as a key',
      'any',
      JSON.parse('{"a":{"__proto__":{"admin":true}}}'),
      'INVALID_ARGUMENTS',
      '/a/__proto__',
    ],
    ['constructor as a key', 'look', { text: 'a', constructor: 1 }, 'INVALID_ARGUMENTS', ''],
    ['toString as a key', 'look', { text: 'a', toString: 1 }, 'INVALID_ARGUMENTS', ''],
    ['a value that refers to itself', 'any', cyclic, 'INVALID_ARGUMENTS', '/again/cyclic'],
    ['100,000 levels', 'any', nested(100_000), 'TOO_LARGE', '/deeper'.repeat(64)],
    ['10 MB', 'any', { text: 'x'.repeat(10_000_000) }, 'TOO_LARGE', '/text'],
    ['half a surrogate pair', 'look', { text: 'a\uD83D' }, 'INVALID_ARGUMENTS', '/text'],
    ['a function', 'any', { run: () => 1 }, 'INVALID_ARGUMENTS', '/run'],
    ['a date', 'any', { at: new Date() }, 'INVALID_ARGUMENTS', '/at'],
  ])('%s is refused', async (_, tool, args, code, place) => {
    expect(await attempt(tool, args)).toMatchObject({ ...refusal(code), place, told: expect.stringMatching(/\w/) });
  });

  test.each([
    'nothing_like_it',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    'look ',
    '../look',
    'x'.repeat(10_000),
  ])('a tool called "%.20s" is not found', async (name) => {
    expect(await attempt(name, { text: 'a' })).toMatchObject(refusal('UNKNOWN_TOOL'));
  });

  test.each(['nope', '__proto__', 'constructor'])('a preset called "%s" is not found', async (preset) => {
    expect(await sample.refused('look', { text: 'a' }, { preset })).toMatchObject({
      error: { code: 'UNKNOWN_PRESET' },
    });
    expect(sample.world.effects).toEqual([]);
  });

  test.each(['', 'a b', '../../etc', 'x'.repeat(129), 'a\nb'])(
    '"%.20s" is refused as an id of a call',
    async (callId) => {
      expect(await sample.refused('look', { text: 'a' }, { callId })).toMatchObject({
        error: { code: 'INVALID_REQUEST' },
      });
      expect(await sample.refused('look', { text: 'a' }, { traceId: callId })).toMatchObject({
        error: { code: 'INVALID_REQUEST' },
      });
      expect(sample.world.effects).toEqual([]);
    },
  );

  test('a name that many objects inherit is fine where the schema takes any', async () => {
    expect(await sample.call('any', { constructor: 1, toString: 'x' })).toMatchObject({ state: 'ok' });
  });
});

describe('R2, R14: what a tool does wrong', () => {
  test.each([
    ['throws', 'EXECUTION_ERROR', 'throws failed.', true],
    ['throws_text', 'EXECUTION_ERROR', 'throws_text failed.', false],
    ['wrong_shape', 'INVALID_OUTPUT', '/done', false],
    ['says_too_much', 'INVALID_OUTPUT', 'the top', false],
    ['cyclic', 'INVALID_OUTPUT', 'refers to itself', false],
    ['big_number', 'INVALID_OUTPUT', 'JSON', false],
    ['hangs', 'TIMEOUT', '100 ms', false],
  ])('%s fails as %s', async (tool, code, told, partialSideEffects) => {
    const outcome = await sample.refused(tool, {});
    expect(outcome).toMatchObject({ state: 'failed', error: { code, type: 'system_error', partialSideEffects } });
    expect(outcome.error.message).toContain(told);
    const records = await sample.audit(outcome.callId);
    expect(records.map(({ kind }) => kind)).toEqual(['call.started', 'call.ended']);
    expect(records[1]?.body).toMatchObject({ result: 'error', summary: expect.stringContaining(code) });
    expect(await sample.deputize.runtime.calls.show(outcome.callId, sample.person)).toMatchObject({
      state: 'error',
      outcome,
    });
  });

  test.each([
    ['facts_throw', 'BLOCKED'],
    ['facts_hang', 'TIMEOUT'],
    ['preview_throws', 'INTERNAL'],
  ])('%s blocks before anything runs', async (tool, code) => {
    const outcome = await sample.refused(tool, {});
    expect(outcome).toMatchObject({ state: 'refused', decision: { effect: 'block' }, error: { code } });
    expect((await sample.audit(outcome.callId)).map(({ kind }) => kind)).toEqual(['call.refused']);
    expect(sample.world.effects).toEqual([]);
  });

  test('R14: internals appear neither in the answer nor in the audit nor in the ledger', async () => {
    for (const tool of ['throws', 'throws_text', 'facts_throw', 'preview_throws']) {
      const outcome = await sample.refused(tool, {});
      const seen = JSON.stringify([outcome, await sample.audit(), sample.sql('select * from calls')]);
      expect(seen).not.toMatch(/srv|private|hunter22|\.ts:/);
      expect(outcome.error).toMatchObject({ type: expect.any(String), retryable: false, details: expect.any(Object) });
    }
    expect(sample.logged).toContain('error throws failed');
  });

  test('every error has all its fields', async () => {
    const { error } = await sample.refused('look', {});
    expect(Object.keys(error).sort()).toEqual([
      'code',
      'details',
      'message',
      'partialSideEffects',
      'retryable',
      'type',
    ]);
  });
});
