/** The full-text index over the mail of an organization. It includes the audience, so that mails of others do not slow down a search. */
import { sql as raw } from 'kysely';

import { createSqlBuilder, prepared } from '../../../core/storage/statements.ts';
import type { Database, SqlQuery } from '../../../ports/database.ts';
import { buildSearchExpression, vector, type MailSearchTerms } from '../../mail/mail-index.ts';
import { senderWords, toSearchWords } from '../../mail/search-words.ts';
import type { OrganizationMailRow } from './mail-tables.ts';

type Indexed = Pick<OrganizationMailRow, 'id' | 'audience' | 'subject' | 'body' | 'sender_name' | 'sender_email'>;

const MOST_WORDS = 8_000;

export function indexed(dialect: Database['dialect'], mail: Indexed): SqlQuery {
  const subject = toSearchWords(mail.subject);
  const body = toSearchWords(mail.body.slice(0, 200_000)).slice(0, MOST_WORDS);
  const who = senderWords(`${mail.sender_name} <${mail.sender_email}>`);
  const held = [heldWord(mail.audience)];
  return dialect === 'sqlite'
    ? addSearchRow({
        ...{ id: mail.id, subject: subject.join(' '), summary: body.join(' ') },
        ...{ who: who.join(' '), held: held.join(' ') },
      })
    : setSearchWords({ id: mail.id, words: vector(subject, body, who, held) });
}

interface IndexTables {
  organization_mail_search: { rowid: number; subject: string; summary: string; who: string; held: string };
  organization_mails: { n: number; id: string; account_id: string; words: unknown };
  organization_mail_places: { mail_id: string };
}

const sqlite = createSqlBuilder<IndexTables>('sqlite');

const addSearchRow = prepared<{ id: string; subject: string; summary: string; who: string; held: string }>((slots) =>
  sqlite
    .insertInto('organization_mail_search')
    .columns(['rowid', 'subject', 'summary', 'who', 'held'])
    .expression((is) =>
      is
        .selectFrom('organization_mails')
        .select(['n', is.val(slots.subject).as('subject'), is.val(slots.summary).as('summary')])
        .select([is.val(slots.who).as('who'), is.val(slots.held).as('held')])
        .where('id', '=', slots.id),
    ),
);

const setSearchWords = prepared<{ id: string; words: string }>(({ id, words }) =>
  createSqlBuilder<IndexTables>('postgres')
    .updateTable('organization_mails')
    .set({ words: raw`${words}::tsvector` })
    .where('id', '=', id),
);

const removeSearchRow = prepared<{ id: string }>(({ id }) =>
  sqlite.deleteFrom('organization_mail_search').where('rowid', 'in', (is) =>
    is
      .selectFrom('organization_mails')
      .select('n')
      .where('id', '=', id)
      .where((it) =>
        it.not(it.exists(it.selectFrom('organization_mail_places as p').select('mail_id').where('p.mail_id', '=', id))),
      ),
  ),
);

const removeSearchRows = prepared<{ account_id: string }>(({ account_id }) =>
  sqlite
    .deleteFrom('organization_mail_search')
    .where('rowid', 'in', (is) => is.selectFrom('organization_mails').select('n').where('account_id', '=', account_id)),
);

/** Removes a mail from the index before its row is deleted, unless the mail still has a place. */
export function forget(dialect: Database['dialect'], id: string): SqlQuery[] {
  return dialect === 'postgres' ? [] : [removeSearchRow({ id })];
}

/** Removes all mails of an account from the index, before their rows are deleted. */
export function forgetAccount(dialect: Database['dialect'], accountId: string): SqlQuery[] {
  return dialect === 'postgres' ? [] : [removeSearchRows({ account_id: accountId })];
}

export function buildMailExpression(
  dialect: Database['dialect'],
  asked: MailSearchTerms,
  audiences: readonly string[],
): string {
  const words = buildSearchExpression(dialect, asked);
  if (words === '') return '';
  const held = audiences.map(heldWord);
  return dialect === 'sqlite'
    ? `${words} AND held : (${held.map((word) => `"${word}"`).join(' OR ')})`
    : `${words} & (${held.map((word) => `'${word}':D`).join(' | ')})`;
}

/** Two audiences may have the same word, so queries also check the audience itself. */
const heldWord = (audience: string): string => audience.toLowerCase().replaceAll(/[^a-z0-9]/g, '_');
