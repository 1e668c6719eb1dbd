/** An organization's files on its data and objects. What is put in is read and indexed in the background. */
import { sql } from 'kysely';

import { listAudiences, ofDepartment, ofUser, type AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { KnowledgeIndex } from '../../../ports/knowledge-index.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { OrganizationFile, OrganizationFiles } from '../../../ports/organization-files.ts';
import { INDEX_FILE } from './index-file.ts';
import type { FileRow, FileTables } from './file-tables.ts';

interface FileParts {
  readonly shared: SharedData<FileTables>;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly jobs: Pick<JobQueue, 'later'>;
  readonly index: KnowledgeIndex;
  /** In the order of their names. */
  readonly departments: (ids: readonly string[]) => Promise<readonly { readonly id: string; readonly name: string }[]>;
}

/** How many files are looked for by what is in them. */
const MOST_BY_CONTENT = 200;
/** What a file must have to do with the words at least, to be among those that were looked for. */
const LEAST_RELEVANCE = 0.3;

export function createOrganizationFiles(parts: FileParts): (principal: Principal) => OrganizationFiles {
  return (principal) => new OrganizationFileStore(parts, principal);
}

class OrganizationFileStore implements OrganizationFiles {
  readonly #parts: FileParts;
  readonly #principal: Principal;

  constructor(parts: FileParts, principal: Principal) {
    this.#parts = parts;
    this.#principal = principal;
  }

  async place(isPersonal: boolean): Promise<string> {
    return (await this.#place(isPersonal)).name;
  }

  async add({
    id,
    filename,
    contentType,
    content,
    conversationId,
    isPersonal,
    isText,
  }: Parameters<OrganizationFiles['add']>[0]) {
    const { shared, objects, clock, jobs } = this.#parts;
    const { audience } = await this.#place(isPersonal);
    const { hash, size } = await objects.put(content);
    const row: FileRow = {
      ...{ id, audience, filename, content_type: contentType, size, hash, text_hash: isText ? hash : null },
      ...{ conversation_id: conversationId ?? null, status: 'processing', reason: null, indexed_at: null },
      ...{ created_by: this.#principal.userId, created_at: clock.now() },
    };
    const seen = shared.of(this.#principal);
    const work = jobs.later({ kind: INDEX_FILE, key: id, payload: { id, audience } });
    await seen.change({ guards: [seen.insert('organization_files', row)], writes: [work] });
    return toFile(row);
  }

  async remove(id: string): Promise<void> {
    const row = await this.#find(id);
    if (!row) return;
    const seen = this.#parts.shared.of(this.#principal);
    await seen.change({ guards: [], writes: [query(seen.remove('organization_files').where('id', '=', id))] });
    await this.#parts.index.remove({ audience: row.audience as AudienceId, type: 'file', id });
  }

  async search(asked: Parameters<OrganizationFiles['search']>[0], signal: AbortSignal) {
    const { contentType, conversationId, limit } = asked;
    const words = asked.query?.trim() ?? '';
    const ranks = words === '' ? new Map<string, number>() : await this.#byContent(words, signal);
    const seen = this.#parts.shared.of(this.#principal);
    let select = seen.select('organization_files');
    if (words !== '') select = select.where(isNamed(words, [...ranks.keys()]));
    if (contentType !== undefined) select = select.where(isOfType(contentType));
    if (conversationId !== undefined) select = select.where('conversation_id', '=', conversationId);
    const rows = await seen.read(select.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(MOST_LISTED));
    const [counted] = await seen.read(select.select(sql<number>`count(*)`.as('total')));
    const best = rows.toSorted((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0));
    return { files: best.slice(0, limit).map(toFile), total: counted?.total ?? 0 };
  }

  async text(id: string) {
    const row = await this.#find(id);
    if (!row) throw fileNotFoundError(id);
    const file = toFile(row);
    if (row.text_hash === null) throw missingTextError(file);
    return { file, text: new TextDecoder().decode(await this.#bytes(row.text_hash)) };
  }

  async content(id: string) {
    const row = await this.#find(id);
    return row && { file: toFile(row), bytes: await this.#bytes(row.hash) };
  }

  async #find(id: string): Promise<FileRow | undefined> {
    const seen = this.#parts.shared.of(this.#principal);
    return (await seen.read(seen.select('organization_files').selectAll().where('id', '=', id)))[0];
  }

  async #bytes(hash: string): Promise<Uint8Array> {
    const bytes = await this.#parts.objects.get(hash);
    if (bytes) return bytes;
    throw new DeputizeError('NOT_FOUND', 'The content of this file is no longer kept.');
  }

  /** The department's; of several, the first by name; the person's own where there is none. */
  async #place(isPersonal: boolean): Promise<{ readonly audience: AudienceId; readonly name: string }> {
    const { userId, departmentIds } = this.#principal;
    const [first] = isPersonal ? [] : await this.#parts.departments(departmentIds);
    return first
      ? { audience: ofDepartment(first.id), name: first.name }
      : { audience: ofUser(userId), name: 'only you' };
  }

  async #byContent(text: string, signal: AbortSignal): Promise<Map<string, number>> {
    const question = {
      text,
      types: ['file'] as const,
      limit: MOST_BY_CONTENT,
      threshold: LEAST_RELEVANCE,
      orEveryWord: true as const,
    };
    const { found } = await this.#parts.index.search(
      { ...question, audiences: listAudiences(this.#principal) },
      signal,
    );
    return new Map(found.map(({ id, relevance }) => [id, relevance]));
  }
}

const MOST_LISTED = 500;

const isNamed = (words: string, ids: readonly string[]) => {
  const like = `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const named = sql<boolean>`lower(organization_files.filename) like ${like} escape '\\'`;
  return ids.length === 0 ? named : sql<boolean>`(${named} or organization_files.id in (${sql.join(ids)}))`;
};

/** `image/png`, or `image` for all of them. */
const isOfType = (type: string) => {
  const plain = type.toLowerCase().replace(/\/\*?$/, '');
  const column = sql.ref('organization_files.content_type');
  if (plain.includes('/'))
    return sql<boolean>`(${column} = ${plain} or substr(${column}, 1, ${plain.length + 1}) = ${`${plain};`})`;
  return sql<boolean>`substr(${column}, 1, ${plain.length + 1}) = ${`${plain}/`}`;
};

function fileNotFoundError(id: string): DeputizeError {
  return new DeputizeError('NOT_FOUND', 'There is no such file.', { details: { fileId: id.slice(0, 128) } });
}

function missingTextError({ id, status, reason }: OrganizationFile): DeputizeError {
  const message =
    status === 'processing'
      ? 'The file is still being read. Ask again in a moment.'
      : `The file has no text. ${reason ?? ''}`;
  return new DeputizeError('NOT_AVAILABLE', message.trim(), { details: { fileId: id, status } });
}

function toFile(row: FileRow): OrganizationFile {
  return {
    ...{
      id: row.id,
      filename: row.filename,
      contentType: row.content_type,
      size: row.size,
      status: row.status,
    },
    ...(row.reason !== null && { reason: row.reason }),
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.indexed_at !== null && { indexedAt: new Date(row.indexed_at).toISOString() }),
  };
}
