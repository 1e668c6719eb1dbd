/** The full-text index over the mail of an organization. It includes the audience, so that mails of others do not slow down a search. */
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
  if (dialect === 'sqlite')
    return {
      sql: `insert into organization_mail_search (rowid, subject, summary, who, held)
        select n, ?, ?, ?, ? from organization_mails where id = ?`,
      parameters: [subject.join(' '), body.join(' '), who.join(' '), held.join(' '), mail.id],
    };
  return {
    sql: 'update organization_mails set words = $1::tsvector where id = $2',
    parameters: [vector(subject, body, who, held), mail.id],
  };
}

/** Removes a mail from the index before its row is deleted, unless the mail still has a place. */
export function forget(dialect: Database['dialect'], id: string): SqlQuery[] {
  if (dialect === 'postgres') return [];
  return [
    {
      sql: `delete from organization_mail_search where rowid in (select n from organization_mails where id = ?
        and not exists (select 1 from organization_mail_places as p where p.mail_id = ?))`,
      parameters: [id, id],
    },
  ];
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
