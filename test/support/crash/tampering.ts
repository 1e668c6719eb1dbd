/** Someone with the database file in their hands: takes the triggers away and rewrites what they like. */
import { cpSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { GENESIS, recordHash } from '../../../src/core/ledger/audit-chain.ts';
import type { AuditRow } from '../../../src/core/storage/tables.ts';

export class Tampering {
  readonly data: string;
  readonly #database: DatabaseSync;

  /** Works on a copy of the data folder. */
  constructor(original: string, copy: string) {
    cpSync(original, copy, { recursive: true });
    this.data = copy;
    this.#database = new DatabaseSync(join(copy, 'deputize.db'));
    const triggers = this.#database
      .prepare(`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit'`)
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

  write({ seq, at, kind, call_id, body, hash }: AuditRow): void {
    this.run('insert or replace into audit values (?, ?, ?, ?, ?, ?)', seq, at, kind, call_id, body, hash);
  }

  /** Moves a record and all after it one place up. */
  makeRoomAt(seq: number): void {
    for (const row of this.rows().toReversed())
      if (row.seq >= seq) this.run('update audit set seq = seq + 1 where seq = ?', row.seq);
  }

  /** The hash that a record would rightly have in this place. */
  hashFor(record: Omit<AuditRow, 'hash'>): string {
    const previous = record.seq === 1 ? GENESIS : this.row(record.seq - 1).hash;
    return recordHash(nodeDigest, previous, record);
  }

  recomputeFrom(seq: number): void {
    for (const row of this.rows()) if (row.seq >= seq) this.write({ ...row, hash: this.hashFor(row) });
  }

  close(): void {
    this.#database.close();
  }
}
