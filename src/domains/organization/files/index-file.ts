/** Extracts, stores and indexes the text of a new file, and records the result in its status. */
import type { AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import { draftRecord } from '../../../core/ledger/records.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobHandler } from '../../../ports/job-queue.ts';
import type { KnowledgeIndex } from '../../../ports/knowledge-index.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { TextExtraction } from '../../../ports/text-extraction.ts';
import type { FileRow, FileTables } from './file-tables.ts';

export const INDEX_FILE = 'file.index';

interface IndexingParts {
  readonly shared: SharedData<FileTables>;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly index: KnowledgeIndex;
  readonly extraction: TextExtraction;
}

/** Safe to run again from the beginning at any point. */
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
    // A file without text can still be found by its name.
    const at = new Date(row.created_at).toISOString();
    await index.add({ audience, type: 'file', id, title: row.filename, text, at }, signal);
    const outcome: Partial<FileRow> =
      'text' in extracted
        ? { status: 'indexed', reason: null, text_hash, indexed_at: clock.now() }
        : { status: 'error', reason: extracted.reason };
    const notification = { user: row.created_by, fileId: id, status: outcome.status ?? 'error' };
    const changed = await seen.change({
      guards: [query(seen.update('organization_files').set(outcome).where('id', '=', id))],
      records: [
        draftRecord(await shared.organizationOf(row.created_by), 'file.processed', clock.now(), null, notification),
      ],
    });
    // The file was removed while it was being indexed.
    if (changed === 'lost') await index.remove({ audience, type: 'file', id });
  };
}
