import { describe, expect, test } from 'vitest';

import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { createSqlBuilder } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';
import { createAuditChain, GENESIS, recordHash } from './audit-chain.ts';
import { verifyChain, type Checkpoint } from './verify.ts';

const chain = createAuditChain(createSqlBuilder('sqlite'), nodeDigest);
const draft = (at: number) => ({ at, kind: 'call.started', callId: `c${at}`, body: JSON.stringify({ n: at }) });

/** A chain as the database would hold it. */
function rows(count: number): AuditRow[] {
  let hash = GENESIS;
  return Array.from({ length: count }, (_, index) => {
    const { at, kind, callId, body } = draft(index + 1);
    const row = { seq: index + 1, at, kind, call_id: callId, body };
    hash = recordHash(nodeDigest, hash, row);
    return { ...row, hash };
  });
}

/** Hashes made right again, as someone would who can write to the database. */
function reseal(list: readonly AuditRow[]): AuditRow[] {
  let hash = GENESIS;
  return list.map((row, at) => {
    const next = { ...row, seq: at + 1 };
    hash = recordHash(nodeDigest, hash, next);
    return { ...next, hash };
  });
}

async function* batches(list: readonly AuditRow[], size = 3) {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

const signed = (row: AuditRow | undefined): Checkpoint => ({
  seq: row?.seq ?? 0,
  hash: row?.hash ?? '',
  at: 0,
  keyId: 'key',
  signature: 'good',
});
const verify = (list: readonly AuditRow[], kept: readonly Checkpoint[] = []) =>
  verifyChain(nodeDigest, batches(list), kept, async ({ signature }) => signature === 'good');

describe('the chain', () => {
  test('seals drafts one after the other, from nothing and from a head', () => {
    const first = chain.linkRecords(undefined, [draft(1), draft(2)]);
    const second = chain.linkRecords(first.head, [draft(3)]);
    const expected = rows(3);
    expect(first.head).toEqual({ seq: 2, hash: expected[1]?.hash });
    expect(second.head).toEqual({ seq: 3, hash: expected[2]?.hash });
    expect(second.inserts[0]?.parameters).toContain(expected[2]?.hash);
  });

  test.each<Partial<AuditRow>>([{ seq: 9 }, { at: 9 }, { kind: 'x' }, { call_id: null }, { body: '{}' }])(
    'has another hash when %o is another',
    (change) => {
      const [row] = rows(1) as [AuditRow];
      expect(recordHash(nodeDigest, GENESIS, { ...row, ...change })).not.toBe(row.hash);
      expect(recordHash(nodeDigest, 'f'.repeat(64), row)).not.toBe(row.hash);
    },
  );
});

describe('verifying', () => {
  const ten = rows(10);

  test('holds for an untouched chain, also an empty one', async () => {
    expect(await verify(ten, [signed(ten[4]), signed(ten[9])])).toEqual({
      ok: true,
      records: 10,
      head: ten[9]?.hash,
      checkpoints: 2,
    });
    expect(await verify([])).toMatchObject({ ok: true, records: 0 });
  });

  test.each<[string, AuditRow[], number, string]>([
    ['an edited body', ten.map((row) => (row.seq === 4 ? { ...row, body: '{"n":99}' } : row)), 4, 'edited'],
    ['an edited time', ten.map((row) => (row.seq === 10 ? { ...row, at: 0 } : row)), 10, 'edited'],
    ['a record that is gone', ten.filter(({ seq }) => seq !== 6), 6, 'missing'],
    ['the first record gone', ten.slice(1), 1, 'missing'],
    ['several gone', ten.filter(({ seq }) => seq < 4 || seq > 7), 4, 'missing'],
    [
      'two in each other’s place',
      ten.map((row, at) => ({ ...(ten[at === 2 ? 3 : at === 3 ? 2 : at] ?? row), seq: row.seq })),
      3,
      'edited',
    ],
    ['one that comes twice', [...ten.slice(0, 5), ...ten.slice(4)], 5, 'out_of_order'],
  ])('finds %s', async (_, list, seq, fault) => {
    expect(await verify(list)).toMatchObject({ ok: false, seq, fault });
  });

  test('finds what was cut off the end only by a signed checkpoint', async () => {
    expect(await verify(ten.slice(0, 7))).toMatchObject({ ok: true });
    expect(await verify(ten.slice(0, 7), [signed(ten[9])])).toMatchObject({ ok: false, seq: 8, fault: 'truncated' });
  });

  test('finds a chain that was rewritten whole only by a signed checkpoint', async () => {
    const rewritten = reseal(ten.filter(({ seq }) => seq !== 2));
    expect(await verify(rewritten)).toMatchObject({ ok: true, records: 9 });
    expect(await verify(rewritten, [signed(ten[4])])).toMatchObject({ ok: false, seq: 5, fault: 'rolled_back' });
  });

  test('trusts no checkpoint that is not signed', async () => {
    expect(await verify(ten, [{ ...signed(ten[4]), signature: 'bad' }])).toMatchObject({
      ok: false,
      seq: 5,
      fault: 'bad_checkpoint',
    });
  });
});
