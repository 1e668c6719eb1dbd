/** Searches the mail that a user may see, and counts the matches. */
import { sql as raw } from 'kysely';

import type { ScopedData } from '../../../core/access/shared-data.ts';
import { createSqlBuilder } from '../../../core/storage/statements.ts';
import type { OrganizationMailSummary, OrganizationMailQuery } from '../../../ports/organization-mail.ts';
import { senderTerms, parseSearchTerms } from '../../mail/search-words.ts';
import type { OrganizationMailTables } from './mail-tables.ts';
import { buildMailExpression } from './mail-words.ts';
import { FOLDER_BITS } from './folder-state-columns.ts';

const COLUMNS = ['id', 'subject', 'sender_name', 'sender_email', 'preview', 'received_at', 'unread'] as const;

/** If the words occur in more mails than this, scanning from the newest mail is faster than the full-text index. */
const MANY = 20_000;

interface Asking {
  readonly seen: ScopedData<OrganizationMailTables>;
  readonly dialect: 'sqlite' | 'postgres';
  readonly asked: OrganizationMailQuery;
  /** The full-text search expression; empty for a search without words. */
  readonly words: string;
  readonly many: number;
}

export async function findMails(
  seen: ScopedData<OrganizationMailTables>,
  dialect: 'sqlite' | 'postgres',
  asked: OrganizationMailQuery,
  many = MANY,
): Promise<{ found: OrganizationMailSummary[]; total: number }> {
  const words = wordsAsked(seen, dialect, asked);
  if (words === undefined) return { found: [], total: 0 };
  const asking = { seen, dialect, asked, words, many };
  const total = await count(asking);
  const ids = total === 0 ? [] : await newest(asking);
  if (ids.length === 0) return { found: [], total };
  const rows = await seen.read(seen.select('organization_mails').select(COLUMNS).where('id', 'in', ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    total,
    found: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => ({
        ...{ id: row.id, subject: row.subject, preview: row.preview, receivedAt: row.received_at },
        from: { email: row.sender_email, name: row.sender_name },
        isUnread: row.unread === 1,
      })),
  };
}

/** Returns undefined if a given text contains no searchable words. */
function wordsAsked(
  seen: ScopedData<OrganizationMailTables>,
  dialect: 'sqlite' | 'postgres',
  { query = '', subject = '', sender = '' }: OrganizationMailQuery,
): string | undefined {
  const asked = { anywhere: parseSearchTerms(query), subject: parseSearchTerms(subject), sender: senderTerms(sender) };
  const isEmpty = (text: string, terms: readonly unknown[]): boolean => text.trim() !== '' && terms.length === 0;
  if (isEmpty(query, asked.anywhere) || isEmpty(subject, asked.subject) || isEmpty(sender, asked.sender))
    return undefined;
  return buildMailExpression(dialect, asked, seen.audiences);
}

async function count(asking: Asking): Promise<number> {
  const { seen, dialect, asked, words } = asking;
  const counted = raw<number>`count(*)`.as('total');
  const [row] = await seen.read(
    dialect === 'sqlite' && words !== ''
      ? ledByWords(asking).select(counted)
      : seen.select('organization_mails').where(fits(asked)).where(holdsWords(asking)).select(counted),
  );
  return row?.total ?? 0;
}

/** Returns the ids of the newest matches. The index is sorted within each audience, so each audience is read separately. */
async function newest(asking: Asking): Promise<readonly string[]> {
  const { seen, dialect, asked, words } = asking;
  if (dialect === 'sqlite' && words !== '' && !(await areCommon(asking))) {
    const rows = await seen.read(
      ledByWords(asking).select(['id', 'received_at']).orderBy('received_at', 'desc').orderBy('id').limit(asked.limit),
    );
    return rows.map(({ id }) => id);
  }
  const ofEach = await Promise.all(
    seen.audiences.map((audience) =>
      seen.read(
        seen
          .select('organization_mails')
          .select(['id', 'received_at'])
          .where('organization_mails.audience', '=', audience)
          .where(fits(asked))
          .where(holdsWords(asking))
          .orderBy('received_at', 'desc')
          .orderBy('id')
          .limit(asked.limit),
      ),
    ),
  );
  return ofEach
    .flat()
    .toSorted((a, b) => b.received_at - a.received_at || (a.id < b.id ? -1 : 1))
    .slice(0, asked.limit)
    .map(({ id }) => id);
}

async function areCommon({ seen, words, many }: Asking): Promise<boolean> {
  const some = raw<{ found: number }>`(select 1 as found from organization_mail_search
    where organization_mail_search match ${words} limit ${many + 1})`;
  const [row] = await seen.read(
    createSqlBuilder<object>('sqlite')
      .selectFrom(some.as('some'))
      .select(raw<number>`count(*)`.as('found')),
  );
  return (row?.found ?? 0) > many;
}

/** Starts from the full-text index. Otherwise SQLite would look up every mail in it. */
function ledByWords({ seen: { audiences }, asked, words }: Asking) {
  const numbers = raw<{ number: number }>`(select rowid as number from organization_mail_search
    where organization_mail_search match ${words})`;
  const narrow = raw<OrganizationMailTables['organization_mails']>`(select n, audience, received_at, id, unread, folders
    from organization_mails indexed by organization_mails_by_number)`;
  return (
    createSqlBuilder<OrganizationMailTables>('sqlite')
      .selectFrom(numbers.as('led'))
      .crossJoin(narrow.as('organization_mails'))
      .where(raw<boolean>`organization_mails.n = led.number`)
      // The plus keeps SQLite from one index lookup for each audience.
      .where(raw<boolean>`+organization_mails.audience in (${raw.join(audiences)})`)
      .where(fits(asked))
  );
}

function holdsWords({ dialect, words }: Asking) {
  if (words === '') return raw<boolean>`1 = 1`;
  return dialect === 'sqlite'
    ? raw<boolean>`exists (select 1 from organization_mail_search as s where s.rowid = organization_mails.n and s.organization_mail_search match ${words})`
    : raw<boolean>`organization_mails.words @@ ${words}::tsquery`;
}

function fits({ from, before, folder, unreadOnly }: OrganizationMailQuery) {
  const conditions = [
    raw<boolean>`1 = 1`,
    ...(from === undefined ? [] : [raw<boolean>`organization_mails.received_at >= ${from}`]),
    ...(before === undefined ? [] : [raw<boolean>`organization_mails.received_at < ${before}`]),
    ...(folder === undefined ? [] : [raw<boolean>`(organization_mails.folders & ${FOLDER_BITS[folder]}) <> 0`]),
    ...(unreadOnly === true ? [raw<boolean>`organization_mails.unread = 1`] : []),
  ];
  return raw<boolean>`${raw.join(conditions, raw` and `)}`;
}
