import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const { context } = createTestContext();
const format = (args) => execute({ args: { locale: 'en-GB', style: 'long', ...args }, context });

test('writes a moment in another zone', async () => {
  const { data } = await format({ datetime: '2026-11-15T09:00:00Z', time_zone: 'Asia/Tokyo' });
  assert.match(data.text, /^15 November 2026 at 18:00:00/);
  assert.equal(data.offset, '+09:00');
});

test('writes it in another language', async () => {
  const args = { datetime: '2026-07-01T12:30:00+02:00', time_zone: 'Europe/Berlin', locale: 'de-DE', style: 'short' };
  const { data } = await format(args);
  assert.equal(data.text, '01.07.26, 12:30');
  assert.equal(data.locale, 'de-DE');
});

test('knows about summer time', async () => {
  const winter = await format({ datetime: '2026-01-15T12:00:00Z', time_zone: 'Europe/Paris' });
  const summer = await format({ datetime: '2026-07-15T12:00:00Z', time_zone: 'Europe/Paris' });
  assert.deepEqual([winter.data.offset, summer.data.offset], ['+01:00', '+02:00']);
});

test('says which zone or language it does not know', async () => {
  for (const wrong of [{ time_zone: 'Mars/Olympus' }, { time_zone: 'UTC', locale: 'not_a_tag' }]) {
    const { ok, error } = await format({ datetime: '2026-01-15T12:00:00Z', ...wrong });
    assert.equal(ok, false);
    assert.equal(error.type, 'VALIDATION');
  }
});
