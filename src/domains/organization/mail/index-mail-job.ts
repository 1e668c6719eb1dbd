/** Jobs that add mail to the knowledge index and remove deleted mail. Each job reads the current state of the mail. */
import type { AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import type { SqlQuery } from '../../../ports/database.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { KnowledgeIndex } from '../../../ports/knowledge-index.ts';
import type { OrganizationMailTables } from './mail-tables.ts';

export const LEARN_JOB = 'organization.mail.learn';

export function createIndexMailJob(jobs: JobQueue, audience: string, id: string): SqlQuery {
  return jobs.later({ kind: LEARN_JOB, key: id, payload: { audience, id } });
}

export async function runIndexMailJob(
  shared: SharedData<OrganizationMailTables>,
  index: Pick<KnowledgeIndex, 'add' | 'remove'>,
  { audience, id }: { readonly audience: AudienceId; readonly id: string },
  signal: AbortSignal,
): Promise<void> {
  const seen = shared.within(audience);
  const [mail] = await seen.read(
    seen
      .select('organization_mails')
      .select(['subject', 'body', 'received_at'])
      .where('organization_mails.id', '=', id),
  );
  const document = { audience, type: 'email' as const, id };
  if (!mail) return index.remove(document);
  const at = new Date(mail.received_at).toISOString();
  return index.add({ ...document, title: mail.subject, text: mail.body, at }, signal);
}
