/**
 * Exports the records of one organization in a period as lines that verify without this installation. The whole audit is
 * verified first, because the export signs the root as it was at the last record of the period.
 */
import type { RuntimeParts } from '../runtime-parts.ts';
import { DeputizeError } from '../errors.ts';
import { query } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';
import { FILE_FORMAT, fileText, keyFingerprint, toFileRecord, type FileHeader, type FileProof } from './audit-file.ts';
import { findOrganization, parsePeriod, type AuditPeriod, type AuditScope } from './audit-period.ts';
import { readGenesis, readHeads } from './sealer.ts';
import { signText, toBase64 } from './seal.ts';
import { checkpointText, type ChainVerification } from './verify.ts';

type ExportParts = RuntimeParts<'database' | 'sql' | 'digest' | 'clock' | 'signingKey'>;

const BATCH = 1_000;

/** A part of one chain: the records from `first` to `last`, and what they continue. */
export interface AuditRange {
  readonly organization: { readonly id: string; readonly name: string };
  readonly period: AuditPeriod;
  readonly first: number;
  readonly last: number;
  /** The position of record `last` among the records of all organizations, and its hash. */
  readonly seq: number;
  readonly head: string;
  readonly rows: () => AsyncGenerator<AuditRow>;
}

/** Finds the records of a scope up to a position. Throws NOT_FOUND if there is no record before its end. */
export async function findRange(parts: ExportParts, scope: AuditScope, newest: number): Promise<AuditRange> {
  const period = parsePeriod(scope);
  const organization = await findOrganization(parts, scope);
  const { database, sql } = parts;
  const all = sql
    .selectFrom('audit')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .where('seq', '<=', newest);
  const begin = all.where('at', '>=', period.since).orderBy('seq').limit(1);
  const end = all.where('at', '<', period.until).orderBy('seq', 'desc').limit(1);
  const [last] = await database.read<AuditRow>(query(end));
  if (!last) throw new DeputizeError('NOT_FOUND', `There are no records of ${organization.name} in this period.`);
  const [from] = await database.read<AuditRow>(query(begin));
  const next = last.organization_seq + 1;
  const first = Math.min(from?.organization_seq ?? next, next);
  const start = first === next ? last.seq : (from?.seq ?? last.seq) - 1;
  async function* rows(): AsyncGenerator<AuditRow> {
    for (let after = start; ;) {
      const page = all
        .where('seq', '>', after)
        .where('seq', '<=', last?.seq ?? 0)
        .orderBy('seq')
        .limit(BATCH);
      const found = await database.read<AuditRow>(query(page));
      yield* found;
      const end = found.at(-1);
      if (!end || found.length < BATCH) return;
      after = end.seq;
    }
  }
  return { organization, period, first, last: last.organization_seq, seq: last.seq, head: last.hash, rows };
}

/** Returns the lines of an export. Throws CONFLICT if the audit does not hold: then nothing is signed. */
export async function exportLines(
  parts: ExportParts,
  verify: () => Promise<ChainVerification>,
  scope: AuditScope,
): Promise<AsyncGenerator<string>> {
  const key = await parts.signingKey();
  const { privateKey } = key;
  if (!privateKey) throw new DeputizeError('NOT_AVAILABLE', 'This process signs no exports.');
  parsePeriod(scope);
  const checked = await verify();
  if (!checked.ok)
    throw new DeputizeError('CONFLICT', 'The audit is broken, so no export is signed: see "deputize audit verify".');
  const range = await findRange(parts, scope, checked.records);
  const header = JSON.stringify(await makeHeader(parts, range));
  const root = (await readHeads(parts, range.seq)).root();
  const content = { seq: range.seq, hash: root, at: parts.clock.now(), keyId: key.id, format: 2 } as const;
  const checkpoint = { ...content, signature: await signText(privateKey, checkpointText(content)) };
  const signed = { records: range.last - range.first + 1, head: range.head, checkpoint };
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', key.publicKey));
  const proof: FileProof = {
    type: 'proof',
    ...signed,
    genesis: (await readGenesis(parts)).hash,
    otherLeaves: [...(await readHeads(parts, range.seq)).otherLeaves(range.organization.id)],
    publicKey: toBase64(publicKey),
    fingerprint: await keyFingerprint(publicKey),
    signature: await signText(privateKey, fileText(parts.digest, header, signed)),
  };
  return lines(header, range, proof);
}

async function* lines(header: string, range: AuditRange, proof: FileProof): AsyncGenerator<string> {
  yield header;
  for await (const row of range.rows()) yield JSON.stringify(toFileRecord(row));
  yield JSON.stringify(proof);
}

async function makeHeader(parts: ExportParts, range: AuditRange): Promise<FileHeader> {
  const { organization, period, first, last } = range;
  const genesis = await readGenesis(parts);
  const days = `${period.from === null ? 'the beginning' : period.from} to ${period.to ?? 'the newest record'}`;
  const archive = genesis.seq === 0 ? '' : ` The archive of format 1 (${genesis.seq} records) is not in this file.`;
  const what =
    first > last
      ? `no record, because there is none from ${days} (UTC)`
      : `all records of this organization from number ${first} to ${last}: those from ${days} (UTC)`;
  return {
    type: 'header',
    what: 'Deputize audit export',
    format: FILE_FORMAT,
    organization,
    from: period.from,
    to: period.to,
    createdAt: new Date(parts.clock.now()).toISOString(),
    first,
    last,
    previous: await previousHash(parts, range, genesis.hash),
    contains: `This file has ${what}. The proof at the end holds the root of all chains at the last of them.${archive}`,
  };
}

async function previousHash({ database, sql }: ExportParts, { organization, first }: AuditRange, genesis: string) {
  if (first === 1) return genesis;
  const before = sql
    .selectFrom('audit')
    .select('hash')
    .where('organization_id', '=', organization.id)
    .where('organization_seq', '=', first - 1);
  const [found] = await database.read<{ hash: string }>(query(before));
  return found?.hash ?? genesis;
}
