import { describe, expect, test } from 'vitest';

import type { Json } from '../ports/json.ts';
import { covers, type GrantMatch } from './grants.ts';
import type { GrantRow } from './storage/tables.ts';

const grant = (match: GrantMatch, conversation: string | null = null): GrantRow => ({
  id: 'g',
  organization_id: 'home',
  user_id: 'owner',
  preset: 'app',
  tool: 'send',
  match_json: JSON.stringify(match),
  conversation_id: conversation,
  effect: 'allow',
  approval_id: null,
  created_at: 0,
  expires_at: null,
  revoked_at: null,
  revoked_reason: null,
  resource_key: null,
  resources_json: null,
});
const call = (args: Json, conversationId: string | null = null) => ({
  ...{ args, argsHash: 'digest', argsFingerprint: 'hash', conversationId },
});
const pattern = (values: Record<string, string>) => grant({ kind: 'pattern', values });

describe('covers', () => {
  test('an exact grant covers the same arguments and no others', () => {
    expect(covers(grant({ kind: 'exact', argsHash: 'hash' }), call({}))).toBe(true);
    expect(covers(grant({ kind: 'exact', argsHash: 'digest' }), call({}))).toBe(true);
    expect(covers(grant({ kind: 'exact', argsHash: 'other' }), call({}))).toBe(false);
  });

  test('a grant of a conversation covers that conversation only', () => {
    const row = grant({ kind: 'exact', argsHash: 'hash' }, 'c1');
    expect(covers(row, call({}, 'c1'))).toBe(true);
    expect(covers(row, call({}, 'c2'))).toBe(false);
    expect(covers(row, call({}, null))).toBe(false);
  });

  test.each<[string, Json]>([
    ['one value', { to: 'a@example.com' }],
    ['every item of a list', { to: ['a@example.com', 'b@example.com'] }],
  ])('a pattern covers %s that fits', (_, args) => {
    expect(covers(pattern({ '/to': '*@example.com' }), call(args))).toBe(true);
  });

  test.each<[string, Json]>([
    ['one item that does not fit', { to: ['a@example.com', 'b@evil.org'] }],
    ['an empty list', { to: [] }],
    ['a missing value', { cc: 'a@example.com' }],
    ['an item that is no text', { to: ['a@example.com', 7] }],
    ['a nested list', { to: [['b@evil.org', 'a@example.com']] }],
    ['an object', { to: { address: 'a@example.com' } }],
    ['null', { to: null }],
    ['no object at all', 'a@example.com'],
  ])('a pattern does not cover %s', (_, args) => {
    expect(covers(pattern({ '/to': '*@example.com' }), call(args))).toBe(false);
  });

  test('every pointer of a pattern must fit', () => {
    const row = pattern({ '/to': '*@example.com', '/from/name': 'me' });
    expect(covers(row, call({ to: 'a@example.com', from: { name: 'me' } }))).toBe(true);
    expect(covers(row, call({ to: 'a@example.com', from: { name: 'you' } }))).toBe(false);
  });

  test('pointers reach list items and escaped names, and nothing inherited', () => {
    expect(covers(pattern({ '/list/1': 'x' }), call({ list: ['y', 'x'] }))).toBe(true);
    expect(covers(pattern({ '/a~1b/~0': 'x' }), call({ 'a/b': { '~': 'x' } }))).toBe(true);
    expect(covers(pattern({ '/constructor/name': '*' }), call({}))).toBe(false);
    expect(covers(pattern({ '/to/length': '*' }), call({ to: 'abc' }))).toBe(false);
  });

  test('a pattern without pointers covers nothing', () => {
    expect(covers(pattern({}), call({ to: 'a' }))).toBe(false);
    expect(covers(pattern({ '': '*' }), call({ to: 'a' }))).toBe(false);
  });

  test('a pattern for recipients holds for all of them, in any argument', () => {
    const args = { to: ['a@example.com'], bcc: ['eve@elsewhere.example'] };
    const reached = { ...call(args), recipients: [...args.to, ...args.bcc] };
    const row = pattern({ '/to': '*@example.com' });
    expect(covers(row, reached)).toBe(false);
    expect(covers({ ...row, effect: 'deny' }, reached)).toBe(true);
    expect(covers(row, { ...reached, recipients: ['a@example.com', 'b@example.com'] })).toBe(true);
    expect(covers(pattern({ '/to': '*@example.com', '/bcc': '*@elsewhere.example' }), reached)).toBe(true);
  });
});
