/** Mails are found by their meaning too: what came is put into the index, and what has gone is taken out. */
import type { Audience } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import type { Query } from '../../../ports/database.ts';
import type { DoJob, Jobs } from '../../../ports/jobs.ts';
import type { KnowledgeIndex } from '../../../ports/knowledge-index.ts';
import type { OrganizationMailTables } from './mail-tables.ts';

export const INDEX_MAIL = 'mail.index';

/** A statement for the change in which a mail comes or may go. */
export function indexLater(jobs: Jobs, audience: string, id: string): Query {
  return jobs.later({ kind: INDEX_MAIL, key: id, payload: { audience, id } });
}

/** Brings the index to what is true of one mail now, so it may be done at any time and again. */
export function indexMail(shared: SharedData<OrganizationMailTables>, index: KnowledgeIndex): DoJob {
  return async (payload, signal) => {
    const { audience, id } = payload as { readonly audience: Audience; readonly id: string };
    const seen = shared.within(audience);
    const [mail] = await seen.read(
      seen.select('organization_mails').select(['subject', 'body', 'received_at']).where('id', '=', id),
    );
    if (!mail) return index.remove({ audience, type: 'email', id });
    const { subject: title, body: text, received_at } = mail;
    await index.add({ audience, type: 'email', id, title, text, at: new Date(received_at).toISOString() }, signal);
  };
}
