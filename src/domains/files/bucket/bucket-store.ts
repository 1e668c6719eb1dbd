/** The bucket on the runtime's own database and objects: a row names what a key holds, the objects keep every content. */
import { DeputizeError } from '../../../core/index.ts';
import { prepared, query, createSqlBuilder } from '../../../core/storage/statements.ts';
import type { FileBucket, BucketFile, BucketState } from '../../../ports/file-bucket.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database, DatabaseMigration } from '../../../ports/database.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';

interface BucketRow {
  user_id: string;
  key: string;
  /** Counts every change, also a deletion: the row stays, so that no version is ever used twice. */
  version: number;
  hash: string | null;
  size: number;
  modified: number;
}

export function bucketMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'bucket-001',
      statements: [
        `create table bucket_files (user_id text not null references users (id), key text not null, version ${int} not null,
          hash text, size ${int} not null, modified ${int} not null, primary key (user_id, key))`,
      ],
    },
  ];
}

interface BucketParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

export function createBuckets({ database, objects, clock }: BucketParts): (userId: string) => FileBucket {
  const sql = createSqlBuilder<{ bucket_files: BucketRow }>(database.dialect);
  const byKey = prepared<{ user_id: string; key: string }>((slots) =>
    sql.selectFrom('bucket_files').selectAll().where('user_id', '=', slots.user_id).where('key', '=', slots.key),
  );
  return (user_id) => ({
    async list({ prefix, after, limit }) {
      let select = sql
        .selectFrom('bucket_files')
        .selectAll()
        .where('user_id', '=', user_id)
        .where('hash', 'is not', null)
        .orderBy('key')
        .limit(limit + 1);
      // Keys hold plain ASCII only, so the prefix's range ends before its last character's successor.
      if (prefix !== '') select = select.where('key', '>=', prefix).where('key', '<', `${prefix}\u007F`);
      if (after !== null) select = select.where('key', '>', after);
      const rows = await database.read<BucketRow>(query(select));
      const page = rows.slice(0, limit);
      return { files: page.map(toFile), next: rows.length > limit ? (page.at(-1)?.key ?? null) : null };
    },

    async state(key): Promise<BucketState> {
      const [row] = await database.read<BucketRow>(byKey({ user_id, key }));
      if (!row) return { file: undefined, version: '0', hash: null };
      return { file: row.hash === null ? undefined : toFile(row), version: String(row.version), hash: row.hash };
    },

    async content(hash) {
      const bytes = await objects.get(hash);
      if (bytes) return bytes;
      throw new DeputizeError('NOT_FOUND', 'The content of this file is no longer kept.', { details: { hash } });
    },

    async keep(bytes) {
      return (await objects.put(bytes)).hash;
    },

    async change(key, to, expected) {
      const modified = clock.now();
      const version = Number(expected) + 1;
      const row = { version, hash: to?.hash ?? null, size: to?.size ?? 0, modified };
      const write =
        version === 1
          ? sql
              .insertInto('bucket_files')
              .values({ user_id, key, ...row })
              .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
          : sql
              .updateTable('bucket_files')
              .set(row)
              .where('user_id', '=', user_id)
              .where('key', '=', key)
              .where('version', '=', version - 1);
      if ((await database.change({ guards: [query(write)] })) === 'done') return String(version);
      throw new DeputizeError('CONFLICT', `"${key}" has changed since it was read. Nothing was done.`, {
        details: { key },
      });
    },
  });
}

function toFile({ key, size, modified, version }: BucketRow): BucketFile {
  return { key, size, modified: new Date(modified).toISOString(), version: String(version) };
}
