/** Where a mail stands and whether it is unread, kept beside it: to gather that from the places of each costs a second where there are many. */
import { sql as raw } from 'kysely';

import type { Seen } from '../../../core/access/shared-data.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Query } from '../../../ports/database.ts';
import type { OrganizationMailTables } from './mail-tables.ts';

/** Each folder that is asked for is one bit; a mail may stand in several. */
export const FOLDER_BITS = { inbox: 1, sent: 2, drafts: 4 } as const;

const UNREAD = `case when exists (select 1 from organization_mail_places as p where p.mail_id = organization_mails.id
  and p.is_seen = 0) then 1 else 0 end`;
const FOLDERS = `coalesce((select sum(distinct case f.role ${Object.entries(FOLDER_BITS)
  .map(([role, bit]) => `when '${role}' then ${bit}`)
  .join(' ')} else 0 end)
  from organization_mail_places as p join organization_mail_folders as f on f.account_id = p.account_id and f.path = p.path
  where p.mail_id = organization_mails.id), 0)`;

/** For a migration. */
export const EVERYTHING_STANDS = `update organization_mails set unread = ${UNREAD}, folders = ${FOLDERS}`;

/** After the places of these mails have changed, in the same change. */
export function standing(
  seen: Seen<OrganizationMailTables>,
  mails: readonly string[] | ReturnType<typeof raw<string>>,
): Query {
  const which = Array.isArray(mails) ? raw.join(mails) : mails;
  return query(
    seen
      .update('organization_mails')
      .set({ unread: raw<number>`${raw.raw(UNREAD)}`, folders: raw<number>`${raw.raw(FOLDERS)}` })
      .where(raw<boolean>`organization_mails.id in (${which})`),
  );
}
