/** The database port on Cloudflare D1, which has no interactive transactions: every change is one atomic batch. */
import { pause } from '../../lib/pause.ts';
import { computeBackoff } from '../../lib/retry-backoff.ts';
import type {
  AuditChain,
  ChainHead,
  OrganizationHead,
  OrganizationHeadRow,
  OrganizationHeads,
  DatabaseChange,
  ChangeResult,
  Database,
  SqlQuery,
  RecordDraft,
} from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import { ChangeQueue, done, lost, runInHalves, type ChangeOutcome } from './change-queue.ts';
import {
  guardColumn,
  guardTable,
  isLostGuard,
  isRefusal,
  isUniqueViolation,
  unknownOutcomeError,
  toPortError,
} from './d1-errors.ts';
import { migrateD1 } from './d1-migrate.ts';
import { checkQuery, prepare, toRow, type D1Binding } from './d1-statements.ts';

export type { D1Binding };

interface D1Options {
  readonly chain: AuditChain;
  /**
   * Whether changes that arrive together share a batch. In a Worker they must not: the I/O of a request ends with it, and a
   * change that another request carries would never settle.
   */
  readonly grouped?: boolean;
}

// Every statement of a batch counts against the queries that one invocation may make. That limit can be as low as 50.
const statementsPerGroup = 40;
// Linked drafts may be written in one insert, and a statement takes at most 100 parameters.
const draftsPerInsert = 10;
const attempts = 24;

// Raw SQL: `changes()` is about the statement before, and the table is there only to refuse null.
const assertTouchedOne: SqlQuery = {
  sql: `insert into ${guardTable} (${guardColumn}) select null where changes() <> 1`,
  parameters: [],
};

/** Guards must be inserts, updates or deletes: `changes()` says nothing about a select. */
const listStatements = ({ guards, writes = [] }: DatabaseChange): SqlQuery[] => [
  ...guards.flatMap((guard) => [guard, assertTouchedOne]),
  ...writes,
];

const weigh = ({ guards, writes = [], records = [] }: DatabaseChange) =>
  2 * guards.length + writes.length + records.length;

export function openD1(binding: D1Binding, { chain, grouped = true }: D1Options): Database {
  const listeners = new Set<() => void>();

  async function run(group: readonly DatabaseChange[]): Promise<readonly ChangeOutcome[]> {
    const drafts = group.flatMap(({ records = [] }) => records);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const ends = drafts.length > 0 ? await readEnds(binding, chain, drafts).catch(rethrow) : NO_ENDS;
      const failure = await attemptBatch(binding, chain, group, ends, drafts);
      if (!failure) {
        if (drafts.length > 0) for (const listener of listeners) listener();
        return group.map(() => done);
      }
      const { error, certain } = failure;
      const collided =
        drafts.length > 0 &&
        isUniqueViolation(error) &&
        hasMoved(ends.head, await readHead(binding, chain).catch(rethrow));
      if (!collided) {
        if (!certain) throw unknownOutcomeError(error);
        if (group.length > 1) return runInHalves(group, run);
        return [isLostGuard(error) ? lost : { error: isRefusal(error) ? toPortError(error) : error }];
      }
      await pause(computeBackoff(attempt, { firstMs: 5, longestMs: 200, spread: [0, 1] }));
    }
    throw new PortError('EXTERNAL_ERROR', 'Other writers kept extending the audit chain; nothing was written.');
  }

  async function runAlone(change: DatabaseChange): Promise<ChangeResult> {
    const [outcome = done] = await run([change]);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  async function read<Row>(query: SqlQuery): Promise<Row[]> {
    checkQuery(query);
    const { results } = await prepare(binding, query).all().catch(rethrow);
    return results.map(toRow) as Row[];
  }

  const queue = new ChangeQueue({ run, weigh, limit: statementsPerGroup });
  return {
    dialect: 'sqlite',
    migrate: (migrations) => migrateD1(binding, migrations),
    read,
    readAs: (_audiences, query) => read(query),
    async change(change) {
      [...change.guards, ...(change.writes ?? [])].forEach(checkQuery);
      return grouped ? queue.push(change) : runAlone(change);
    },
    /** Reports only changes made through this object: D1 does not notify other isolates. */
    watch(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    /** The files of D1 are out of reach. */
    purge: () => Promise.resolve(),
    async close() {
      await queue.close();
      listeners.clear();
    },
  };
}

async function readHead(binding: D1Binding, chain: AuditChain): Promise<ChainHead | undefined> {
  const { results } = await prepare(binding, chain.readHead).all();
  return results[0] as ChainHead | undefined;
}

interface ChainEnds {
  readonly head: ChainHead | undefined;
  readonly heads: OrganizationHeads;
}

const NO_ENDS: ChainEnds = { head: undefined, heads: new Map() };

/** Reads both in one batch, so that they belong together. */
async function readEnds(binding: D1Binding, chain: AuditChain, drafts: readonly RecordDraft[]): Promise<ChainEnds> {
  const ids = [...new Set(drafts.map(({ organizationId }) => organizationId))];
  const answers = await binding.batch([prepare(binding, chain.readHead), prepare(binding, chain.readHeads(ids))]);
  const [heads, organizations] = answers as [{ results: ChainHead[] }, { results: OrganizationHeadRow[] }];
  return {
    head: heads.results[0],
    heads: new Map(
      organizations.results.map((row) => [
        row.organization_id,
        { organizationSeq: row.organization_seq, hash: row.hash },
      ]),
    ),
  };
}

function linkDrafts(chain: AuditChain, ends: ChainEnds, drafts: readonly RecordDraft[]): SqlQuery[] {
  const inserts: SqlQuery[] = [];
  let { head } = ends;
  const heads = new Map<string, OrganizationHead>(ends.heads);
  for (let start = 0; start < drafts.length; start += draftsPerInsert) {
    const linked = chain.linkRecords(head, heads, drafts.slice(start, start + draftsPerInsert));
    inserts.push(...linked.inserts);
    head = linked.head;
    for (const [id, last] of linked.heads) heads.set(id, last);
  }
  return inserts;
}

/** Undefined once the batch is done; otherwise why it failed, and whether it is certain that nothing was written. */
async function attemptBatch(
  binding: D1Binding,
  chain: AuditChain,
  group: readonly DatabaseChange[],
  ends: ChainEnds,
  drafts: readonly RecordDraft[],
) {
  let sent = false;
  try {
    const queries = [...group.flatMap(listStatements), ...linkDrafts(chain, ends, drafts)];
    const statements = queries.map((query) => prepare(binding, query));
    sent = true;
    await binding.batch(statements);
    return undefined;
  } catch (error) {
    return { error, certain: !sent || isRefusal(error) };
  }
}

const hasMoved = (before: ChainHead | undefined, now: ChainHead | undefined) => before?.seq !== now?.seq;

function rethrow(error: unknown): never {
  throw toPortError(error);
}
