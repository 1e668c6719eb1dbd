/** Stores folders and unread state in the mail row. Computing them from the places takes a second in large mailboxes. */
import { sql as raw } from 'kysely';

import type { ScopedData } from '../../../core/access/shared-data.ts';
import { query } from '../../../core/storage/statements.ts';
import type { SqlQuery } from '../../../ports/database.ts';
import type { OrganizationMailTables } from './mail-tables.ts';
import { FOLDERS, UNREAD } from './folder-state-columns.ts';

/** Must run in the change that updates the places of these mails, after these updates. */
export function updateFolderState(
  seen: ScopedData<OrganizationMailTables>,
  mails: readonly string[] | ReturnType<typeof raw<string>>,
): SqlQuery {
  const which = Array.isArray(mails) ? raw.join(mails) : mails;
  return query(
    seen
      .update('organization_mails')
      .set({ unread: raw<number>`${raw.raw(UNREAD)}`, folders: raw<number>`${raw.raw(FOLDERS)}` })
      .where(raw<boolean>`organization_mails.id in (${which})`),
  );
}
