import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const draft = (args) => execute({ args, ...createTestContext() });

test('writes everything that was said, and nothing else', async () => {
  const args = {
    subject: ' a lighthouse\nat dawn. ',
    style: 'watercolour',
    mood: 'calm',
    shape: 'landscape',
    avoid: ['people', ' '],
  };
  assert.deepEqual(await draft(args), {
    ok: true,
    data: { prompt: 'A watercolour of a lighthouse at dawn. The mood is calm. Without people.', size: '1536x1024' },
  });
  assert.deepEqual((await draft({ subject: 'a fox' })).data, {
    prompt: 'An illustration of a fox.',
    size: '1024x1024',
  });
});

test('wants words', async () => {
  assert.equal((await draft({ subject: ' … ' })).error.type, 'VALIDATION');
});
