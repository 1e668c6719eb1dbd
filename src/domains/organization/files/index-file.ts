/** What happens to a file after it was put in: its text is read, kept and indexed, and its status says how that went. */
import type { AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import { record } from '../../../core/ledger/records.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobHandler } from '../../../ports/job-queue.ts';
import type { KnowledgeIndex } from '../../../ports/knowledge-index.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { TextExtraction } from '../../../ports/text-extraction.ts';
import type { FileRow, FileTables } from './file-tables.ts';

export const INDEX_FILE = 'file.index';

export interface IndexingParts {
  readonly shared: SharedData<FileTables>;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly index: KnowledgeIndex;
  readonly extraction: TextExtraction;
}

/** May be done again from the beginning at any point. */
export function indexFile({ shared, objects, clock, index, extraction }: IndexingParts): JobHandler {
  return async (payload, signal) => {
    const { id, audience } = payload as { readonly id: string; readonly audience: AudienceId };
    const seen = shared.within(audience);
    const [row] = await seen.read(seen.select('organization_files').selectAll().where('id', '=', id));
    const content = row && (await objects.get(row.hash));
    if (!row || !content) return;
    const claimed = { contentType: row.content_type, filename: row.filename };
    const extracted = await extraction.extract(content, claimed, signal);
    const text = 'text' in extracted ? extracted.text : '';
    const text_hash = 'text' in extracted ? (await objects.put(new TextEncoder().encode(text))).hash : null;
    // Also without any text it is found by its name.
    const at = new Date(row.created_at).toISOString();
    await index.add({ audience, type: 'file', id, title: row.filename, text, at }, signal);
    const outcome: Partial<FileRow> =
      'text' in extracted
        ? { status: 'indexed', reason: null, text_hash, indexed_at: clock.now() }
        : { status: 'error', reason: extracted.reason };
    const told = { user: row.created_by, fileId: id, status: outcome.status ?? 'error' };
    const changed = await seen.change({
      guards: [query(seen.update('organization_files').set(outcome).where('id', '=', id))],
      records: [record('file.processed', clock.now(), null, told)],
    });
    // It was removed meanwhile.
    if (changed === 'lost') await index.remove({ audience, type: 'file', id });
  };
}
