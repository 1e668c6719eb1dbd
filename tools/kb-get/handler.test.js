import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const pages = {
  'shop.md': { id: 'shop.md', title: 'Shop', text: '# Shop', citation: { file: 'shop.md', heading: 'Shop' } },
};
const knowledge = {
  get: ({ id }) => {
    if (pages[id]) return pages[id];
    throw Object.assign(new Error(`There is no page "${id}".`), { code: 'NOT_FOUND' });
  },
};
const get = (id) => execute({ args: { id }, ...createTestContext({ services: { knowledge } }) });

test('answers the page', async () => {
  assert.deepEqual(await get('shop.md'), { ok: true, data: pages['shop.md'] });
});

test('says that there is none', async () => {
  assert.deepEqual((await get('other.md')).error, {
    type: 'NOT_FOUND',
    message: 'There is no page "other.md".',
    retryable: false,
  });
});
