/** Collects the audit metadata of one call from its records. */
import type { AuditRecord } from './audit-record.ts';

/** What the audit says about one call. `seq` and `hash` are those of its last record. */
export interface AuditMetadata {
  readonly trace_id: string;
  readonly call_id: string;
  readonly user: string | null;
  readonly tool: string;
  readonly version: string | null;
  /** The commitment to the arguments; in records of format 1, their digest. */
  readonly args_hash: string | null;
  readonly decision: { readonly effect: string; readonly reason: string; readonly rule: string } | null;
  readonly approver: string | null;
  /** The name of the approver at the time of the decision. */
  readonly approver_name: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly seq: number;
  readonly hash: string;
}

/** Combines the records of one call, in order; later records win. Returns undefined for an empty list. */
export function collectMetadata(records: readonly AuditRecord[]): AuditMetadata | undefined {
  const last = records.at(-1);
  if (!last) return undefined;
  // Later records hold the outcome and do not repeat the fields of earlier ones.
  const known: Record<string, unknown> = Object.assign({}, ...records.map(({ body }) => body));
  const text = (key: string): string | null => (typeof known[key] === 'string' ? known[key] : null);
  const time = (key: string): string | null =>
    typeof known[key] === 'number' ? new Date(known[key]).toISOString() : null;
  return {
    trace_id: text('traceId') ?? '',
    call_id: last.callId ?? '',
    user: text('user'),
    tool: text('tool') ?? '',
    version: text('version'),
    args_hash: readCommitment(known['args']) ?? text('argsHash'),
    decision: (known['decision'] as AuditMetadata['decision'] | undefined) ?? null,
    approver: text('approver'),
    approver_name: text('approverName'),
    result: text('result'),
    summary: text('summary'),
    started_at: time('startedAt'),
    ended_at: time('endedAt'),
    seq: last.seq,
    hash: last.hash,
  };
}

function readCommitment(content: unknown): string | null {
  if (content === null || typeof content !== 'object') return null;
  const commitment: unknown = Reflect.get(content, 'commitment');
  return typeof commitment === 'string' ? commitment : null;
}
