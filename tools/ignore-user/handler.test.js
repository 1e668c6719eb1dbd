import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const args = { duration_seconds: 60, farewell_message: 'Goodbye.' };

test('tells the session, notes it, and asks for the end after the farewell, in this order', async () => {
  const { context, sent, logged } = createTestContext({ voice: true });
  const before = Date.now();
  const { ok, data, intents } = await execute({ args, context });
  assert.equal(ok, true);
  assert.equal(data.duration, 60);
  assert.ok(data.timeoutUntil >= before + 60_000);
  const { timeoutUntil } = data;
  assert.deepEqual(sent, [{ type: 'timeout', durationSeconds: 60, timeoutUntil, farewellMessage: 'Goodbye.' }]);
  assert.deepEqual(logged, [{ event: 'user_timeout', data: { duration: 60, timeoutUntil } }]);
  assert.deepEqual(intents, [
    { type: 'END_VOICE_SESSION', after: 'farewell_spoken' },
    { type: 'SUPPRESS_AUDIO', value: true },
  ]);
});

test('does nothing in a session that has ended', async () => {
  const { context, sent, logged } = createTestContext({ session: { isActive: false } });
  const { ok, error } = await execute({ args, context });
  assert.equal(ok, false);
  assert.equal(error.type, 'SESSION_INACTIVE');
  assert.deepEqual([sent, logged], [[], []]);
});

test('keeps nobody out whom it could not tell', async () => {
  const { context, logged } = createTestContext({
    send: () => {
      throw new Error('gone');
    },
  });
  await assert.rejects(execute({ args, context }), { name: 'ToolError', type: 'TRANSIENT', retryable: true });
  assert.deepEqual(logged, []);
});
