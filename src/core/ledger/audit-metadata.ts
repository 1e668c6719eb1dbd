/** What the audit says about one call, gathered from its records. */
import type { AuditRecord } from './audit-record.ts';

export interface AuditMetadata {
  readonly trace_id: string;
  readonly call_id: string;
  readonly user: string | null;
  readonly tool: string;
  readonly version: string | null;
  readonly args_hash: string | null;
  readonly decision: { readonly effect: string; readonly reason: string; readonly rule: string } | null;
  readonly approver: string | null;
  readonly result: string | null;
  readonly summary: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly seq: number;
  readonly hash: string;
}

export function collectMetadata(records: readonly AuditRecord[]): AuditMetadata | undefined {
  const last = records.at(-1);
  if (!last) return undefined;
  // Later records say what became of it and need not repeat what it was.
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
    args_hash: text('argsHash'),
    decision: (known['decision'] as AuditMetadata['decision'] | undefined) ?? null,
    approver: text('approver'),
    result: text('result'),
    summary: text('summary'),
    started_at: time('startedAt'),
    ended_at: time('endedAt'),
    seq: last.seq,
    hash: last.hash,
  };
}
