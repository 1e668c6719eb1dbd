/** Verifies the audit chain and finds the first broken record. It works on a database and on an export. */
import type { Digest } from '../../ports/digest.ts';
import type { AuditRow } from '../storage/tables.ts';
import { GENESIS, recordHash } from './audit-chain.ts';

/** A signed statement that the chain had this head at this time. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
  readonly keyId: string;
  readonly signature: string;
}

/** The result of a verification: the checked chain, or the first fault and the sequence number of its record. */
export type ChainVerification =
  | { readonly ok: true; readonly records: number; readonly head: string; readonly checkpoints: number }
  | {
      readonly ok: false;
      readonly records: number;
      readonly seq: number;
      readonly fault: FaultKind;
      readonly message: string;
    };

type FaultKind = 'edited' | 'missing' | 'out_of_order' | 'truncated' | 'rolled_back' | 'bad_checkpoint';

/** Verifies all records in order. A checkpoint that `isSigned` rejects is a fault. */
export async function verifyChain(
  digest: Digest,
  batches: AsyncIterable<readonly AuditRow[]>,
  checkpoints: readonly Checkpoint[],
  isSigned: (checkpoint: Checkpoint) => Promise<boolean>,
): Promise<ChainVerification> {
  const expected = new Map<number, Checkpoint[]>();
  let last = 0;
  for (const checkpoint of checkpoints) {
    if (!(await isSigned(checkpoint))) {
      return fault(
        0,
        checkpoint.seq,
        'bad_checkpoint',
        `the checkpoint at record ${checkpoint.seq} is not signed by this runtime's key`,
      );
    }
    expected.set(checkpoint.seq, [...(expected.get(checkpoint.seq) ?? []), checkpoint]);
    last = Math.max(last, checkpoint.seq);
  }

  let seq = 0;
  let hash = GENESIS;
  for await (const rows of batches) {
    for (const row of rows) {
      const next = seq + 1;
      if (row.seq < next) return fault(seq, row.seq, 'out_of_order', `record ${row.seq} comes after record ${seq}`);
      if (row.seq > next) {
        const gone =
          row.seq === next + 1 ? `record ${next} is missing` : `records ${next} to ${row.seq - 1} are missing`;
        return fault(seq, next, 'missing', gone);
      }
      const computed = recordHash(digest, hash, row);
      if (computed !== row.hash) {
        return fault(seq, next, 'edited', `record ${next} was changed, or is at the position of another record`);
      }
      for (const checkpoint of expected.get(next) ?? []) {
        if (checkpoint.hash === computed) continue;
        return fault(
          seq,
          next,
          'rolled_back',
          `record ${next} is not the one that was signed on ${new Date(checkpoint.at).toISOString()}: the chain was rewritten at or before it`,
        );
      }
      seq = next;
      hash = computed;
    }
  }
  if (last > seq)
    return fault(
      seq,
      seq + 1,
      'truncated',
      `the chain ends at record ${seq}, but record ${last} was signed: what came after ${seq} is gone`,
    );
  return { ok: true, records: seq, head: hash, checkpoints: checkpoints.length };
}

function fault(records: number, seq: number, kind: FaultKind, message: string): ChainVerification {
  return { ok: false, records, seq, fault: kind, message };
}

/** The text that a checkpoint's signature covers. */
export function checkpointText({ seq, hash, at, keyId }: Omit<Checkpoint, 'signature'>): string {
  return `deputize checkpoint\n${seq}\n${hash}\n${at}\n${keyId}`;
}
