/**
 * Seals what this process wrote, shortly after the commits and before it ends. Several processes share one sequence of
 * seals: the one that inserts a seal first wins, and the others look again.
 */
import type { ChainHead, Database, DatabaseChange, OrganizationHeadRow } from '../../ports/database.ts';
import type { SealSeed, SealSeedStore } from '../../ports/seals.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';
import type { SealRow } from '../storage/tables.ts';
import { createAuditChain, GENESIS, readAllHeads } from './audit-chain.ts';
import { ChainHeads } from './chain-root.ts';
import { advanceSeed, ledgerId, makeSeal, nextSeed, sealPublicKey } from './seal.ts';

type SealerParts = RuntimeParts<'database' | 'sql' | 'digest' | 'clock' | 'signingKey' | 'log'>;
type HeadParts = RuntimeParts<'database' | 'sql' | 'digest'>;

/** What sealing needs from outside. */
export interface SealingOptions {
  readonly seeds: SealSeedStore;
  /** Calls back after each commit of this process that appended records. */
  readonly onRecords: (listener: () => void) => void;
}

/** One seal covers the commits of this time. */
const PAUSE_MS = 100;

/** Why sealing stopped: the chain, the seals and the secret do not fit together. */
class SealingFault extends Error {}

/** Seals the heads of all chains. After a fault it logs an error and seals no more, so that the fault stays visible. */
export class AuditSealer {
  readonly #parts: SealerParts;
  readonly #seeds: SealSeedStore;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> = Promise.resolve();
  #isChecked = false;
  #ledger: string | undefined;
  /** The last record that this process has seen. */
  #seen = 0;
  #fault: string | undefined;

  constructor(parts: SealerParts, { seeds, onRecords }: SealingOptions) {
    this.#parts = parts;
    this.#seeds = seeds;
    onRecords(() => this.wake());
  }

  /** What is wrong with the chain or its seals, as far as this process noticed. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Makes the first seal of a new installation, before its first record. */
  begin(): Promise<void> {
    return this.#enqueue();
  }

  /** Seals in a moment. */
  wake(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#enqueue();
    }, PAUSE_MS);
    // Node's timer must not keep the process alive; closing seals.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Seals everything that is committed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#enqueue();
  }

  #enqueue(): Promise<void> {
    this.#working = this.#working.then(() => this.#run());
    return this.#working;
  }

  async #run(): Promise<void> {
    if (this.#fault !== undefined) return;
    try {
      while (!(await this.#seal()));
    } catch (error) {
      if (error instanceof SealingFault) {
        this.#fault = error.message;
        this.#parts.log('error', `the audit is no longer sealed: ${error.message}`, { check: 'deputize audit verify' });
      } else this.#parts.log('warn', 'the audit could not be sealed now', { error });
    }
  }

  /** Returns false if another process was first. */
  async #seal(): Promise<boolean> {
    const { database, digest, clock, signingKey } = this.#parts;
    const last = await this.#readLast();
    const seq = await readPosition(this.#parts);
    if (seq < this.#seen) throw new SealingFault(`it ended at record ${this.#seen} and ends at record ${seq} now`);
    this.#seen = seq;
    if (last && seq < last.seq)
      throw new SealingFault(`it is sealed to record ${last.seq} and ends at record ${seq} now`);
    const own = await this.#seedAfter(last, seq);
    if (!own) return false;
    const { ledger, seed } = own;
    if (!this.#isChecked && last && (await readRoot(this.#parts, last.seq)) !== last.root)
      throw new SealingFault(`the records up to ${last.seq} are not the ones that were sealed`);
    this.#isChecked = true;
    if (last?.seq === seq) return true;
    const root = await readRoot(this.#parts, seq);
    const seal = await makeSeal(digest, seed, last, { seq, root, at: clock.now() }, signingKey);
    if ((await database.change(insertSeal(this.#parts, seal))) === 'lost') return false;
    await this.#seeds.replace(ledger, nextSeed(digest, seed));
    return true;
  }

  /**
   * The secret of the next seal. Another process or a crash may have left an older one in the store. Undefined if another
   * process has just made the next seal.
   */
  async #seedAfter(last: SealRow | undefined, seq: number): Promise<{ ledger: string; seed: SealSeed } | undefined> {
    if (!last) return this.#firstSeed(seq);
    const { digest } = this.#parts;
    const ledger = (this.#ledger ??= await readLedgerId(this.#parts)) ?? '';
    const stored = await this.#seeds.read(ledger);
    if (!stored) throw new SealingFault(`the secret of the next seal is missing (keys/seal-${ledger}.json)`);
    const seed = advanceSeed(digest, stored, last.n + 1);
    if (!seed) {
      if ((await this.#readLast())?.n !== last.n) return undefined;
      throw new SealingFault(`seal ${stored.n - 1} was made, but the last one there is ${last.n}`);
    }
    if ((await sealPublicKey(digest, seed)) !== last.next_public_key)
      throw new SealingFault('the secret of the next seal does not follow from the last seal');
    return { ledger, seed };
  }

  async #readLast(): Promise<SealRow | undefined> {
    const { database, sql } = this.#parts;
    const newest = sql.selectFrom('seals').selectAll().orderBy('n', 'desc').limit(1);
    return (await database.read<SealRow>(query(newest)))[0];
  }

  /** Stored before the first seal is made, so that a crash cannot lose it. */
  async #firstSeed(seq: number): Promise<{ ledger: string; seed: SealSeed }> {
    const { digest } = this.#parts;
    if (seq > (await readGenesis(this.#parts)).seq) throw new SealingFault('it has records and no seals');
    const random = [...digest.random(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const seed = { n: 1, seed: random };
    const ledger = ledgerId(digest, await sealPublicKey(digest, seed));
    await this.#seeds.replace(ledger, seed);
    return { ledger, seed };
  }
}

/** The id of the ledger, from its first seal; undefined before there is one. */
export async function readLedgerId({ database, sql, digest }: HeadParts): Promise<string | undefined> {
  const [first] = await database.read<SealRow>(query(sql.selectFrom('seals').selectAll().where('n', '=', 1)));
  return first && ledgerId(digest, first.public_key);
}

/** Where the archive ends, and the hash that the chains begin with. */
export async function readGenesis({ database, sql }: RuntimeParts<'database' | 'sql'>) {
  type Genesis = { seq: number; hash: string; erased_at: number | null };
  const [genesis] = await database.read<Genesis>(query(sql.selectFrom('audit_genesis').selectAll()));
  return genesis ?? { seq: 0, hash: GENESIS, erased_at: null };
}

/** The position of the last record. */
async function readPosition({ database, sql, digest }: HeadParts): Promise<number> {
  const [head] = await database.read<ChainHead>(createAuditChain(sql, digest).readHead);
  return head?.seq ?? 0;
}

/** The heads of all chains when this record was the last one. */
export async function readHeads(parts: HeadParts, seq: number): Promise<ChainHeads> {
  const { database, digest } = parts;
  const { hash } = await readGenesis(parts);
  const heads = new ChainHeads(digest, hash);
  for (const row of await database.read<OrganizationHeadRow>(readAllHeads(database.dialect, seq)))
    heads.set(row.organization_id, { organizationSeq: row.organization_seq, hash: row.hash });
  return heads;
}

async function readRoot(parts: HeadParts, seq: number): Promise<string> {
  return (await readHeads(parts, seq)).root();
}

/** Inserts a seal only after the one before it, so that of two processes only one can win. */
function insertSeal({ sql }: HeadParts, seal: SealRow): DatabaseChange {
  const columns = Object.keys(seal) as (keyof SealRow)[];
  const insert = sql
    .insertInto('seals')
    .columns(columns)
    .expression(
      sql
        .selectNoFrom((make) => columns.map((column) => make.val(seal[column]).as(column)))
        .where((where) =>
          where(
            where.selectFrom('seals').select((is) => is.fn.coalesce(is.fn.max('n'), is.lit(0)).as('n')),
            '=',
            seal.n - 1,
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('n').doNothing());
  return { guards: [query(insert)] };
}

/** Calls back after each commit that appended records. */
export function observeRecords(database: Database, onRecords: () => void): Database {
  return {
    dialect: database.dialect,
    migrate: (migrations) => database.migrate(migrations),
    read: (asked) => database.read(asked),
    readAs: (audiences, asked) => database.readAs(audiences, asked),
    async change(change) {
      const result = await database.change(change);
      if (result === 'done' && change.records !== undefined && change.records.length > 0) onRecords();
      return result;
    },
    watch: (listener) => database.watch(listener),
    purge: () => database.purge(),
    close: () => database.close(),
  };
}
