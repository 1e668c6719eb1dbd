/** SQL that computes the folders and the unread state of a mail from its places. Raw SQL: a migration uses it too. */

/** Each searchable folder is one bit. A mail may be in several folders. */
export const FOLDER_BITS = { inbox: 1, sent: 2, drafts: 4 } as const;

export const UNREAD = `case when exists (select 1 from organization_mail_places as p where p.mail_id = organization_mails.id
  and p.is_seen = 0) then 1 else 0 end`;
export const FOLDERS = `coalesce((select sum(distinct case f.role ${Object.entries(FOLDER_BITS)
  .map(([role, bit]) => `when '${role}' then ${bit}`)
  .join(' ')} else 0 end)
  from organization_mail_places as p join organization_mail_folders as f on f.account_id = p.account_id and f.path = p.path
  where p.mail_id = organization_mails.id), 0)`;

/** For a migration: computes the columns of all mails. */
export const EVERYTHING_STANDS = `update organization_mails set unread = ${UNREAD}, folders = ${FOLDERS}`;
