/** Reads, signs and exports the audit chain. It never writes to the chain. */
import { sql as raw } from 'kysely';

import type { ChainHead, SqlQuery } from '../../ports/database.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import type { SealSeed, SealSeedStore } from '../../ports/seals.ts';
import { OWNER_ORGANIZATION } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { prepared, query } from '../storage/statements.ts';
import type { ArchivedAuditRow, AuditRow, CoreTables, SealRow } from '../storage/tables.ts';
import { createAuditChain } from './audit-chain.ts';
import { exportLines, findRange } from './audit-export.ts';
import type { AuditScope } from './audit-period.ts';
import { writeReport } from './audit-report.ts';
import { collectMetadata, type AuditMetadata } from './audit-metadata.ts';
import type { AuditRecord } from './audit-record.ts';
import { toSpans } from './export-otel.ts';
import { findContradiction } from './call-agreement.ts';
import { readGenesis, readHeads, readLedgerId } from './sealer.ts';
import { signText } from './seal.ts';
import {
  checkpointText,
  verifyChain,
  type AnchoredCheckpoint,
  type ChainSource,
  type ChainVerification,
  type Checkpoint,
} from './verify.ts';

type AuditParts = RuntimeParts<'contents' | 'database' | 'sql' | 'digest' | 'clock' | 'signingKey'>;

const BATCH = 1_000;

/** Limits a list of records. `after` is a sequence number, and the default limit is 100. */
interface AuditFilter {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  readonly callId?: string | undefined;
  /** Only records of this organization. */
  readonly organizationId?: string | undefined;
}

/** A page of records after a position. */
type Page = { after: number; limit: number };

/**
 * Reads, verifies and exports the audit chains, and signs checkpoints. Signing throws NOT_AVAILABLE without a private key.
 * The records of format 1 are read from the archive; they come before all others, and count to the operator's organization.
 */
export class AuditLog {
  readonly #parts: AuditParts;
  readonly #seeds: SealSeedStore | undefined;
  readonly #page: (values: Page) => SqlQuery;
  readonly #archivePage: (values: Page) => SqlQuery;

  /** Without `seeds`, nothing is sealed here. */
  constructor(parts: AuditParts, seeds?: SealSeedStore) {
    this.#parts = parts;
    this.#seeds = seeds;
    this.#page = prepared<Page>((slots) =>
      parts.sql.selectFrom('audit').selectAll().where('seq', '>', slots.after).orderBy('seq').limit(slots.limit),
    );
    this.#archivePage = prepared<Page>((slots) =>
      parts.sql
        .selectFrom('audit_archive')
        .selectAll()
        .where('seq', '>', slots.after)
        .orderBy('seq')
        .limit(slots.limit),
    );
  }

  /** The records after this one, in order. */
  async after(seq: number, limit: number): Promise<AuditRecord[]> {
    const rows = await this.#parts.database.read<AuditRow>(this.#page({ after: seq, limit }));
    return rows.map(toRecord);
  }

  async read({ after = 0, limit = 100, callId, organizationId }: AuditFilter): Promise<AuditRecord[]> {
    const { sql, database } = this.#parts;
    const most = Math.min(limit, BATCH);
    const { seq: archived } = await readGenesis(this.#parts);
    const older = after < archived ? await this.#readArchive({ after, limit: most, callId, organizationId }) : [];
    if (older.length === most) return older;
    let select = sql
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(most - older.length);
    if (organizationId !== undefined) select = select.where('organization_id', '=', organizationId);
    if (callId !== undefined) select = select.where('call_id', '=', callId);
    return [...older, ...(await database.read<AuditRow>(query(select))).map(toRecord)];
  }

  /** A record of format 1 names no organization, so its user decides. */
  async #readArchive({ after = 0, limit = BATCH, callId, organizationId }: AuditFilter): Promise<AuditRecord[]> {
    const { sql, database } = this.#parts;
    let select = sql.selectFrom('audit_archive').selectAll().where('seq', '>', after).orderBy('seq').limit(limit);
    if (organizationId !== undefined) select = select.where(concerns(this.#parts, organizationId));
    if (callId !== undefined) select = select.where('call_id', '=', callId);
    return (await database.read<ArchivedAuditRow>(query(select))).map(toRecord);
  }

  /** The audit metadata of one call; undefined if it has no records. */
  async about(callId: string): Promise<AuditMetadata | undefined> {
    return collectMetadata(await this.read({ callId, limit: BATCH }));
  }

  /** The last record of all organizations. */
  async head(): Promise<ChainHead | undefined> {
    const { sql, database, digest } = this.#parts;
    const [head] = await database.read<ChainHead>(createAuditChain(sql, digest).readHead);
    return head;
  }

  /** Every row of format 2 in order, in batches. */
  rows(): AsyncGenerator<AuditRow[]> {
    return this.#pages<AuditRow>(this.#page);
  }

  async *#pages<Row extends { readonly seq: number }>(page: (values: Page) => SqlQuery): AsyncGenerator<Row[]> {
    for (let after = -1; ;) {
      const rows = await this.#parts.database.read<Row>(page({ after, limit: BATCH }));
      if (rows.length === 0) return;
      yield rows;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  async *records(): AsyncGenerator<AuditRecord> {
    for await (const rows of this.#pages<ArchivedAuditRow>(this.#archivePage)) yield* rows.map(toRecord);
    for await (const rows of this.rows()) yield* rows.map(toRecord);
  }

  /** The records that an organization's administrators may export. */
  async *recordsOf(organizationId: string): AsyncGenerator<AuditRecord> {
    for (let after = -1; ;) {
      const records = await this.read({ after, limit: BATCH, organizationId });
      yield* records;
      const last = records.at(-1);
      if (!last || records.length < BATCH) return;
      after = last.seq;
    }
  }

  /** OpenTelemetry spans: each line is one export request. */
  spans(): AsyncGenerator<string> {
    return toSpans(this.#parts.digest, this.records());
  }

  /** Signs the root over the current heads, so that it can be stored outside of this installation. Returns undefined if nothing is new. */
  async checkpoint(): Promise<Checkpoint | undefined> {
    const { database, sql, clock } = this.#parts;
    const { seq: genesis } = await readGenesis(this.#parts);
    const head = await this.head();
    if (!head || head.seq <= genesis) return undefined;
    const [known] = await database.read<CoreTables['checkpoints']>(
      query(sql.selectFrom('checkpoints').selectAll().where('seq', '=', head.seq)),
    );
    if (known) return undefined;
    const key = await this.#parts.signingKey();
    const root = (await readHeads(this.#parts, head.seq)).root();
    const checkpoint = await sign(key, { seq: head.seq, hash: root, at: clock.now(), keyId: key.id, format: 2 });
    await this.#keep(checkpoint);
    return checkpoint;
  }

  /** Signs the head of the archive once, as a checkpoint of format 1. */
  async signArchive(): Promise<void> {
    const { database, sql, clock, signingKey } = this.#parts;
    const { seq, hash } = await readGenesis(this.#parts);
    if (seq === 0) return;
    const signed = sql.selectFrom('checkpoints').select('seq').where('seq', '=', seq).where('format', '=', 1);
    if ((await database.read(query(signed))).length > 0) return;
    const key = await signingKey();
    if (!key.privateKey) return;
    await this.#keep(await sign(key, { seq, hash, at: clock.now(), keyId: key.id }));
  }

  async #keep({ seq, hash, at, keyId, signature, format = 1 }: Omit<Checkpoint, 'format'> & { format?: number }) {
    const { database, sql } = this.#parts;
    const insert = sql
      .insertInto('checkpoints')
      .values({ seq, hash, at, key_id: keyId, signature, format })
      .onConflict((c) => c.column('seq').doNothing());
    await database.change({ guards: [], writes: [query(insert)] });
  }

  /** The key that the newest checkpoint was signed with, or else the one that certified the first seal. */
  async lastKey(): Promise<string | undefined> {
    const { database, sql } = this.#parts;
    const newest = sql.selectFrom('checkpoints').select('key_id').orderBy('seq', 'desc').limit(1);
    const [signed] = await database.read<Pick<CoreTables['checkpoints'], 'key_id'>>(query(newest));
    if (signed) return signed.key_id;
    const [first] = await database.read<SealRow>(query(sql.selectFrom('seals').selectAll().where('n', '=', 1)));
    return first?.key_id ?? undefined;
  }

  /** The checkpoint of the last record that is signed. */
  async lastCheckpoint(): Promise<Checkpoint | undefined> {
    const { database, sql } = this.#parts;
    const newest = sql.selectFrom('checkpoints').selectAll().orderBy('seq', 'desc').limit(1);
    const [row] = await database.read<CoreTables['checkpoints']>(query(newest));
    return row && toCheckpoint(row);
  }

  async checkpoints(): Promise<Checkpoint[]> {
    const { database, sql } = this.#parts;
    const rows = await database.read<CoreTables['checkpoints']>(
      query(sql.selectFrom('checkpoints').selectAll().orderBy('seq')),
    );
    return rows.map(toCheckpoint);
  }

  /** The seals in order up to this one, in batches. */
  async *seals(last: number): AsyncGenerator<SealRow[]> {
    const { database, sql } = this.#parts;
    for (let after = 0; ;) {
      const page = sql
        .selectFrom('seals')
        .selectAll()
        .where('n', '>', after)
        .where('n', '<=', last)
        .orderBy('n')
        .limit(BATCH);
      const rows = await database.read<SealRow>(query(page));
      if (rows.length === 0) return;
      yield rows;
      after = rows.at(-1)?.n ?? after;
    }
  }

  async #readSealSeed(): Promise<SealSeed | null | undefined> {
    if (this.#seeds === undefined) return null;
    const ledger = await readLedgerId(this.#parts);
    return ledger === undefined ? undefined : this.#seeds.read(ledger);
  }

  /** The lines of a file with the records of one organization in a period, which verifies by itself. */
  exportLines(scope: AuditScope): Promise<AsyncGenerator<string>> {
    return exportLines(this.#parts, () => this.verify(), scope);
  }

  /** OpenTelemetry spans of one organization in a period. */
  async spansOf(scope: AuditScope): Promise<AsyncGenerator<string>> {
    const { rows } = await findRange(this.#parts, scope, Number.MAX_SAFE_INTEGER);
    async function* records(): AsyncGenerator<AuditRecord> {
      for await (const row of rows()) yield toRecord(row);
    }
    return toSpans(this.#parts.digest, records());
  }

  /** A report on one organization in a period, in Markdown. */
  report(scope: AuditScope): Promise<string> {
    return writeReport(this.#parts, () => this.verify(), scope);
  }

  /** `anchored` are checkpoints from outside. Only they reveal that everything was replaced by an older copy. */
  async verify(anchored: readonly AnchoredCheckpoint[] = []): Promise<ChainVerification> {
    const { contents, database, sql, digest } = this.#parts;
    // Read before the seals, because other processes go on sealing.
    const seed = await this.#readSealSeed();
    // Seals that are made from here on may cover records that were not read.
    const newest = sql.selectFrom('seals').select((is) => is.fn.max('n').as('n'));
    const [last] = await database.read<{ n: number | null }>(query(newest));
    const source: ChainSource = {
      genesis: await readGenesis(this.#parts),
      archived: this.#pages<ArchivedAuditRow>(this.#archivePage),
      rows: this.rows(),
      seals: this.seals(last?.n ?? 0),
      checkpoints: await this.checkpoints(),
      anchored,
      seed,
      key: await this.#parts.signingKey(),
    };
    const found = await verifyChain(digest, source);
    if (!found.ok) return found;
    const contradiction = await findContradiction(database, sql, contents);
    if (!contradiction) return found;
    return { ok: false, records: found.records, ...contradiction, fault: 'contradicted' };
  }
}

/** The checkpoint of a row. */
export function toCheckpoint({ seq, hash, at, key_id, signature, format }: StoredCheckpoint): Checkpoint {
  return { seq, hash, at, keyId: key_id, signature, ...(Number(format) === 2 ? { format: 2 as const } : {}) };
}

type StoredCheckpoint = Omit<CoreTables['checkpoints'], 'format'> & { readonly format: unknown };

function concerns({ sql, database }: RuntimeParts<'database' | 'sql'>, organizationId: string) {
  const user =
    database.dialect === 'sqlite'
      ? raw<string | null>`json_extract(body, '$.user')`
      : raw<string | null>`(body::json ->> 'user')`;
  const users = (which: '=' | '<>') =>
    sql.selectFrom('users').select('id').where('organization_id', which, organizationId);
  if (organizationId !== OWNER_ORGANIZATION) return raw<boolean>`${user} in ${users('=')}`;
  return raw<boolean>`(${user} is null or ${user} not in ${users('<>')})`;
}

async function sign(key: SigningKey, content: Omit<Checkpoint, 'signature'>): Promise<Checkpoint> {
  if (!key.privateKey) throw new DeputizeError('NOT_AVAILABLE', 'This process signs no checkpoints.');
  return { ...content, signature: await signText(key.privateKey, checkpointText(content)) };
}

function toRecord({ seq, at, kind, call_id, body, hash }: ArchivedAuditRow): AuditRecord {
  return {
    seq,
    at: new Date(at).toISOString(),
    kind,
    callId: call_id,
    body: JSON.parse(body) as Record<string, unknown>,
    hash,
  };
}
