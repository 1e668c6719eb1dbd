import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const extract = async (text, default_country) => {
  const { ok, data, error } = await execute({ args: { text, default_country }, ...createTestContext() });
  return ok ? data.contacts : error;
};

test('reads a signature as one contact', async () => {
  assert.deepEqual(await extract('Best regards\nAda Lovelace\nada@example.com\n+44 20 7946 0958'), [
    {
      name: 'Ada Lovelace',
      emails: ['ada@example.com'],
      phones: [{ number: '+442079460958', international: '+44 20 7946 0958', country: 'GB' }],
    },
  ]);
});

test('gives each of several people what is theirs', async () => {
  const text =
    'Ada Lovelace <ada@example.com>, Charles Babbage <charles@example.com>\nJean de la Fontaine: jean@example.org';
  assert.deepEqual(await extract(text), [
    { name: 'Ada Lovelace', emails: ['ada@example.com'] },
    { name: 'Charles Babbage', emails: ['charles@example.com'] },
    { name: 'Jean de la Fontaine', emails: ['jean@example.org'] },
  ]);
});

test('knows local numbers by their country, and none without', async () => {
  assert.deepEqual(await extract('Call the office: 030 12345678', 'DE'), [
    { phones: [{ number: '+493012345678', international: '+49 30 12345678', country: 'DE' }] },
  ]);
  assert.deepEqual(await extract('Call the office: 030 12345678'), []);
  assert.equal((await extract('x', 'ZZ')).type, 'VALIDATION');
});

test('joins what is told of somebody twice, and takes no greeting for a name', async () => {
  const text = 'Kind Regards\nada@example.com\n\nAda Lovelace\nada@example.com\n+1 213 373 4253 ext. 12';
  assert.deepEqual(await extract(text), [
    {
      name: 'Ada Lovelace',
      emails: ['ada@example.com'],
      phones: [{ number: '+12133734253', international: '+1 213 373 4253 ext. 12', country: 'US', extension: '12' }],
    },
  ]);
});

test('finds nothing where there is nothing, and comes to an end with what is long', async () => {
  assert.deepEqual(await extract('Nobody wrote this on 2026-11-15 at 12:30, order 123.'), []);
  assert.deepEqual(await extract('a.'.repeat(10_000)), []);
  assert.deepEqual(await extract('A'.repeat(20_000)), []);
  assert.deepEqual(await extract('Aa '.repeat(6_000)), []);
});
