/** One record of the audit chain, as it is read. `at` is ISO 8601. */
export interface AuditRecord {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly callId: string | null;
  readonly body: Record<string, unknown>;
  readonly hash: string;
}
