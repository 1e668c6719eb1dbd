/** Holds what all steps of a call share. It is built once at start and makes no decisions. */
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Digest } from '../ports/digest.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { SigningKey } from '../ports/secrets.ts';
import type { RemoteExecutor } from './remote-executor.ts';
import { grantStatements } from './grants.ts';
import type { NewId } from './ids.ts';
import { approvalStatements } from './ledger/approvals.ts';
import { NodeLease, type NodeRow } from './node-lease.ts';
import { callStatements } from './ledger/calls.ts';
import { undoStatements } from './ledger/undo.ts';
import type { Policy } from './policy/policy.ts';
import type { SettingStore } from './policy/setting-store.ts';
import { marking } from './provenance/taint/marks.ts';
import { recall } from './provenance/taint/recall.ts';
import type { Registry } from './registry.ts';
import type { ResourceProvider } from './resources/resource-provider.ts';
import type { SqlBuilder } from './storage/statements.ts';

/** Whether a call that the user asked for in their own words may run without approval. */
export type AutonomyMode = 'ask' | 'trusted-values';

export interface RuntimeLimits {
  /** The most characters of JSON in one result. */
  readonly outputBudget: number;
  readonly approvalTtlMs: { readonly high: number; readonly other: number };
  readonly tokenTtlMs: number;
  readonly factsTimeoutMs: number;
  readonly previewTimeoutMs: number;
  /** A process that cannot be checked, and whose last heartbeat is older than this, counts as dead. */
  readonly leaseMs: number;
}

export const DEFAULT_LIMITS: RuntimeLimits = {
  outputBudget: 64_000,
  approvalTtlMs: { high: 15 * 60_000, other: 60 * 60_000 },
  tokenTtlMs: 5 * 60_000,
  factsTimeoutMs: 5_000,
  previewTimeoutMs: 15_000,
  leaseMs: 30_000,
};

/** Writes messages for the operator, not for the caller. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;

/** What a notification may say about a waiting call: nothing about its arguments. */
export interface ApprovalSummary {
  readonly approvalId: string;
  readonly tool: string;
  readonly risk: string;
  readonly url?: string | undefined;
}

export interface KernelParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly registry: Registry;
  /** Loaded on first use: listing tools needs no policy engine. */
  readonly policy: (preset: string) => Policy | Promise<Policy>;
  readonly settings: SettingStore;
  readonly signingKey: () => Promise<SigningKey>;
  readonly objects: ObjectStore;
  readonly resources: ResourceProvider;
  /** Runs the calls of tools whose capabilities are in another process. */
  readonly elsewhere: RemoteExecutor | undefined;
  readonly limits: RuntimeLimits;
  readonly autonomy: AutonomyMode;
  readonly nodeId: string;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  /** The URL at which a person reaches this runtime, for links. */
  readonly origin: () => string | undefined;
  /** Called once for each call that begins to wait for a person. */
  readonly onWaiting: (waiting: ApprovalSummary) => void;
  readonly log: Log;
}

export function createKernel(parts: KernelParts) {
  return {
    ...parts,
    calls: callStatements(parts.sql),
    approvals: approvalStatements(parts.sql),
    grants: grantStatements(parts.sql),
    undo: undoStatements(parts.sql),
    history: recall(parts),
    marks: marking(parts),
    lease: new NodeLease(parts),
  };
}

export type RuntimeKernel = ReturnType<typeof createKernel>;
