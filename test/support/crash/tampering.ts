/** Someone with the database file in their hands: takes the triggers away and rewrites what they like. */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { loadSigningKey } from '../../../src/connectors/secrets/key-file.ts';
import { GENESIS, recordHash } from '../../../src/core/ledger/audit-chain.ts';
import { ChainHeads } from '../../../src/core/ledger/chain-root.ts';
import { ledgerId, makeSeal, nextSeed, sealPublicKey } from '../../../src/core/ledger/seal.ts';
import type { SealSeed } from '../../../src/ports/seals.ts';
import type { AuditRow, SealRow } from '../../../src/core/storage/tables.ts';

/** The file with the secret of the next seal. */
export function findSealFile(data: string): string {
  const [name] = readdirSync(join(data, 'keys')).filter((one) => one.startsWith('seal-'));
  if (name === undefined) throw new Error('there is no secret of the seals');
  return join(data, 'keys', name);
}

export class Tampering {
  readonly data: string;
  readonly #database: DatabaseSync;

  /** Works on a copy of the data folder. */
  constructor(original: string, copy: string) {
    cpSync(original, copy, { recursive: true });
    this.data = copy;
    this.#database = new DatabaseSync(join(copy, 'deputize.db'));
    const triggers = this.#database
      .prepare(`select name from sqlite_master where type = 'trigger' and tbl_name in ('audit', 'seals')`)
      .all() as { name: string }[];
    for (const { name } of triggers) this.#database.exec(`drop trigger ${name}`);
  }

  rows(): AuditRow[] {
    return this.#database.prepare('select * from audit order by seq').all() as unknown as AuditRow[];
  }

  row(seq: number): AuditRow {
    const found = this.rows().find((row) => row.seq === seq);
    if (!found) throw new Error(`there is no record ${seq}`);
    return found;
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    const { changes } = this.#database.prepare(sql).run(...values);
    if (changes === 0) throw new Error(`it changed nothing: ${sql}`);
  }

  write({ seq, organization_id, organization_seq, at, kind, call_id, body, hash }: AuditRow): void {
    const sql = 'insert or replace into audit values (?, ?, ?, ?, ?, ?, ?, ?)';
    this.run(sql, seq, organization_id, organization_seq, at, kind, call_id, body, hash);
  }

  /** Moves a record and all after it one place up. */
  makeRoomAt(seq: number): void {
    for (const row of this.rows().toReversed())
      if (row.seq >= seq) this.run('update audit set seq = seq + 1 where seq = ?', row.seq);
  }

  /** The hash that a record would rightly have in this place. */
  hashFor(record: Omit<AuditRow, 'hash'>): string {
    const before = this.rows().findLast(
      ({ seq, organization_id }) => seq < record.seq && organization_id === record.organization_id,
    );
    const previous = before?.hash ?? GENESIS;
    return recordHash(nodeDigest, previous, record);
  }

  recomputeFrom(seq: number): void {
    for (const row of this.rows()) if (row.seq >= seq) this.write({ ...row, hash: this.hashFor(row) });
  }

  /** Signs everything again with the keys of the data folder, from a first seal that covers nothing. */
  async forgeSignatures(): Promise<void> {
    this.run('delete from checkpoints');
    this.run('delete from seals');
    rmSync(join(this.data, 'checkpoints.jsonl'), { force: true });
    const key = await loadSigningKey(join(this.data, 'keys', 'signing.json'));
    const heads = new ChainHeads(nodeDigest, GENESIS);
    let seed: SealSeed = { n: 1, seed: '00'.repeat(32) };
    const ledger = ledgerId(nodeDigest, await sealPublicKey(nodeDigest, seed));
    let last: SealRow | undefined;
    for (const row of [undefined, ...this.rows().slice(-1)]) {
      if (row)
        for (const { organization_id, organization_seq, hash } of this.rows())
          heads.set(organization_id, { organizationSeq: organization_seq, hash });
      const content = { seq: row?.seq ?? 0, root: heads.root(), at: 0 };
      last = await makeSeal(nodeDigest, seed, last, content, () => Promise.resolve(key));
      const columns = Object.keys(last) as (keyof SealRow)[];
      this.run(
        `insert into seals (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
        ...Object.values(last as unknown as Record<string, string | number | null>),
      );
      seed = nextSeed(nodeDigest, seed);
    }
    writeFileSync(join(this.data, 'keys', `seal-${ledger}.json`), JSON.stringify(seed), { mode: 0o600 });
  }

  /** Lets rows be deleted that other rows refer to. */
  withoutForeignKeys(): void {
    this.#database.exec('pragma foreign_keys = off');
  }

  close(): void {
    this.#database.close();
  }
}
