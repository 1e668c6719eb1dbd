/** The tables, changes and stores that the database suite works with. */
import type { DatabaseChange, Database, DatabaseMigration, RecordDraft } from '../../../src/ports/database.ts';
import { query } from './test-chain.ts';

/** How a child process reaches the store that a test works on. */
export type Place =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly connectionString: string; readonly schema: string };

/** One empty store, which can be opened several times. */
export interface Store {
  open(): Promise<Database>;
  remove(): Promise<void>;
}

export interface SharedStore extends Store {
  readonly place: Place;
}

export function testMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const [integer, blob] = dialect === 'sqlite' ? ['integer', 'blob'] : ['bigint', 'bytea'];
  return [
    {
      name: '1-tables',
      statements: [
        `create table audit (seq ${integer} primary key, organization_id text not null, organization_seq ${integer} not null,
          at ${integer} not null, kind text not null, call_id text, body text not null, hash text not null)`,
        `create table audit_genesis (seq ${integer} primary key, hash text not null, erased_at ${integer})`,
        'create index audit_by_organization on audit (organization_id, seq)',
        `create table jobs (id ${integer} primary key, owner text)`,
        `create table samples (id text primary key, words text, whole ${integer}, bytes ${blob})`,
      ],
    },
    { name: '2-first-job', statements: ['insert into jobs (id) values (0)'] },
  ];
}

export const record = (callId: string, organizationId = 'home'): RecordDraft => ({
  organizationId,
  at: 1,
  kind: 'test',
  callId,
  body: JSON.stringify({ callId }),
});

/** Records of several organizations lie between each other. */
const ORGANIZATIONS = ['home', 'Österreich', 'acme'];

/** Succeeds only while the job has no owner. */
export const claim = (dialect: Database['dialect'], id: number, owner: string): DatabaseChange => ({
  guards: [query(dialect, 'update jobs set owner = ? where id = ? and owner is null', owner, id)],
  records: [record(owner)],
});

export const insertJob = (dialect: Database['dialect'], id: number, owner: string | null = null) =>
  query(dialect, 'insert into jobs (id, owner) values (?, ?)', id, owner);

export const addJob = (dialect: Database['dialect'], id: number): DatabaseChange => ({
  guards: [insertJob(dialect, id)],
  records: [record(String(id), ORGANIZATIONS[id % ORGANIZATIONS.length])],
});

/** Numbers from `first` on. */
export const range = (first: number, length: number) => Array.from({ length }, (_, index) => first + index);

export async function emptyTables(database: Database): Promise<void> {
  const statements = [
    'delete from jobs',
    'delete from audit',
    'delete from samples',
    'insert into jobs (id) values (0)',
  ];
  await database.change({ guards: [], writes: statements.map((sql) => ({ sql, parameters: [] })) });
}

export async function removeStore(store: Store, ...handles: readonly Database[]): Promise<void> {
  await Promise.all(handles.map((handle) => handle.close()));
  await store.remove();
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Counts the calls of a watcher. */
export class Calls {
  readonly stop: () => void;
  #count = 0;

  constructor(database: Database) {
    this.stop = database.watch(() => (this.#count += 1));
  }

  /** Forgets what a connector says when it begins to watch. */
  async settled(): Promise<void> {
    await pause(300);
    this.#count = 0;
  }

  async within(milliseconds: number): Promise<boolean> {
    const deadline = Date.now() + milliseconds;
    while (this.#count === 0 && Date.now() < deadline) await pause(5);
    return this.#count > 0;
  }
}
