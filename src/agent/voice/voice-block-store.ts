/** Stores which users are blocked for a time. A block is stored before it is sent, so a new connection or a restart cannot lift it. */
import { DeputizeError } from '../../core/index.ts';
import { findOrganizationId } from '../../core/access/user-organization.ts';
import { draftRecord } from '../../core/ledger/records.ts';
import { prepared, createSqlBuilder } from '../../core/storage/statements.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { SessionEvent } from './session-events.ts';

/** The shortest and the longest block, in seconds. */
export const BLOCK_SECONDS = { least: 30, most: 86_400 } as const;
const MAX_HISTORY = 20;

type BlockRow = {
  /** The call that imposed the block. As the primary key it prevents a second block by the same call. */
  call_id: string;
  user_id: string;
  preset: string;
  conversation_id: string;
  seconds: number;
  from_at: number;
  until_at: number;
};

export interface VoiceBlock {
  readonly seconds: number;
  readonly from: number;
  readonly until: number;
}

/** The user and the preset to block, and the call that asks for it. */
interface VoiceBlockRequest {
  readonly userId: string;
  readonly preset: string;
  readonly conversationId: string;
  readonly callId: string;
  readonly seconds: number;
}

export interface VoiceBlockStore {
  impose(offence: VoiceBlockRequest): Promise<VoiceBlock>;
  /** The block that ends last, if one is still active. */
  current(userId: string, preset: string): Promise<VoiceBlock | undefined>;
  /** Ends all active blocks. Returns false if there is none. */
  lift(userId: string, preset: string, by: string): Promise<boolean>;
  /** Active and past blocks, sorted by their end, latest first. */
  history(userId: string, preset: string): Promise<VoiceBlock[]>;
}

export function blockMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'voice-001',
      statements: [
        `create table voice_blocks (call_id text primary key, user_id text not null references users (id), preset text not null,
          conversation_id text not null, seconds ${int} not null, from_at ${int} not null, until_at ${int} not null)`,
        `create index voice_blocks_by_user on voice_blocks (user_id, preset, until_at)`,
      ],
    },
  ];
}

export function createVoiceBlockStore({ database, clock }: { database: Database; clock: Clock }): VoiceBlockStore {
  const sql = createSqlBuilder<{ voice_blocks: BlockRow }>(database.dialect);
  const insert = prepared<BlockRow>(({ call_id, user_id, preset, conversation_id, seconds, from_at, until_at }) =>
    sql
      .insertInto('voice_blocks')
      .values({ call_id, user_id, preset, conversation_id, seconds, from_at, until_at })
      .onConflict((conflict) => conflict.column('call_id').doNothing()),
  );
  const latest = prepared<{ user_id: string; preset: string }>((slots) =>
    sql
      .selectFrom('voice_blocks')
      .selectAll()
      .where('user_id', '=', slots.user_id)
      .where('preset', '=', slots.preset)
      .orderBy('until_at', 'desc')
      .limit(MAX_HISTORY),
  );
  const end = prepared<{ user_id: string; preset: string; now: number }>((slots) =>
    sql
      .updateTable('voice_blocks')
      .set({ until_at: slots.now })
      .where('user_id', '=', slots.user_id)
      .where('preset', '=', slots.preset)
      .where('until_at', '>', slots.now),
  );
  const read = async (user_id: string, preset: string): Promise<VoiceBlock[]> =>
    (await database.read<BlockRow>(latest({ user_id, preset }))).map(toBlock);
  return {
    async impose({ userId, preset, conversationId, callId, seconds }) {
      if (!Number.isInteger(seconds) || seconds < BLOCK_SECONDS.least || seconds > BLOCK_SECONDS.most)
        throw new DeputizeError(
          'INVALID_ARGUMENTS',
          `Someone can be kept out for ${BLOCK_SECONDS.least} to ${BLOCK_SECONDS.most} seconds.`,
        );
      const from_at = clock.now();
      const until_at = from_at + seconds * 1_000;
      const row = { call_id: callId, user_id: userId, preset, conversation_id: conversationId };
      const about = { user: userId, preset, conversationId, seconds, until: new Date(until_at).toISOString() };
      const done = await database.change({
        guards: [insert({ ...row, seconds, from_at, until_at })],
        records: [draftRecord(await findOrganizationId(database, userId), 'voice.blocked', from_at, callId, about)],
      });
      if (done === 'lost') throw new DeputizeError('CONFLICT', 'This call has kept someone out already.');
      return { seconds, from: from_at, until: until_at };
    },
    async current(userId, preset) {
      const [last] = await read(userId, preset);
      return last && last.until > clock.now() ? last : undefined;
    },
    async lift(user_id, preset, by) {
      const now = clock.now();
      const about = { user: user_id, preset, by };
      const done = await database.change({
        guards: [end({ user_id, preset, now })],
        records: [draftRecord(await findOrganizationId(database, user_id), 'voice.unblocked', now, null, about)],
      });
      return done === 'done';
    },
    history: read,
  };
}

function toBlock({ seconds, from_at, until_at }: BlockRow): VoiceBlock {
  return { seconds, from: from_at, until: until_at };
}

/** The block with ISO dates, for tools and the API. */
export function toTimeout({ seconds, from, until }: VoiceBlock): { seconds: number; from: string; until: string } {
  return { seconds, from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

/** The event that reports a block to the client. */
export function countdown({ until }: VoiceBlock): SessionEvent {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  return { type: 'countdown', until: new Date(until).toISOString(), seconds };
}
