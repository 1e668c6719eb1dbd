/** Defines what a caller gets back. The executor returns an outcome and never throws. */
import type { Json } from '../ports/json.ts';
import type { ErrorValue } from './errors.ts';
import type { FileChanges } from './file-changes.ts';
import type { PolicyDecision } from './policy/policy.ts';

/** A cut string or array: how many characters or items were kept, and how many there were. */
export interface ResultTruncation {
  /** JSON Pointer of a string or array that was cut. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
}

/** Where a waiting call can be approved, and until when. */
export interface ApprovalNotice {
  /** The id of the approval. */
  readonly id: string;
  /** Absent if no server answers there. */
  readonly url?: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The label of the workspace that the call acts in. */
  readonly workspace?: string;
}

interface Common {
  readonly callId: string;
  readonly traceId: string;
  readonly decision: PolicyDecision;
}

/** The value was cut to the budget, or left out with TOO_LARGE. The whole can be read by the id of the call. */
interface Cut {
  readonly truncated?: CutNotice;
}

/** A person edited the arguments before approving. Absent if the proposed arguments were executed. */
interface EditedCall {
  readonly executedArgs?: Json;
}

/** The files that the call changed, if its tool lists them. */
interface ChangedFiles {
  readonly changes?: FileChanges;
}

/** Where a result was cut, and where the whole result is. */
export interface CutNotice {
  /** The length of the whole result as JSON. */
  readonly characters: number;
  /** The key of the whole result in the object store. */
  readonly whole: string;
  readonly parts: readonly ResultTruncation[];
}

/**
 * How a call ended. `reported` ran and has a text for the user. `pending` waits for approval. `refused` did not run.
 * `failed` ran without success. `unknown` may have had an effect.
 */
export type Outcome =
  | (Common & Cut & EditedCall & ChangedFiles & { readonly state: 'ok'; readonly value: Json })
  | (Common &
      Cut &
      EditedCall &
      ChangedFiles & { readonly state: 'reported'; readonly value: Json; readonly report: string })
  | (Common &
      Cut & {
        readonly state: 'pending';
        readonly approval: ApprovalNotice;
        /** The result of the partial call, if the tool has one. */
        readonly value?: Json;
      })
  | (Common & { readonly state: 'refused'; readonly error: ErrorValue })
  | (Common & Cut & EditedCall & ChangedFiles & { readonly state: 'failed'; readonly error: ErrorValue })
  | (Common & EditedCall & { readonly state: 'unknown'; readonly error: ErrorValue });

/** A call to make. */
export interface CallRequest {
  /** The name of the tool. */
  readonly tool: string;
  /** The arguments, not validated yet. */
  readonly args: unknown;
  /** The preset that offers the tool. */
  readonly preset: string;
  /** An id for logs and audit records. The runtime makes one when it is absent. */
  readonly traceId?: string | undefined;
  /**
   * The caller's id. A repeated call with the same id returns the stored outcome; other arguments give CALL_ID_REUSED.
   */
  readonly callId?: string | undefined;
  /** The id to use for a call without `callId`, if the process that forwards the call has created one. */
  readonly newId?: string | undefined;
  /** The proof of an approval, for a call that another process runs. */
  readonly confirmToken?: string | undefined;
  /** The conversation that the call belongs to. Grants can be limited to it. */
  readonly conversationId?: string | undefined;
  /** The id of a registered workspace that the principal may name; without it, the default one. */
  readonly workspace?: string | undefined;
  /** Whether the user writes or speaks. The default is `text`. */
  readonly mode?: 'text' | 'voice' | undefined;
  /** The version of the preset's tools; without it, the newest. */
  readonly toolsVersion?: string | undefined;
  /**
   * For a client without call ids. If it repeats the same call after a decision, it gets that outcome once, and no new
   * approval is requested.
   */
  readonly collects?: boolean | undefined;
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the progress of a long call. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  /** Receives the time that the tool worked, without the time that the runtime needed. */
  readonly onWorked?: ((ms: number) => void) | undefined;
}

/** The progress of a call. `total` is absent if the tool does not know it. */
export interface CallProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}
