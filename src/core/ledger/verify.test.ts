import { beforeAll, describe, expect, test } from 'vitest';

import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { importSigningKey, makeSigningKey } from '../../connectors/secrets/signing-key.ts';
import type { SealSeed } from '../../ports/seals.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import { createSqlBuilder } from '../storage/statements.ts';
import type { ArchivedAuditRow, AuditRow, SealRow } from '../storage/tables.ts';
import { archivedHash } from './audit-archive.ts';
import { createAuditChain, GENESIS, recordHash } from './audit-chain.ts';
import { ChainHeads } from './chain-root.ts';
import { advanceSeed, makeSeal, signText } from './seal.ts';
import { checkpointText, verifyChain, type ChainSource, type Checkpoint } from './verify.ts';

const chain = createAuditChain(createSqlBuilder('sqlite'), nodeDigest);
const ORGANIZATIONS = ['a', 'b', 'a', 'c'];
const organizationAt = (seq: number): string => ORGANIZATIONS[seq % ORGANIZATIONS.length] ?? 'a';
const draft = (at: number) => ({
  organizationId: organizationAt(at),
  at,
  kind: 'call.started',
  callId: `c${at}`,
  body: JSON.stringify({ n: at }),
});

/** Chains as the database would hold them, hashed by the rule itself and not by the code that writes. */
function link(list: readonly Omit<AuditRow, 'hash' | 'organization_seq'>[], genesis = GENESIS): AuditRow[] {
  const heads = new Map<string, { n: number; hash: string }>();
  return list.map((row) => {
    const before = heads.get(row.organization_id) ?? { n: 0, hash: genesis };
    const next = { ...row, organization_seq: before.n + 1 };
    const hash = recordHash(nodeDigest, before.hash, next);
    heads.set(row.organization_id, { n: before.n + 1, hash });
    return { ...next, hash };
  });
}

const plain = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const { organizationId, at, kind, callId, body } = draft(index + 1);
    return { seq: index + 1, organization_id: organizationId, at, kind, call_id: callId, body };
  });

/** Hashes made right again, as someone would who can write to the database. */
const relink = (list: readonly AuditRow[]) => link(list.map((row, at) => ({ ...row, seq: at + 1 })));

function rootAt(list: readonly AuditRow[], seq: number, genesis = GENESIS): string {
  const heads = new ChainHeads(nodeDigest, genesis);
  for (const row of list)
    if (row.seq <= seq) heads.set(row.organization_id, { organizationSeq: row.organization_seq, hash: row.hash });
  return heads.root();
}

async function* batches<Row>(list: readonly Row[], size = 3) {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

let key: SigningKey;
let stranger: SigningKey;
const FIRST: SealSeed = { n: 1, seed: 'ab'.repeat(32) };
const ten = link(plain(10));
/** Seals of an untouched chain of ten, of which the first covers nothing. */
let seals: SealRow[];

const seedAfter = (n: number): SealSeed | undefined => advanceSeed(nodeDigest, FIRST, n + 1);

async function sealAt(list: readonly AuditRow[], places: readonly number[], from = FIRST, by = key) {
  const made: SealRow[] = [];
  for (const seq of places) {
    const seed = advanceSeed(nodeDigest, from, made.length + 1);
    if (!seed) throw new Error('the secret is too new');
    const content = { seq, root: rootAt(list, seq), at: seq };
    made.push(await makeSeal(nodeDigest, seed, made.at(-1), content, () => Promise.resolve(by)));
  }
  return made;
}

beforeAll(async () => {
  key = await importSigningKey(await makeSigningKey());
  stranger = await importSigningKey(await makeSigningKey());
  seals = await sealAt(ten, [0, 4, 8]);
});

async function signed(list: readonly AuditRow[], seq: number, by = key): Promise<Checkpoint> {
  const content = { seq, hash: rootAt(list, seq), at: 0, keyId: key.id, format: 2 as const };
  return { ...content, signature: await signText(by.privateKey as CryptoKey, checkpointText(content)) };
}

const verify = (rows: readonly AuditRow[], source: Partial<ChainSource> & { kept?: readonly SealRow[] } = {}) =>
  verifyChain(nodeDigest, {
    genesis: { seq: 0, hash: GENESIS, erased_at: null },
    archived: batches([]),
    rows: batches(rows),
    seals: batches(source.kept ?? []),
    checkpoints: [],
    anchored: [],
    seed: null,
    key,
    ...source,
  });

describe('the chain', () => {
  test('links drafts of several organizations, from nothing and from their heads', () => {
    const first = chain.linkRecords(undefined, new Map(), [1, 2, 3, 4, 5].map(draft));
    const second = chain.linkRecords(first.head, first.heads, [6, 7].map(draft));
    expect(first.head).toEqual({ seq: 5, hash: ten[4]?.hash });
    expect(second.head).toEqual({ seq: 7, hash: ten[6]?.hash });
    expect(second.inserts.map(({ parameters }) => parameters.at(-1))).toEqual([ten[5]?.hash, ten[6]?.hash]);
  });

  test.each<Partial<AuditRow>>([
    { organization_id: 'x' },
    { organization_seq: 9 },
    { at: 9 },
    { kind: 'x' },
    { call_id: null },
    { body: '{}' },
  ])('has another hash when %o is another', (change) => {
    const [row] = ten as [AuditRow];
    expect(recordHash(nodeDigest, GENESIS, { ...row, ...change })).not.toBe(row.hash);
    expect(recordHash(nodeDigest, 'f'.repeat(64), row)).not.toBe(row.hash);
  });
});

describe('verifying', () => {
  test('holds for untouched chains, also empty ones', async () => {
    const checkpoints = [await signed(ten, 5), await signed(ten, 10)];
    expect(await verify(ten, { checkpoints, kept: seals, seed: seedAfter(3) ?? null })).toEqual({
      ok: true,
      records: 10,
      head: rootAt(ten, 10),
      checkpoints: 2,
      archive: null,
      sealed: { seq: 8, seals: 3 },
      anchored: [],
    });
    expect(await verify([])).toMatchObject({ ok: true, records: 0, sealed: null });
  });

  const edited = ten.map((row) => (row.seq === 4 ? { ...row, body: '{"n":99}' } : row));
  const swapped = ten.map((row, at) => ({ ...(ten[at === 3 ? 5 : at === 5 ? 3 : at] ?? row), seq: row.seq }));
  test.each<[string, AuditRow[], number, string]>([
    ['an edited body', edited, 4, 'edited'],
    ['an edited time', ten.map((row) => (row.seq === 10 ? { ...row, at: 0 } : row)), 10, 'edited'],
    ['a record that is gone', ten.filter(({ seq }) => seq !== 6), 6, 'missing'],
    ['the first record gone', ten.slice(1), 1, 'missing'],
    ['several gone', ten.filter(({ seq }) => seq < 4 || seq > 7), 4, 'missing'],
    ['two of one organization in each other’s place', swapped, 4, 'edited'],
    ['one that comes twice', [...ten.slice(0, 5), ...ten.slice(4)], 5, 'out_of_order'],
    [
      'a record moved to another organization',
      ten.map((row) => (row.seq === 5 ? { ...row, organization_id: 'a' } : row)),
      5,
      'edited',
    ],
    [
      'a record taken away, with the positions of the others made right',
      ten.filter(({ seq }) => seq !== 2).map((row, at) => ({ ...row, seq: at + 1 })),
      3,
      'edited',
    ],
  ])('finds %s', async (_, list, seq, fault) => {
    expect(await verify(list)).toMatchObject({ ok: false, seq, fault });
  });

  test('finds records of two organizations in each other’s place only by a root', async () => {
    const [first, second] = [ten[0], ten[1]] as [AuditRow, AuditRow];
    const swappedOver = [{ ...second, seq: 1 }, { ...first, seq: 2 }, ...ten.slice(2)];
    expect(await verify(swappedOver)).toMatchObject({ ok: true });
    const one = await sealAt(ten, [0, 1]);
    expect(await verify(swappedOver, { kept: one, seed: seedAfter(2) ?? null })).toMatchObject({
      ok: false,
      seq: 1,
      fault: 'rolled_back',
    });
  });

  test('finds what was cut off the end only by a signature', async () => {
    const short = ten.slice(0, 7);
    expect(await verify(short)).toMatchObject({ ok: true });
    const found = { ok: false, seq: 8, fault: 'truncated' };
    expect(await verify(short, { checkpoints: [await signed(ten, 10)] })).toMatchObject(found);
    expect(await verify(short, { kept: seals, seed: seedAfter(3) ?? null })).toMatchObject(found);
  });

  test('finds chains that were rewritten whole only by a signature', async () => {
    const rewritten = relink(ten.filter(({ seq }) => seq !== 2));
    expect(await verify(rewritten)).toMatchObject({ ok: true, records: 9 });
    const anchored = [{ kind: 'folder', checkpoint: await signed(ten, 5) }];
    expect(await verify(rewritten, { anchored })).toMatchObject({ ok: false, seq: 5, fault: 'rolled_back' });
    const sealed = { kept: seals, seed: seedAfter(3) ?? null };
    expect(await verify(rewritten, sealed)).toMatchObject({ ok: false, seq: 4, fault: 'rolled_back' });
  });

  test('trusts no checkpoint that another key signed', async () => {
    const checkpoints = [await signed(ten, 5, stranger)];
    expect(await verify(ten, { checkpoints })).toMatchObject({ ok: false, seq: 5, fault: 'bad_checkpoint' });
  });
});

describe('seals', () => {
  const missing = { ok: false, fault: 'missing_seal' };

  test.each<[string, () => SealRow[], SealSeed | undefined]>([
    ['all seals', () => [], seedAfter(3)],
    ['all seals and the secret', () => [], undefined],
    ['the last seal', () => seals.slice(0, 2), seedAfter(3)],
    ['the secret', () => seals, undefined],
    ['the secret, with another in its place', () => seals, { n: 4, seed: 'cd'.repeat(32) }],
  ])('finds that someone removed %s', async (_, kept, seed) => {
    expect(await verify(ten, { kept: kept(), seed })).toMatchObject(missing);
  });

  test('hold after a crash between the seal and its secret, and with an unsealed end', async () => {
    expect(await verify(ten, { kept: seals, seed: seedAfter(2) })).toMatchObject({ ok: true, sealed: { seq: 8 } });
    expect(await verify(ten, { kept: seals, seed: FIRST })).toMatchObject({ ok: true });
  });

  test('are not forged with a newer secret and the signing key', async () => {
    const forged = relink(ten.filter(({ seq }) => seq !== 2));
    const stolen = seedAfter(2) as SealSeed;
    // The thief can only go on from the third seal: the key of the second one is named by the first.
    const own = await sealAt(forged, [0, 4], { ...FIRST, seed: stolen.seed });
    expect(await verify(forged, { kept: [...seals.slice(0, 1), ...own.slice(1)], seed: stolen })).toMatchObject({
      ok: false,
      fault: 'bad_seal',
    });
    expect(await verify(forged, { kept: own, seed: stolen })).toMatchObject({ ok: false });
  });

  test('are refused from another signing key, with a gap, or edited', async () => {
    const bad = { ok: false, fault: 'bad_seal' };
    const seed = seedAfter(3) ?? null;
    expect(await verify(ten, { kept: await sealAt(ten, [0, 4, 8], FIRST, stranger), seed })).toMatchObject(bad);
    expect(await verify(ten, { kept: [seals[0], seals[2]] as SealRow[], seed })).toMatchObject(bad);
    const later = seals.map((seal) => ({ ...seal, at: seal.at + 1 }));
    expect(await verify(ten, { kept: later, seed })).toMatchObject(bad);
  });
});

describe('the archive of format 1', () => {
  let hash = GENESIS;
  const archive: ArchivedAuditRow[] = Array.from({ length: 4 }, (_, index) => {
    const row = { seq: index + 1, at: index, kind: 'call.started', call_id: 'c', body: `{"n":${index}}` };
    hash = archivedHash(nodeDigest, hash, row);
    return { ...row, hash };
  });
  const genesis = { seq: 4, hash, erased_at: null };
  const rows = link(
    plain(10).map((row) => ({ ...row, seq: row.seq + 4 })),
    hash,
  );
  const held = { genesis, archived: batches(archive) };

  test('is verified by the old rule, and every chain begins with its head', async () => {
    expect(await verify(rows, { ...held, archived: batches(archive) })).toMatchObject({
      ok: true,
      records: 14,
      archive: { records: 4, head: hash, erasedAt: null },
    });
    const changed = archive.map((row) => (row.seq === 2 ? { ...row, body: '{}' } : row));
    expect(await verify(rows, { ...held, archived: batches(changed) })).toMatchObject({ seq: 2, fault: 'edited' });
    const short = archive.slice(0, 3);
    expect(await verify(rows, { ...held, archived: batches(short) })).toMatchObject({ seq: 4, fault: 'truncated' });
    const another = { ...genesis, hash: 'f'.repeat(64) };
    expect(await verify(rows, { genesis: another, archived: batches(archive) })).toMatchObject({
      fault: 'rolled_back',
    });
  });

  test('may be erased as a whole, but not in part', async () => {
    const erased = { ...genesis, erased_at: 5 };
    expect(await verify(rows, { genesis: erased })).toMatchObject({
      ok: true,
      archive: { records: 4, head: hash, erasedAt: new Date(5).toISOString() },
    });
    expect(await verify(rows, { genesis })).toMatchObject({ ok: false, fault: 'truncated' });
    const part = { genesis: erased, archived: batches(archive.slice(0, 2)) };
    expect(await verify(rows, part)).toMatchObject({ ok: false, fault: 'truncated' });
  });
});
