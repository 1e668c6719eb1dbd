import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../ports/json.ts';
import { redact, redactText } from './redact.ts';

const CREDENTIALS: readonly (readonly [string, string, string])[] = [
  ['a bearer token', 'send Authorization: Bearer abcdef0123456789xyz now', 'abcdef0123456789xyz'],
  ['basic credentials', 'basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA'],
  ['a JWT', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl y', 'eyJzdWIiOiIxMjM0In0'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
  ['a private key cut short', '-----BEGIN PRIVATE KEY-----\nMIIEowAA', 'MIIEowAA'],
  ['a password in a URL', 'postgres://me:hunter22@db.example.com/x', 'hunter22'],
  ['an API key', 'key sk-proj-abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
  ['a payment key', ['sk', 'live', 'abcdefghijklmnop1234'].join('_'), 'abcdefghijklmnop1234'],
  ['a forge token', 'ghp_abcdefghijklmnopqrstuvwxyz012345', 'abcdefghijklmnopqrstuvwxyz'],
  ['a cloud key id', 'AKIAABCDEFGHIJKLMNOP', 'AKIAABCDEFGHIJKLMNOP'],
  ['a chat token', 'xoxb-123456789012-abcdef', '123456789012'],
  ['our own access token', 'dpt_abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrstuvwxyz'],
  ['an assignment', 'PASSWORD=hunter22 and more', 'hunter22'],
  ['JSON in text', '{"api_key": "zzz-very-secret"}', 'zzz-very-secret'],
  ['a query parameter', 'https://x.example/?access_token=tok3nvalue&b=1', 'tok3nvalue'],
];

describe('redactText', () => {
  test.each(CREDENTIALS)('takes out %s', (_, text, secret) => {
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain('[redacted]');
  });

  test.each([
    'a plain sentence about passwords and tokens',
    'https://example.com/path?a=b',
    'meet@example.com at 10:30',
    '6f5902ac237024bdd0c176cb93063dc4e1a1b2c3d4e5f60718293a4b5c6d7e8f',
    '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
  ])('leaves "%s" as it is', (text) => {
    expect(redactText(text)).toBe(text);
  });

  test('takes out every one of several', () => {
    const clean = redactText(CREDENTIALS.map(([, text]) => text).join('\n'));
    for (const [, , secret] of CREDENTIALS.slice(0, 3)) expect(clean).not.toContain(secret);
  });

  test('stays quick on long hostile text', () => {
    const began = performance.now();
    for (const piece of ['://', 'password=', 'eyJ', '-----BEGIN PRIVATE KEY-----', 'a:b@', 'bearer '])
      redactText(piece.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('redact', () => {
  const hidden = '[redacted]';

  test.each(['secret', 'x-secret', 'writeOnly'])('hides what the schema marks as %s', (mark) => {
    const schema: JsonObject = { type: 'object', properties: { pin: { type: 'string', [mark]: true } } };
    expect(redact({ pin: '1234', other: '1234' }, schema)).toEqual({ pin: hidden, other: '1234' });
  });

  test('hides what has the format of a password, whatever its type', () => {
    const schema: JsonObject = { properties: { pin: { format: 'password' } } };
    expect(redact({ pin: { a: 1 } }, schema)).toEqual({ pin: hidden });
  });

  test.each([
    ['an item', { properties: { all: { items: { secret: true } } } }, { all: ['a', 'b'] }, { all: [hidden, hidden] }],
    [
      'a tuple',
      { properties: { all: { prefixItems: [{}, { secret: true }] } } },
      { all: ['a', 'b'] },
      { all: ['a', hidden] },
    ],
    ['any other property', { additionalProperties: { secret: true } }, { x: 'a' }, { x: hidden }],
    [
      'a property by pattern',
      { patternProperties: { '^x-': { secret: true } } },
      { 'x-a': 'a', b: 'b' },
      { 'x-a': hidden, b: 'b' },
    ],
    [
      'a reference',
      { $defs: { s: { secret: true } }, properties: { x: { $ref: '#/$defs/s' } } },
      { x: 'a' },
      { x: hidden },
    ],
    [
      'one of two forms',
      { properties: { x: { anyOf: [{ type: 'string', secret: true }, { type: 'null' }] } } },
      { x: 'a' },
      { x: hidden },
    ],
    [
      'one of several objects',
      { oneOf: [{ properties: { x: { secret: true } } }, { properties: { y: {} } }] },
      { x: 'a', y: 'b' },
      { x: hidden, y: 'b' },
    ],
    [
      'a part of all',
      { allOf: [{ properties: { x: { secret: true } } }], properties: { x: { type: 'string' } } },
      { x: 'a' },
      { x: hidden },
    ],
    ['a condition', { else: { properties: { x: { secret: true } } } }, { x: 'a' }, { x: hidden }],
  ])('finds a secret in %s', (_, schema, value, expected) => {
    expect(redact(value, schema as unknown as JsonObject)).toEqual(expected);
  });

  test('does not follow a schema that refers to itself for ever', () => {
    const schema: JsonObject = { $ref: '#', properties: { x: { $ref: '#' } }, anyOf: [{ $ref: '#' }] };
    expect(redact({ x: { x: 'a' } }, schema)).toEqual({ x: { x: 'a' } });
  });

  test.each([
    'password',
    'Passwd',
    'api_key',
    'apiKey',
    'client_secret',
    'newPassword',
    'db-password',
    'token',
    'authToken',
    'aws_secret_access_key',
    'Authorization',
    'set-cookie',
    'privateKey',
    'credentials',
  ])('hides the value under "%s"', (key) => {
    expect(redact({ deep: [{ [key]: 'x1' }] })).toEqual({ deep: [{ [key]: hidden }] });
  });

  test.each(['secretary', 'tokens_used', 'nextPageToken', 'passwordless', 'cookies_allowed', 'key'])(
    'leaves the value under "%s"',
    (key) => {
      expect(redact({ [key]: 'x1' })).toEqual({ [key]: 'x1' });
    },
  );

  test('takes a credential out of a key', () => {
    const [key] = Object.keys(redact({ dpt_abcdefghijklmnopqrstuvwxyz: 1 }) as object);
    expect(key).toBe(hidden);
  });

  test('shortens long text after taking secrets out', () => {
    const long = `${'a '.repeat(250)}password=hunter22 ${'b '.repeat(500)}`;
    const clean = redact({ text: long }) as { text: string };
    expect(clean.text.length).toBeLessThan(600);
    expect(clean.text).not.toContain('hunter22');
    expect(clean.text).toMatch(/\(\d+ characters\)$/);
  });

  test('leaves numbers, truth values and null alone', () => {
    expect(redact({ a: 1, b: true, c: null, d: [1] })).toEqual({ a: 1, b: true, c: null, d: [1] });
  });
});
