/** One record of the audit, as it is read. */
export interface AuditRecord {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly callId: string | null;
  readonly body: Record<string, unknown>;
  readonly hash: string;
}
