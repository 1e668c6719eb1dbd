import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const asked = [];
const knowledge = { search: (args) => (asked.push(args), [{ id: 'a.md#b' }]) };
const search = (args, given = {}) => execute({ args, ...createTestContext({ services: { knowledge }, ...given }) });

test('asks for as many as were asked for, and answers what was found', async () => {
  assert.deepEqual(await search({ query: 'x', top_k: 2 }), { ok: true, data: { results: [{ id: 'a.md#b' }] } });
  assert.deepEqual(asked.at(-1), { query: 'x', limit: 2 });
  await search({ query: 'x' });
  assert.equal(asked.at(-1).limit, 5);
});

test('asks for three at most by voice, and for ten in text', async () => {
  await search({ query: 'x', top_k: 10 }, { voice: true });
  assert.equal(asked.at(-1).limit, 3);
  await search({ query: 'x', top_k: 10 });
  assert.equal(asked.at(-1).limit, 10);
});

test('says what is missing', async () => {
  const none = {
    search: () => Promise.reject(Object.assign(new Error('Set "knowledge".'), { code: 'NOT_AVAILABLE' })),
  };
  assert.deepEqual(await search({ query: 'x' }, { services: { knowledge: none } }), {
    ok: false,
    error: { type: 'NOT_AVAILABLE', message: 'Set "knowledge".', retryable: false },
  });
});
