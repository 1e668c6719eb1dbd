/** Erases the contents of one person, or all contents after the time that they are kept. The audit chain stays whole. */
import { sql as raw } from 'kysely';

import type { RecordDraft, SqlQuery } from '../../ports/database.ts';
import { requireAdmin } from '../access/credential-store.ts';
import { formatActor, OWNER_ORGANIZATION, type Principal } from '../access/principal.ts';
import type { ApprovalService } from '../approvals/approval-service.ts';
import { DeputizeError } from '../errors.ts';
import { draftRecord } from '../ledger/records.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';

type ErasureParts = RuntimeParts<'clock' | 'contents' | 'database' | 'log' | 'sql'>;

/** Erases what other stores hold of a person: search indexes, plans, notifications. */
export type EraseElsewhere = (userId: string, conversationIds: readonly string[]) => Promise<void>;

interface ErasureOptions {
  readonly elsewhere?: EraseElsewhere | undefined;
  readonly keepMs?: number | undefined;
}

/** What was erased. */
export interface ErasureReport {
  readonly userId: string;
  /** The sealed contents whose bytes were removed. */
  readonly contents: number;
  readonly conversations: number;
  readonly at: string;
}

/** The contents that are stored now. Times are ISO 8601. */
export interface RetentionReport {
  readonly kept: number;
  readonly erased: number;
  readonly oldest: string | null;
}

/** PostgreSQL returns sums as texts. */
type Sum = number | string | null;

/** What a column holds after its text from before contents were sealed was erased. No content has this id. */
const ERASED = 'content:erased';
const RETENTION_EVERY_MS = 3_600_000;
/** Rows in one change, so that calls go on between two of them. */
const AT_ONCE = 500;

/** Erases contents. Throws FORBIDDEN for all but administrators, as persons. */
export class ContentErasure {
  readonly #parts: ErasureParts;
  readonly #approvals: ApprovalService;
  readonly #elsewhere: EraseElsewhere;
  /** How long contents are kept, in milliseconds; undefined means until they are erased. */
  readonly keepMs: number | undefined;
  #retainedAt = 0;

  constructor(
    parts: ErasureParts,
    approvals: ApprovalService,
    { elsewhere = () => Promise.resolve(), keepMs }: ErasureOptions = {},
  ) {
    this.#parts = parts;
    this.#approvals = approvals;
    this.#elsewhere = elsewhere;
    this.keepMs = keepMs;
  }

  /**
   * Destroys the key of a person, and removes what it sealed. Calls that wait expire first. It can be repeated after a
   * crash: what is left is unreadable already.
   */
  async eraseUser(userId: string, by: Principal): Promise<ErasureReport> {
    requireAdmin(by, 'erase contents');
    const { clock, contents, database, sql } = this.#parts;
    const [user] = await database.read<{ organization_id: string; disabled_at: number | null }>(
      query(sql.selectFrom('users').select(['organization_id', 'disabled_at']).where('id', '=', userId)),
    );
    if (!user || user.organization_id !== by.organizationId)
      throw new DeputizeError('NOT_FOUND', 'There is no such user.', { details: { userId: userId.slice(0, 128) } });
    await this.#approvals.expireOf(userId, 'The contents of this user were erased.');
    const now = clock.now();
    const conversations = await database.read<{ id: string }>(
      query(sql.selectFrom('conversations').select('id').where('user_id', '=', userId)),
    );
    const body = { user: userId, by: by.userId, actor: formatActor(by), wasActive: user.disabled_at === null };
    await this.#change(
      [destroyKeys(sql, userId, now)],
      [draftRecord(by.organizationId, 'contents.erased', now, null, body)],
    );
    contents.forget(userId);
    const erased = await this.#removeBytes(now, { userId });
    for (const write of erasePlainTexts(sql, { userId })) await this.#change([write]);
    for (const write of eraseTraces(sql, userId, now)) await this.#change([write]);
    const conversationIds = conversations.map(({ id }) => id);
    await this.#elsewhere(userId, conversationIds);
    await database.purge();
    return { userId, contents: erased, conversations: conversationIds.length, at: new Date(now).toISOString() };
  }

  /** Erases contents that are older than they are kept, about each hour. */
  async retain(): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.keepMs === undefined || now - this.#retainedAt < RETENTION_EVERY_MS) return;
    this.#retainedAt = now;
    await this.eraseBefore(now - this.keepMs);
  }

  /** Removes all contents from before this time, of everyone. Returns how many. */
  async eraseBefore(before: number): Promise<number> {
    const { clock, database, sql } = this.#parts;
    const now = clock.now();
    const erased = await this.#removeBytes(now, { before });
    for (const write of erasePlainTexts(sql, { before })) await this.#change([write]);
    if (erased === 0) return 0;
    const body = { contents: erased, before: new Date(before).toISOString() };
    await this.#change([], [draftRecord(OWNER_ORGANIZATION, 'contents.expired', now, null, body)]);
    await database.purge();
    return erased;
  }

  async report(by: Principal): Promise<RetentionReport> {
    requireAdmin(by, 'see how long contents are kept');
    const { database, sql } = this.#parts;
    const isKept = raw<number>`case when erased_at is null then 1 else 0 end`;
    const [row] = await database.read<{ kept: Sum; total: Sum; oldest: Sum }>(
      query(
        sql
          .selectFrom('contents')
          .where('organization_id', '=', by.organizationId)
          .select(({ fn }) => [
            fn.sum<Sum>(isKept).as('kept'),
            fn.countAll<number | string>().as('total'),
            fn.min<Sum>(raw<number>`case when erased_at is null then created_at end`).as('oldest'),
          ]),
      ),
    );
    const kept = Number(row?.kept ?? 0);
    const oldest = row?.oldest ? new Date(Number(row.oldest)).toISOString() : null;
    return { kept, erased: Number(row?.total ?? 0) - kept, oldest };
  }

  async #removeBytes(now: number, which: { userId?: string; before?: number }): Promise<number> {
    const { database, sql } = this.#parts;
    for (let erased = 0; ;) {
      let select = sql.selectFrom('contents').select('id').where('erased_at', 'is', null).limit(AT_ONCE);
      if (which.userId !== undefined) select = select.where('user_id', '=', which.userId);
      if (which.before !== undefined) select = select.where('created_at', '<', which.before);
      const ids = (await database.read<{ id: string }>(query(select))).map(({ id }) => id);
      // D1 takes at most 100 parameters in one statement.
      for (let from = 0; from < ids.length; from += 90) {
        const some = ids.slice(from, from + 90);
        const remove = sql.updateTable('contents').set({ sealed: null, erased_at: now }).where('id', 'in', some);
        await this.#change([query(remove)]);
      }
      erased += ids.length;
      if (ids.length < AT_ONCE) return erased;
    }
  }

  #change(writes: readonly SqlQuery[], records: readonly RecordDraft[] = []): Promise<unknown> {
    return this.#parts.database.change({ guards: [], writes, records });
  }
}

function destroyKeys(sql: SqlBuilder, userId: string, now: number): SqlQuery {
  const destroy = sql.updateTable('content_keys').set({ sealed_key: null, destroyed_at: now });
  return query(destroy.where('user_id', '=', userId).where('destroyed_at', 'is', null));
}

/** The texts that were stored before contents were sealed. */
function* erasePlainTexts(
  sql: SqlBuilder,
  { userId, before }: { userId?: string; before?: number },
): Generator<SqlQuery> {
  const plain = (column: string) => raw<boolean>`${raw.ref(column)} not like 'content:%'`;
  const erased = (column: string) =>
    raw<string>`case when ${raw.ref(column)} is null or ${raw.ref(column)} like 'content:%' then ${raw.ref(column)} else ${raw.lit(ERASED)} end`;
  let calls = sql
    .updateTable('calls')
    .set({ args_json: ERASED, args_hash: '', outcome_json: erased('outcome_json') })
    .where(plain('args_json'))
    .where('state', 'not in', ['running', 'awaiting_approval', 'proposed']);
  let approvals = sql
    .updateTable('approvals')
    .set({
      preview_json: ERASED,
      scope_json: ERASED,
      proposed_args_json: ERASED,
      approved_args_json: erased('approved_args_json'),
      provenance_json: erased('provenance_json'),
      note: erased('note'),
    })
    .where(plain('preview_json'));
  let concerned = sql.selectFrom('calls').select('id');
  let spoken = sql.selectFrom('conversations').select('id');
  let undo = sql.updateTable('undo').set({ record_json: ERASED }).where(plain('record_json'));
  let messages = sql.updateTable('messages').set({ body_json: ERASED }).where(plain('body_json'));
  if (userId !== undefined) {
    calls = calls.where('user_id', '=', userId);
    approvals = approvals.where('user_id', '=', userId);
    concerned = concerned.where('user_id', '=', userId);
    spoken = spoken.where('user_id', '=', userId);
    undo = undo.where('call_id', 'in', concerned);
    messages = messages.where('conversation_id', 'in', spoken);
  }
  if (before !== undefined) {
    calls = calls.where('created_at', '<', before);
    approvals = approvals.where('created_at', '<', before);
    undo = undo.where('kept_at', '<', before);
    messages = messages.where('at', '<', before);
  }
  for (const update of [calls, approvals, undo, messages]) yield query(update);
}

/** What other tables of the core hold about a person’s words: titles, grants for values, and names that were written. */
function* eraseTraces(sql: SqlBuilder, userId: string, now: number): Generator<SqlQuery> {
  const conversations = sql.selectFrom('conversations').select('id').where('user_id', '=', userId);
  const calls = sql.selectFrom('calls').select('id').where('user_id', '=', userId);
  yield query(sql.deleteFrom('conversation_keys').where('conversation_id', 'in', conversations));
  yield query(
    sql
      .updateTable('conversations')
      .set({ title: 'Erased', instructions: null, is_open: 0 })
      .where('user_id', '=', userId),
  );
  yield query(
    sql
      .updateTable('grants')
      .set({ revoked_at: now, revoked_reason: 'The contents of this user were erased.' })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null),
  );
  yield query(
    sql
      .updateTable('grants')
      .set({ match_json: JSON.stringify({ kind: 'exact', argsHash: '' }) })
      .where('user_id', '=', userId),
  );
  yield query(sql.deleteFrom('marks').where('call_id', 'in', calls));
}
