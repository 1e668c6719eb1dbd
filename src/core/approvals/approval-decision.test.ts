import { expect, test } from 'vitest';

import { parseGrantDuration, parseDecision } from './approval-decision.ts';

test.each([
  ['approve', 'approve', undefined],
  ['deny', 'deny', undefined],
  ['reject', 'deny', undefined],
  ['allow_once', 'approve', 'once'],
  ['allow_conversation', 'approve', 'conversation'],
  ['allow_always', 'approve', 'always'],
  ['reject_once', 'deny', 'once'],
  ['reject_always', 'deny', 'always'],
])('%s means %s', (word, decision, remember) => {
  expect(parseDecision({ decision: word }, 'cli')).toMatchObject({ decision, remember, via: 'cli' });
});

test('edit needs arguments and approves with them', () => {
  expect(parseDecision({ decision: 'edit', modifiedArgs: { a: 1 } }, 'x')).toMatchObject({
    decision: 'approve',
    modifiedArgs: { a: 1 },
  });
  expect(() => parseDecision({ decision: 'edit' }, 'x')).toThrow(/modifiedArgs/);
});

test('allow_for takes its time from remember', () => {
  expect(parseDecision({ decision: 'allow_for', remember: '2h' }, 'x').remember).toEqual({ forMs: 7_200_000 });
  expect(() => parseDecision({ decision: 'allow_for' }, 'x')).toThrow(/1h/);
});

test('remember says more than the word', () => {
  expect(parseDecision({ decision: 'allow_once', remember: 'always' }, 'x').remember).toBe('always');
});

test.each(['', 'yes', 'Approve', '__proto__', 'constructor', 'toString'])('"%s" is no decision', (decision) => {
  expect(() => parseDecision({ decision }, 'x')).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining('is not a decision') }),
  );
});

test.each([
  ['30s', 30_000],
  ['15m', 900_000],
  ['1h', 3_600_000],
  ['7d', 604_800_000],
])('%s is a time', (text, forMs) => {
  expect(parseGrantDuration(text)).toEqual({ forMs });
});

test.each(['', 'forever', '1w', '-1h', '1.5h', '1h ', '9999999999s', '1 h'])('"%s" cannot be remembered', (text) => {
  expect(() => parseGrantDuration(text)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
});
