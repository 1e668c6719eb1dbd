/** A person's mailbox on the runtime's own database and objects. */
import { sql as raw, type Kysely } from 'kysely';

import { DeputizeError } from '../../core/index.ts';
import { prepared, query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { SqlQuery } from '../../ports/database.ts';
import type { ForwardedMailbox, MailSummary, MailNotice, MailQuery } from '../../ports/forwarded-mailbox.ts';
import type { MailParts } from './deliver.ts';
import { readContent } from './mail-content.ts';
import { buildSearchExpression, type MailSearchTerms } from './mail-index.ts';
import { toFirstNumber, toMailId, toLastNumber, parseMailId } from './mail-number.ts';
import type { MailRow, MailTables, NoticeRow } from './mail-tables.ts';
import { senderTerms, parseSearchTerms } from './search-words.ts';

/** Of many that fit, the newest are ranked. */
const RANKED = 1_000;

type MailBuilder = Kysely<MailTables>;

type Found = MailRow & { has_twin: number | boolean };

export function createMailboxes({ database, objects, clock }: MailParts): (userId: string) => ForwardedMailbox {
  const { dialect } = database;
  const sql = createSqlBuilder<MailTables>(dialect);
  const { byNumber, see } = mailStatements(sql);

  return (user_id) => ({
    async search(asked) {
      const limit = asked.limit + 1;
      const range = toNumberRange(asked);
      const terms = buildSearchTerms(asked);
      if (!terms) return { found: [], hasMore: false };
      const expression = buildSearchExpression(dialect, terms);
      const rows = await database.read<Found>(
        expression === ''
          ? selectByTime(sql, { user_id, range, asked, limit })
          : dialect === 'postgres'
            ? selectByWords(sql, expression, { user_id, range, asked, limit })
            : selectByIndex(sql, expression, { user_id, range, asked, limit }),
      );
      return { found: rows.slice(0, asked.limit).map(toFound), hasMore: rows.length > asked.limit };
    },

    async read(id) {
      const n = parseMailId(id);
      const [row] = n === undefined ? [] : await database.read<Found>(byNumber({ user_id, n }));
      if (!row) return undefined;
      const { attachments, ...content } = await readContent(objects, row.content_hash);
      if (row.seen_at === null) await database.change({ guards: [], writes: [see({ n: row.n, now: clock.now() })] });
      return { ...toFound(row), ...content, parts: attachments };
    },

    async notices() {
      const rows = await database.read<NoticeRow>(
        query(
          sql
            .selectFrom('mail_notices')
            .selectAll()
            .where('user_id', '=', user_id)
            .where('dismissed_at', 'is', null)
            .orderBy('at', 'desc')
            .limit(100),
        ),
      );
      return rows.map(toNotice);
    },

    async dismissNotice(id) {
      const update = sql
        .updateTable('mail_notices')
        .set({ dismissed_at: clock.now() })
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .where('dismissed_at', 'is', null);
      return (await database.change({ guards: [query(update)] })) === 'done';
    },
  });
}

interface MailSelection {
  readonly user_id: string;
  readonly range: NumberRange;
  readonly asked: MailQuery;
  readonly limit: number;
}

/** Whether the user has another mail with the same message id. */
const hasTwin =
  raw<number>`(mails.message_id <> '' and exists (select 1 from mails as other where other.user_id = mails.user_id
    and other.message_id = mails.message_id and other.n <> mails.n))`.as('has_twin');

const mailStatements = (sql: MailBuilder) => ({
  byNumber: prepared<{ user_id: string; n: number }>((slots) =>
    sql.selectFrom('mails').selectAll().select(hasTwin).where('user_id', '=', slots.user_id).where('n', '=', slots.n),
  ),
  see: prepared<{ n: number; now: number }>((slots) =>
    sql.updateTable('mails').set({ seen_at: slots.now }).where('n', '=', slots.n).where('seen_at', 'is', null),
  ),
});

function selectInRange(sql: MailBuilder, { user_id, range, asked }: MailSelection) {
  return sql
    .selectFrom('mails')
    .selectAll()
    .select(hasTwin)
    .where('user_id', '=', user_id)
    .where('n', '>=', range.from)
    .where('n', '<=', range.to)
    .$if(asked.unreadOnly === true, (select) => select.where('seen_at', 'is', null));
}

function selectByTime(sql: MailBuilder, selection: MailSelection): SqlQuery {
  return query(selectInRange(sql, selection).orderBy('n', 'desc').limit(selection.limit));
}

/** On PostgreSQL, by the words of each mail. */
function selectByWords(sql: MailBuilder, expression: string, selection: MailSelection): SqlQuery {
  const words = raw`${expression}::tsquery`;
  const found = selectInRange(sql, selection).where(raw<boolean>`words @@ ${words}`);
  const isRanked = selection.asked.order === 'relevance';
  const ordered = isRanked ? found.orderBy(raw`ts_rank(words, ${words})`, 'desc') : found;
  return query(ordered.orderBy('n', 'desc').limit(selection.limit));
}

/** On SQLite, by way of the index, which is in the order of time. */
function selectByIndex(
  sql: MailBuilder,
  expression: string,
  { user_id, range, asked, limit }: MailSelection,
): SqlQuery {
  const hits = sql
    .selectFrom('mail_search')
    .innerJoin('mails', 'mails.n', 'mail_search.rowid')
    .where(raw<boolean>`mail_search match ${expression}`)
    .where('mail_search.rowid', '>=', range.from)
    .where('mail_search.rowid', '<=', range.to)
    .where('mails.user_id', '=', user_id)
    .$if(asked.unreadOnly === true, (select) => select.where('mails.seen_at', 'is', null))
    .orderBy('mail_search.rowid', 'desc');
  if (asked.order !== 'relevance') return query(hits.selectAll('mails').select(hasTwin).limit(limit));
  const ranked = hits.select(['mails.n as n', raw<number>`bm25(mail_search, 3, 1, 0)`.as('score')]).limit(RANKED);
  return query(
    sql
      .selectFrom(ranked.as('ranked'))
      .innerJoin('mails', 'mails.n', 'ranked.n')
      .selectAll('mails')
      .select(hasTwin)
      .orderBy('ranked.score')
      .orderBy('ranked.n', 'desc')
      .limit(limit),
  );
}

interface NumberRange {
  readonly from: number;
  readonly to: number;
}

function toNumberRange({ startDate, endDate }: MailQuery): NumberRange {
  return {
    from: startDate === undefined ? 0 : toFirstNumber(parseTime(startDate, 'startDate')),
    // A day without a time is meant whole.
    to:
      endDate === undefined
        ? Number.MAX_SAFE_INTEGER
        : toLastNumber(parseTime(endDate, 'endDate') + (/^\d{4}-\d{2}-\d{2}$/.test(endDate) ? 86_399_000 : 0)),
  };
}

function parseTime(text: string, key: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new DeputizeError('INVALID_ARGUMENTS', `"${key}" is not a date of ISO 8601.`, { details: { key } });
}

/** Undefined when something was asked for that holds no word at all: nothing fits that. */
function buildSearchTerms({ query: text, subject, sender }: MailQuery): MailSearchTerms | undefined {
  const asked = {
    anywhere: parseSearchTerms(text ?? ''),
    subject: parseSearchTerms(subject ?? ''),
    sender: senderTerms(sender ?? ''),
  };
  const isEmpty = (given: string | undefined, terms: readonly unknown[]) =>
    (given ?? '').trim() !== '' && terms.length === 0;
  const isHopeless = isEmpty(text, asked.anywhere) || isEmpty(subject, asked.subject) || isEmpty(sender, asked.sender);
  return isHopeless ? undefined : asked;
}

function toFound(row: Found): MailSummary {
  const { n, sender, subject, date, summary, original_sender, original_subject, original_date } = row;
  return {
    ...{ id: toMailId(n), sender, subject, date: new Date(date).toISOString(), summary, summaryBy: row.summary_by },
    isUnread: row.seen_at === null,
    attachments: row.attachments,
    original:
      original_sender === null
        ? undefined
        : {
            sender: original_sender,
            subject: original_subject ?? undefined,
            date: original_date === null ? undefined : new Date(original_date).toISOString(),
          },
    problem: row.problem ?? undefined,
    hasTwin: Boolean(row.has_twin),
    isConfirmation: row.is_confirmation === 1,
  };
}

function toNotice({ mail_n, provider, account, code, link, at, id }: NoticeRow): MailNotice {
  return {
    ...{ id, mailId: toMailId(mail_n), provider, account: account ?? undefined, code: code ?? undefined },
    link: link ?? undefined,
    at: new Date(at).toISOString(),
  };
}
