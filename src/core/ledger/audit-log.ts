/** Reads, signs and exports the audit chain. It never writes to the chain. */
import { sql as raw } from 'kysely';

import type { ChainHead, SqlQuery } from '../../ports/database.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import { DeputizeError } from '../errors.ts';
import { OWNER_ORGANIZATION } from '../access/principal.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { prepared, query } from '../storage/statements.ts';
import type { AuditRow, CoreTables } from '../storage/tables.ts';
import { collectMetadata, type AuditMetadata } from './audit-metadata.ts';
import type { AuditRecord } from './audit-record.ts';
import { toSpans } from './export-otel.ts';
import { checkpointText, verifyChain, type Checkpoint, type ChainVerification } from './verify.ts';

type AuditParts = RuntimeParts<'database' | 'sql' | 'digest' | 'clock' | 'signingKey'>;

const BATCH = 1_000;

/** Limits a list of records. `after` is a sequence number, and the default limit is 100. */
interface AuditFilter {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  readonly callId?: string | undefined;
  /** Only records of this organization's users. For the organization of the operator, also records without a user. */
  readonly organizationId?: string | undefined;
}

/** Reads, verifies and exports the audit chain, and signs checkpoints. Signing throws NOT_AVAILABLE without a private key. */
export class AuditLog {
  readonly #parts: AuditParts;
  readonly #page: (values: { after: number; limit: number }) => SqlQuery;

  constructor(parts: AuditParts) {
    this.#parts = parts;
    this.#page = prepared<{ after: number; limit: number }>((slots) =>
      parts.sql.selectFrom('audit').selectAll().where('seq', '>', slots.after).orderBy('seq').limit(slots.limit),
    );
  }

  /** The records after this one, in order. */
  async after(seq: number, limit: number): Promise<AuditRecord[]> {
    const rows = await this.#parts.database.read<AuditRow>(this.#page({ after: seq, limit }));
    return rows.map(toRecord);
  }

  async read({ after = 0, limit = 100, callId, organizationId }: AuditFilter): Promise<AuditRecord[]> {
    const { sql, database } = this.#parts;
    let select = sql
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(Math.min(limit, BATCH));
    if (organizationId !== undefined) select = select.where(concerns(this.#parts, organizationId));
    if (callId !== undefined) select = select.where('call_id', '=', callId);
    return (await database.read<AuditRow>(query(select))).map(toRecord);
  }

  /** The audit metadata of one call; undefined if it has no records. */
  async about(callId: string): Promise<AuditMetadata | undefined> {
    return collectMetadata(await this.read({ callId, limit: BATCH }));
  }

  async head(): Promise<ChainHead | undefined> {
    const { sql, database } = this.#parts;
    const [head] = await database.read<ChainHead>(
      query(sql.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1)),
    );
    return head;
  }

  /** Every row in order, in batches. */
  async *rows(): AsyncGenerator<AuditRow[]> {
    for (let after = -1; ;) {
      const rows = await this.#parts.database.read<AuditRow>(this.#page({ after, limit: BATCH }));
      if (rows.length === 0) return;
      yield rows;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  async *records(): AsyncGenerator<AuditRecord> {
    for await (const rows of this.rows()) for (const row of rows) yield toRecord(row);
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

  /** Signs the current head, so that it can be stored outside of this installation. Returns undefined if nothing is new. */
  async checkpoint(): Promise<Checkpoint | undefined> {
    const { database, sql, clock } = this.#parts;
    const head = await this.head();
    if (!head) return undefined;
    const [known] = await database.read<CoreTables['checkpoints']>(
      query(sql.selectFrom('checkpoints').selectAll().where('seq', '=', head.seq)),
    );
    if (known) return undefined;
    const key = await this.#parts.signingKey();
    const checkpoint = await sign(key, { seq: head.seq, hash: head.hash, at: clock.now(), keyId: key.id });
    const { seq, hash, at, keyId, signature } = checkpoint;
    const insert = sql
      .insertInto('checkpoints')
      .values({ seq, hash, at, key_id: keyId, signature })
      .onConflict((c) => c.column('seq').doNothing());
    await database.change({ guards: [], writes: [query(insert)] });
    return checkpoint;
  }

  /** The key that the newest checkpoint was signed with. */
  async lastKey(): Promise<string | undefined> {
    const { database, sql } = this.#parts;
    const newest = sql.selectFrom('checkpoints').select('key_id').orderBy('seq', 'desc').limit(1);
    return (await database.read<Pick<CoreTables['checkpoints'], 'key_id'>>(query(newest)))[0]?.key_id;
  }

  async checkpoints(): Promise<Checkpoint[]> {
    const { database, sql } = this.#parts;
    const rows = await database.read<CoreTables['checkpoints']>(
      query(sql.selectFrom('checkpoints').selectAll().orderBy('seq')),
    );
    return rows.map(({ seq, hash, at, key_id, signature }) => ({ seq, hash, at, keyId: key_id, signature }));
  }

  /** `kept` are checkpoints from outside. Only they reveal that the whole database was replaced by an older copy. */
  async verify(kept: readonly Checkpoint[] = []): Promise<ChainVerification> {
    const key = await this.#parts.signingKey();
    const all = [...(await this.checkpoints()), ...kept];
    return verifyChain(this.#parts.digest, this.rows(), all, (checkpoint) => hasValidSignature(key, checkpoint));
  }
}

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
  const bytes = new TextEncoder().encode(checkpointText(content));
  const signature = await crypto.subtle.sign('Ed25519', key.privateKey, bytes);
  return { ...content, signature: btoa(String.fromCharCode(...new Uint8Array(signature))) };
}

/** Returns whether this key signed the checkpoint. A malformed signature is false, not an error. */
export async function hasValidSignature(key: SigningKey, checkpoint: Checkpoint): Promise<boolean> {
  if (checkpoint.keyId !== key.id) return false;
  try {
    const signature = Uint8Array.from(atob(checkpoint.signature), (character) => character.charCodeAt(0));
    return await crypto.subtle.verify(
      'Ed25519',
      key.publicKey,
      signature,
      new TextEncoder().encode(checkpointText(checkpoint)),
    );
  } catch {
    return false;
  }
}

function toRecord({ seq, at, kind, call_id, body, hash }: AuditRow): AuditRecord {
  return {
    seq,
    at: new Date(at).toISOString(),
    kind,
    callId: call_id,
    body: JSON.parse(body) as Record<string, unknown>,
    hash,
  };
}
