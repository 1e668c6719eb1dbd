import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const check = async (email) => (await execute({ args: { email }, ...createTestContext() })).data;

test('writes a good address in its one spelling', async () => {
  assert.deepEqual(await check(' Ada.Lovelace@Example.COM '), {
    valid: true,
    address: 'Ada.Lovelace@example.com',
    local_part: 'Ada.Lovelace',
    domain: 'example.com',
  });
  assert.equal((await check('ada@bücher.example')).domain, 'xn--bcher-kva.example');
  assert.equal((await check("o'neil+tag@mail.example.org")).valid, true);
});

for (const wrong of [
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@localhost',
  'ada..b@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a da@example.com',
  'ada@exa mple.com',
  'ada@example.com:25',
  'ada@example.com/x',
  'ada@-example.com',
  'ada@example..com',
  'ada@127.0.0.1',
  'ada@[::1]',
  'ada@example.com.',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'abcdefgh.'.repeat(30)}com`,
])
  test(`refuses "${wrong.slice(0, 30)}" and says why`, async () => {
    const { valid, reason } = await check(wrong);
    assert.equal(valid, false);
    assert.ok(reason.length > 10);
  });
