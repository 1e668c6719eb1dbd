/** Confirm tokens: the one that was made is taken, and nothing else is, however near it comes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { importSigningKey, makeSigningKey } from '../../src/connectors/secrets/signing-key.ts';
import { DeputizeError } from '../../src/core/errors.ts';
import { checkToken, mintToken, type TokenClaims } from '../../src/core/tokens.ts';
import { hold } from './hold.ts';

const key = await importSigningKey(await makeSigningKey());
const NOW = 1_800_000_000_000;
const claims: TokenClaims = {
  ...{ tokenId: 'token', callId: 'call', traceId: 'trace', userId: 'owner', preset: 'app', tools: ['send'] },
  ...{ scopes: [], argsHash: 'a'.repeat(64), approvalId: 'approval', expected: null, reusable: false },
  expiresAt: NOW + 60_000,
  resources: [],
};
const use = { traceId: 'trace', userId: 'owner', preset: 'app', tool: 'send', argsHash: claims.argsHash };
const token = await mintToken(key, claims, NOW);
const refusal = async (given: string, at = NOW, wanted = use): Promise<DeputizeError> => {
  const thrown: unknown = await checkToken(key, given, wanted, at).then(
    (taken) => new Error(`it was taken: ${JSON.stringify(taken)}`),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(DeputizeError);
  return thrown as DeputizeError;
};

test('the token itself is taken', async () => {
  expect(await checkToken(key, token, use, NOW)).toMatchObject({ callId: 'call' });
});

test('any text is refused as no token', () =>
  hold(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.base64String(), { maxLength: 5 }).map((parts) => parts.join('.')),
    ),
    async (text) => {
      expect((await refusal(text)).code).toBe('TOKEN_INVALID');
    },
  ));

/** In the last letter of a part some bits say nothing, so another letter there can be the same token. */
const places = token
  .split('')
  .flatMap((letter, at) => (letter === '.' || token[at + 1] === '.' || at === token.length - 1 ? [] : [at]));

test('a token with one letter changed, left out or doubled is refused', () =>
  hold(
    fc.tuple(
      fc.constantFrom(...places),
      fc.constantFrom('change', 'omit', 'double'),
      fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_'),
    ),
    async ([at, how, letter]) => {
      const there = token[at] ?? '';
      const instead = how === 'omit' ? '' : how === 'double' ? there + there : letter;
      if (instead === there) return;
      expect((await refusal(token.slice(0, at) + instead + token.slice(at + 1))).code).toMatch(/^TOKEN_/u);
    },
  ));

test('a token with a head of one’s own is refused', () =>
  hold(
    fc.record({
      alg: fc.constantFrom('none', 'HS256', 'EdDSA', 'RS256', 'ES256'),
      typ: fc.constantFrom('JWT', 'confirm+jwt', ''),
    }),
    async (head) => {
      const [, payload = '', signature = ''] = token.split('.');
      const own = Buffer.from(JSON.stringify(head)).toString('base64url');
      expect((await refusal(`${own}.${payload}.${signature}`)).code).toBe('TOKEN_INVALID');
      expect((await refusal(`${own}.${payload}.`)).code).toBe('TOKEN_INVALID');
    },
  ));

test('a token is good for nothing that it was not made for', () =>
  hold(
    fc.tuple(fc.constantFrom('traceId', 'userId', 'preset', 'tool', 'argsHash'), fc.string({ unit: 'binary' })),
    async ([field, other]) => {
      if (other === use[field]) return;
      expect((await refusal(token, NOW, { ...use, [field]: other })).code).toMatch(
        /^TOKEN_(?:TRACE|USER|TOOL|ARGUMENTS)$/u,
      );
    },
  ));

test('a token past its time is refused, however the clock goes', () =>
  hold(fc.integer({ min: 61_000, max: 2 ** 40 }), async (later) => {
    expect((await refusal(token, NOW + later)).code).toBe('TOKEN_EXPIRED');
  }));
