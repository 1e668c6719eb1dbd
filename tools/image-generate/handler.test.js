import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const asked = [];
const images = { generate: (args) => (asked.push(args), [{ file: 'images/a-1.png', type: 'image/png', size: 7 }]) };

test('has the picture made under a name of its own, and notes it', async () => {
  const { context, logged } = createTestContext({ services: { images } });
  const answer = await execute({ args: { prompt: 'Ein Bär, im Wald!' }, context });
  assert.deepEqual(answer, { ok: true, data: { images: [{ file: 'images/a-1.png', type: 'image/png', size: 7 }] } });
  const { name, ...rest } = asked[0];
  assert.match(name, /^ein-ba-r-im-wald-[0-9a-f]{8}$/);
  assert.deepEqual(rest, { prompt: 'Ein Bär, im Wald!', size: '1024x1024', count: 1 });
  assert.deepEqual(logged, [{ event: 'images_generated', data: { count: 1 } }]);
});

test('says what is missing, and throws what nobody expected', async () => {
  const failing = (error) => createTestContext({ services: { images: { generate: () => Promise.reject(error) } } });
  const missing = Object.assign(new Error('Set "images".'), { code: 'NOT_AVAILABLE' });
  assert.equal((await execute({ args: { prompt: 'x' }, ...failing(missing) })).error.message, 'Set "images".');
  await assert.rejects(execute({ args: { prompt: 'x' }, ...failing(new Error('odd')) }), /odd/);
});
