import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

test('ends after the farewell, where there is one', async () => {
  const { context, sent } = createTestContext({ voice: true });
  const { data, intents } = await execute({ args: { farewell_message: 'Bye!' }, context });
  assert.deepEqual(data, { endsAfter: 'farewell_spoken' });
  assert.deepEqual(sent, [{ type: 'farewell', farewellMessage: 'Bye!' }]);
  assert.deepEqual(intents, [{ type: 'END_VOICE_SESSION', after: 'farewell_spoken' }]);
});

test('ends after the current turn otherwise', async () => {
  const { context, sent } = createTestContext({ voice: true });
  const { intents } = await execute({ args: {}, context });
  assert.deepEqual(intents, [{ type: 'END_VOICE_SESSION', after: 'current_turn' }]);
  assert.deepEqual(sent, []);
});

test('does nothing in a session that has ended', async () => {
  const { context } = createTestContext({ session: { isActive: false } });
  const { error } = await execute({ args: {}, context });
  assert.equal(error.type, 'SESSION_INACTIVE');
});
