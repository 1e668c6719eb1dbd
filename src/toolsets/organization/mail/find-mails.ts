/** Looks for mail among all that somebody may see, and says how many there are. */
import { sql as raw } from 'kysely';

import type { Seen } from '../../../core/access/shared-data.ts';
import type { OrganizationMailFound, OrganizationMailQuery } from '../../../ports/organization-mail.ts';
import { senderTerms, termsOf } from '../../mail/search-words.ts';
import type { OrganizationMailTables } from './mail-tables.ts';
import { wordsFor } from './mail-words.ts';

const COLUMNS = ['id', 'subject', 'sender_name', 'sender_email', 'preview', 'received_at'] as const;
const UNREAD = raw<boolean>`exists (select 1 from organization_mail_places as p where p.mail_id = organization_mails.id
  and p.audience = organization_mails.audience and p.is_seen = 0)`;

export async function findMails(
  seen: Seen<OrganizationMailTables>,
  dialect: 'sqlite' | 'postgres',
  asked: OrganizationMailQuery,
): Promise<{ found: OrganizationMailFound[]; total: number }> {
  const matching = matchingMails(seen, dialect, asked);
  if (!matching) return { found: [], total: 0 };
  const [rows, [counted]] = await Promise.all([
    seen.read(
      matching
        .select(COLUMNS)
        .select(raw<number>`case when ${UNREAD} then 1 else 0 end`.as('is_unread'))
        .orderBy('received_at', 'desc')
        .orderBy('organization_mails.id')
        .limit(asked.limit),
    ),
    seen.read(matching.select(({ fn }) => fn.countAll<number>().as('total'))),
  ]);
  return {
    total: counted?.total ?? 0,
    found: rows.map((row) => ({
      ...{ id: row.id, subject: row.subject, preview: row.preview, receivedAt: row.received_at },
      from: { email: row.sender_email, name: row.sender_name },
      isUnread: row.is_unread === 1,
    })),
  };
}

/** Undefined when words were given of which none could ever stand in a mail. */
function matchingMails(
  seen: Seen<OrganizationMailTables>,
  dialect: 'sqlite' | 'postgres',
  { query = '', subject = '', sender = '', folder, from, before, unreadOnly }: OrganizationMailQuery,
) {
  const asked = { anywhere: termsOf(query), subject: termsOf(subject), sender: senderTerms(sender) };
  const isEmpty = (text: string, terms: readonly unknown[]): boolean => text.trim() !== '' && terms.length === 0;
  if (isEmpty(query, asked.anywhere) || isEmpty(subject, asked.subject) || isEmpty(sender, asked.sender))
    return undefined;
  const words = wordsFor(dialect, asked, seen.audiences);
  let select = seen.select('organization_mails');
  if (words !== '')
    select = select.where(
      dialect === 'sqlite'
        ? raw<boolean>`organization_mails.n in (select rowid from organization_mail_search where organization_mail_search match ${words})`
        : raw<boolean>`organization_mails.words @@ ${words}::tsquery`,
    );
  if (from !== undefined) select = select.where('received_at', '>=', from);
  if (before !== undefined) select = select.where('received_at', '<', before);
  if (folder !== undefined || unreadOnly) select = select.where(standing(seen.audiences, folder, unreadOnly === true));
  return select;
}

/** Gathered once for all mails: to look for the places of each costs a second where there are many. */
function standing(audiences: readonly string[], role: string | undefined, unreadOnly: boolean) {
  const whose = raw.join(audiences);
  const unread = unreadOnly ? raw` and p.is_seen = 0` : raw``;
  if (role === undefined)
    return raw<boolean>`organization_mails.id in
      (select p.mail_id from organization_mail_places as p where p.audience in (${whose})${unread})`;
  return raw<boolean>`organization_mails.id in (select p.mail_id from organization_mail_folders as f
    join organization_mail_places as p on p.account_id = f.account_id and p.path = f.path
    where f.role = ${role} and f.audience in (${whose}) and p.audience in (${whose})${unread})`;
}
