/** The chain of format 1: one chain for all organizations. It is kept as an archive, and verified by its own rule. */
import type { Digest } from '../../ports/digest.ts';
import type { ArchivedAuditRow } from '../storage/tables.ts';
import { GENESIS } from './audit-chain.ts';

/** Returns the hash of a record of format 1, which covers its position. */
export function archivedHash(digest: Digest, previous: string, record: Omit<ArchivedAuditRow, 'hash'>): string {
  const { seq, at, kind, call_id, body } = record;
  return digest.sha256(`${previous}\n${seq}\n${at}\n${kind}\n${call_id ?? ''}\n${body}`);
}

/** Follows the archive record by record. */
export class ArchiveWalk {
  readonly #digest: Digest;
  seq = 0;
  hash = GENESIS;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** Returns what is wrong with the next record, or undefined. */
  follow(row: ArchivedAuditRow): 'edited' | undefined {
    const hash = archivedHash(this.#digest, this.hash, row);
    if (hash !== row.hash) return 'edited';
    this.seq = row.seq;
    this.hash = hash;
    return undefined;
  }
}
