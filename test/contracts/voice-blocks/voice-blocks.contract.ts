/** What keeping someone out must do on every database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  blockMigrations,
  createVoiceBlockStore,
  type VoiceBlockStore,
} from '../../../src/agent/voice/voice-block-store.ts';
import { createUserDirectory } from '../../../src/core/access/user-directory.ts';
import { OWNER } from '../../../src/core/index.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { query, createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { Database } from '../../../src/ports/database.ts';

export interface BlockStore {
  readonly database: Database;
  remove(): Promise<void>;
}

export function describeBlocks(name: string, open: () => Promise<BlockStore>): void {
  describe(`keeping someone out, on ${name}`, () => {
    let store: BlockStore;
    let blocks: VoiceBlockStore;
    let now = 1_800_000_000_000;
    let calls = 0;
    beforeAll(async () => {
      store = await open();
      const { database } = store;
      await database.migrate([...migrations(database.dialect), ...blockMigrations(database.dialect)]);
      await createUserDirectory(database, createSqlBuilder(database.dialect)).ensureOwner(1);
      blocks = createVoiceBlockStore({ database, clock: { now: () => now } });
    });
    afterAll(() => store.remove());

    const impose = (seconds: number, callId = `call-${(calls += 1)}`) =>
      blocks.impose({ userId: OWNER, preset: 'voice', conversationId: 'c', callId, seconds });

    test('V5: holds for exactly its time, for this user and preset alone', async () => {
      expect(await blocks.current(OWNER, 'voice')).toBeUndefined();
      const { from, until } = await impose(60);
      expect([from, until]).toEqual([now, now + 60_000]);
      expect(await blocks.current(OWNER, 'voice')).toEqual({ seconds: 60, from, until });
      expect(await blocks.current(OWNER, 'workspace')).toBeUndefined();
      expect(await blocks.current('other', 'voice')).toBeUndefined();
      now = until - 1;
      expect(await blocks.current(OWNER, 'voice')).toBeDefined();
      now = until;
      expect(await blocks.current(OWNER, 'voice')).toBeUndefined();
    });

    test('V5: of several, the one that ends last holds', async () => {
      const long = await impose(600);
      await impose(30);
      expect(await blocks.current(OWNER, 'voice')).toEqual(long);
      now = long.until;
    });

    test('V5: a call keeps someone out once', async () => {
      await impose(30, 'the-same');
      await expect(impose(86_400, 'the-same')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await blocks.current(OWNER, 'voice'))?.seconds).toBe(30);
    });

    test.each([29, 86_401, 0, -60, 30.5, Infinity, Number.NaN])('V6: not for %d seconds', async (seconds) => {
      await expect(impose(seconds)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    });

    test('V5: can be lifted, once', async () => {
      expect(await blocks.lift(OWNER, 'voice', 'someone')).toBe(true);
      expect(await blocks.current(OWNER, 'voice')).toBeUndefined();
      expect(await blocks.lift(OWNER, 'voice', 'someone')).toBe(false);
    });

    test('V5: is remembered when it is over, and stands in the audit', async () => {
      expect((await blocks.history(OWNER, 'voice')).map(({ seconds }) => seconds).sort((a, b) => a - b)).toEqual([
        30, 30, 60, 600,
      ]);
      const sql = createSqlBuilder(store.database.dialect);
      const records = await store.database.read(
        query(sql.selectFrom('audit').selectAll().where('kind', '=', 'voice.blocked')),
      );
      expect(records).toHaveLength(4);
    });
  });
}
