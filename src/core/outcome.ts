/** What a caller is told. The executor answers with this and never throws. */
import type { Json } from '../ports/json.ts';
import type { ErrorValue } from './errors.ts';
import type { PolicyDecision } from './policy/policy.ts';

export interface ResultTruncation {
  /** JSON Pointer of a string or array that was cut. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
}

export interface ApprovalNotice {
  readonly id: string;
  /** Absent where no server would answer there. */
  readonly url?: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The workspace that the call acts in, as a person knows it. */
  readonly workspace?: string;
}

interface Common {
  readonly callId: string;
  readonly traceId: string;
  readonly decision: PolicyDecision;
}

/** The value was cut to the budget, or left out with TOO_LARGE; the whole can be read under the id of the call. */
interface Cut {
  readonly truncated?: CutNotice;
}

/** A person changed the arguments before approving; left out where the proposed ones were executed. */
interface EditedCall {
  readonly executedArgs?: Json;
}

export interface CutNotice {
  /** How long the whole result is as JSON. */
  readonly characters: number;
  /** Where the whole result is kept in the object store. */
  readonly whole: string;
  readonly parts: readonly ResultTruncation[];
}

export type Outcome =
  | (Common & Cut & EditedCall & { readonly state: 'ok'; readonly value: Json })
  | (Common & Cut & EditedCall & { readonly state: 'reported'; readonly value: Json; readonly report: string })
  | (Common &
      Cut & {
        readonly state: 'pending';
        readonly approval: ApprovalNotice;
        /** The part that needs no person, where the tool knows one. */
        readonly value?: Json;
      })
  | (Common & { readonly state: 'refused'; readonly error: ErrorValue })
  | (Common & Cut & EditedCall & { readonly state: 'failed'; readonly error: ErrorValue })
  | (Common & EditedCall & { readonly state: 'unknown'; readonly error: ErrorValue });

export interface CallRequest {
  readonly tool: string;
  readonly args: unknown;
  readonly preset: string;
  readonly traceId?: string | undefined;
  readonly callId?: string | undefined;
  /** The id of a call that has none of its own, where whoever hands it over has made one already. */
  readonly newId?: string | undefined;
  readonly confirmToken?: string | undefined;
  readonly conversationId?: string | undefined;
  /** The id of a registered workspace that the principal may name; left out, the default one. */
  readonly workspace?: string | undefined;
  readonly mode?: 'text' | 'voice' | undefined;
  /** Which version of the preset's tools is meant; the newest when left out. */
  readonly toolsVersion?: string | undefined;
  /**
   * The client has no ids of its own: the same call made again, after a person has decided, collects that outcome once
   * instead of asking anew.
   */
  readonly collects?: boolean | undefined;
  /** Ends the call when the caller goes away. */
  readonly signal?: AbortSignal | undefined;
  /** Told of a long call's progress. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
  /** Told how long the tool itself worked, without what the runtime did for it meanwhile. */
  readonly onWorked?: ((ms: number) => void) | undefined;
}

export interface CallProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}
