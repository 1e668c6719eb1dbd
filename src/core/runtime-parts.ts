/** What the steps of a call share. It is built once at start. Each function names the parts that it uses. */
import type { Clock } from '../ports/clock.ts';
import type { ContentCipher } from '../ports/content-cipher.ts';
import type { Database } from '../ports/database.ts';
import type { Digest } from '../ports/digest.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { SecretSealer, SigningKey } from '../ports/secrets.ts';
import { ContentStore } from './contents/content-store.ts';
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

/** Limits of one runtime. All times are milliseconds. */
export interface RuntimeLimits {
  /** The most characters of JSON in one result. */
  readonly outputBudget: number;
  /** How long an approval waits for a decision: for calls of high risk, and for all others. */
  readonly approvalTtlMs: { readonly high: number; readonly other: number };
  /** How long an approved call may wait to run, and how long its confirm token is valid. */
  readonly tokenTtlMs: number;
  /** The timeout of `facts`. After that the call is refused. */
  readonly factsTimeoutMs: number;
  /** The timeout of `preview`, unless the tool has its own. */
  readonly previewTimeoutMs: number;
  /** A process that cannot be checked, and whose last heartbeat is older than this, counts as dead. */
  readonly leaseMs: number;
}

/** The limits where the options set no others. */
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

/** What the composition gives. */
interface GivenParts {
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
  readonly contentCipher: ContentCipher;
  /** Seals the keys of people. */
  readonly secretSealer: SecretSealer;
  readonly objects: ObjectStore;
  readonly resources: ResourceProvider;
  /** Runs the calls of tools whose capabilities are in another process. */
  readonly remoteExecutor: RemoteExecutor | undefined;
  readonly limits: RuntimeLimits;
  readonly autonomy: AutonomyMode;
  readonly nodeId: string;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  /** The URL at which a person reaches this runtime, for links. */
  readonly origin: () => string | undefined;
  /** Called once for each call that begins to wait for a person. */
  readonly onWaiting: ((waiting: ApprovalSummary) => void) | undefined;
  readonly log: Log;
}

/** Adds the statements and services that are built from the given parts. Only the composition holds all of them. */
export function createParts(given: GivenParts) {
  const contents = new ContentStore(given);
  return {
    ...given,
    contents,
    callQueries: callStatements(given.sql),
    approvalQueries: approvalStatements(given.sql),
    grantQueries: grantStatements(given.sql),
    undoQueries: undoStatements(given.sql),
    history: recall({ ...given, contents }),
    marks: marking(given),
    lease: new NodeLease(given),
  };
}

type AllParts = ReturnType<typeof createParts>;

/** The parts that a function uses, by name. No function takes all of them. */
export type RuntimeParts<Name extends keyof AllParts> = Pick<AllParts, Name>;

/** The stored calls and the approvals that people decide on. */
export type CallStores = RuntimeParts<'contents' | 'database' | 'callQueries' | 'approvalQueries'>;
