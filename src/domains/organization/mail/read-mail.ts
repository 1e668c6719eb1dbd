/** One mail, whole, for a person who may see it. */
import type { ScopedData } from '../../../core/access/shared-data.ts';
import { DeputizeError } from '../../../core/index.ts';
import type { OrganizationMailDetails } from '../../../ports/organization-mail.ts';
import type { OrganizationMailTables } from './mail-tables.ts';

export async function readMail(seen: ScopedData<OrganizationMailTables>, id: string): Promise<OrganizationMailDetails> {
  const [row] = await seen.read(
    seen
      .select('organization_mails')
      .select(['id', 'subject', 'sender_name', 'sender_email', 'body', 'received_at', 'attachments', 'problem'])
      .where('organization_mails.id', '=', id),
  );
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such mail.');
  const { subject, body, problem } = row;
  return {
    ...{ id: row.id, subject, body, problem },
    from: { name: row.sender_name, email: row.sender_email },
    receivedAt: new Date(row.received_at).toISOString(),
    attachments: JSON.parse(row.attachments) as OrganizationMailDetails['attachments'],
  };
}
