/** Defines the one shape of every tool: what it states, what it shows and what it gets. */
import type { Capabilities, CapabilityName } from '../ports/capabilities.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { Resource } from '../ports/resource.ts';
import type { CallPreview } from './call-preview.ts';
import type { FileChanges } from './file-changes.ts';

/** How much harm a call can do. With the base rules, `low` runs, `medium` runs and is reported, `high` asks. */
export type RiskLevel = 'low' | 'medium' | 'high';
/** Whether the user writes or speaks. */
export type CallMode = 'text' | 'voice';
/** What a call does to the world, from nothing to spending money. */
export type CallEffect = 'none' | 'read' | 'write' | 'send' | 'execute' | 'spend';

/** What one call would do. The policy decides from these facts and never from names. */
export interface Facts {
  /** The strongest effect of the call. */
  readonly effect: CallEffect;
  /** Whether it overwrites or deletes something. */
  readonly destructive?: boolean;
  /** Whether it can be undone. */
  readonly reversible?: boolean;
  /** Things that it acts on and that are no paths, hosts or recipients. */
  readonly targets?: readonly string[];
  /** Who receives something from it, such as mail addresses. */
  readonly recipients?: readonly string[];
  /** The files and folders that it touches. */
  readonly paths?: readonly string[];
  /** The hosts that it sends something to. */
  readonly hosts?: readonly string[];
  /** It reaches something outside the operator's list of allowed targets. */
  readonly unlisted?: boolean;
  /** It changes a file that programs of the person run or obey, such as a Git hook. */
  readonly protected?: boolean;
  /** Who made the object that the call touches. */
  readonly origin?: 'assistant' | 'user' | 'other';
  /** Resources that an argument names, such as one of several mail accounts. */
  readonly resources?: readonly Resource[];
}

/** What every function of a tool gets, beside the capabilities in `needs`. */
export interface CallContext {
  /** The id of the call. It is the same when a call runs again after a crash. */
  readonly callId: string;
  /** The trace of the call, for logs and audit records. */
  readonly traceId: string;
  /** Whether the user writes or speaks. */
  readonly mode: CallMode;
  /** Aborted when the call is cancelled or its timeout has passed. */
  readonly signal: AbortSignal;
  /** The current time in milliseconds. */
  readonly now: () => number;
}

/** The answer to a further call. A call that waits for a person has an approval. */
export interface NextCallResult {
  readonly callId: string;
  readonly state: 'ok' | 'reported' | 'pending' | 'refused' | 'failed' | 'unknown';
  readonly approvalId?: string;
  /** Why the call is refused or has failed. */
  readonly reason?: string;
}

/** What `run` gets in addition to the context of every function. */
export interface RunContext extends CallContext {
  /** The facts that the policy decision is based on. If they no longer hold, the call is no longer permitted. */
  readonly facts: Facts;
  /** The approved state of the preview. `run` must still find this state. */
  readonly expected: string | undefined;
  /** Stores the undo record. Must be awaited before the effect that it describes. */
  readonly keepUndo: (record: Json) => Promise<void>;
  /** Reports how much is done, to a caller that follows the call. */
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Adds a note to the audit record of the call. */
  readonly note: (event: string, data: Json) => void;
  /** Adds the list of changed files to the outcome. */
  readonly reportChanges: (changes: FileChanges) => void;
  /**
   * Makes a further call for the same caller, in the same conversation and workspace. It is decided, recorded and undone like
   * every other call. A call makes at most one.
   */
  readonly callNext: (tool: string, args: Json) => Promise<NextCallResult>;
  /** Registers an effect for after the call is recorded as done. It does not happen if the call fails. */
  readonly afterwards: (effect: () => void) => void;
}

/** Describes the results of a tool for the injection defence. */
export interface ToolLabels {
  /** Results contain text that someone other than the user wrote. */
  readonly untrusted: boolean;
  /** Results contain private data of the user. */
  readonly private: boolean;
  /** A call can send data to others. */
  readonly sendsOut: boolean;
}

/** What a tool can reach at most. */
export interface ToolScopes {
  readonly paths?: readonly string[];
  readonly apps?: readonly string[];
  readonly network?: readonly string[];
}

/** The parsed value with defaults, or the issues. */
export type ValidationResult =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** One reason why a value is invalid. */
export interface ValidationIssue {
  /** JSON Pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** A schema for arguments or results, as JSON Schema and as a check. */
export interface ToolSchema {
  /** JSON Schema 2020-12. */
  readonly json: JsonObject;
  validate(value: unknown): ValidationResult;
}

/**
 * When a model that cannot get all tools at once gets this one: once it was loaded, always, or only in a partial offer,
 * to find other tools. `when_brief` also applies where each tool is described in one sentence.
 */
export type OfferCondition = 'once_loaded' | 'always' | 'when_partial' | 'when_brief';

/** Whether the tool only helps to find other tools. */
export function leadsToOthers({ offered }: Pick<Tool, 'offered'>): boolean {
  return offered === 'when_partial' || offered === 'when_brief';
}

/** R1: a tool as the registry, the executor and every door see it. */
export interface Tool {
  /** The name that models call, such as `search_emails`. It is unique in a preset. */
  readonly name: string;
  /** The version of the tool. It is recorded with each call. */
  readonly version: string;
  /** A short name for people. */
  readonly title: string;
  /** What the tool does, for a model. */
  readonly description: string;
  /** The description in one sentence, where there is little room. */
  readonly summary: string;
  /** Markdown that a model can read on request. */
  readonly documentation: string;
  /** The schema of the arguments. */
  readonly input: ToolSchema;
  /** The schema of the result. Another result fails with INVALID_OUTPUT. */
  readonly output: ToolSchema;
  /** Whether it gets information, changes something, or helps with other tasks. */
  readonly category: 'retrieval' | 'action' | 'utility';
  /** Whether it does nothing outside, only reads, or writes. */
  readonly sideEffects: 'none' | 'read_only' | 'writes';
  /** Whether it may run again after a crash. Otherwise the outcome of an interrupted call is `unknown`. */
  readonly idempotent: boolean;
  /** The risk of every call, or `computed` if it depends on the arguments. */
  readonly risk: RiskLevel | 'computed';
  /** When a person is asked regardless of the risk. */
  readonly confirmation: 'never' | 'if_destructive' | 'always';
  /** Whether a call may overwrite or delete something. Clients of MCP get it as a hint. */
  readonly mayDestroy: boolean;
  /** What the tool can reach at most. */
  readonly scopes: ToolScopes;
  /** The modes in which the tool can be called. */
  readonly modes: readonly CallMode[];
  /** How long a call should take. Slower calls are counted in the metrics. */
  readonly latencyBudgetMs: number;
  /** How long a call may take. After that it fails with TIMEOUT. */
  readonly timeoutMs: number;
  /** The timeout of facts and preview, if the tool needs longer than the default. */
  readonly previewTimeoutMs: number | undefined;
  /** The roles that may call the tool; all roles when empty. */
  readonly permissions: readonly string[];
  /** What its results contain, for the injection defence. */
  readonly labels: ToolLabels;
  /** Whether a grant can replace an approval. */
  readonly grants: boolean;
  /** The capabilities that its functions get. */
  readonly needs: readonly CapabilityName[];
  /** When a model gets the tool if not all tools fit. */
  readonly offered: OfferCondition;
  /** Whether a call with these facts has no effect before it stores its undo record or makes a further call. */
  readonly startsWithUndo: (facts: Facts) => boolean;
  /** Computes the risk of one call. */
  readonly riskOf: (args: Json, facts: Facts) => RiskLevel;
  /** States what a call would do. It must have no effect. If it throws, the call is refused. */
  readonly facts: (args: Json, context: CallContext & Partial<Capabilities>) => Facts | Promise<Facts>;
  /** Shows what a call would do. It must have no effect. */
  readonly preview:
    ((args: Json, context: CallContext & Partial<Capabilities>) => CallPreview | Promise<CallPreview>) | undefined;
  /** Narrower arguments for a partial call, which runs while the whole call waits, if the policy allows it. */
  readonly partialCall: ((args: Json) => Json | undefined) | undefined;
  /** Does the work. The result must match `output`. An error that it throws becomes the outcome `failed`. */
  readonly run: (args: Json, context: RunContext & Partial<Capabilities>) => unknown;
  /** Puts back what a call changed, from its undo record. It may be called again after a crash. */
  readonly undo: ((record: Json, context: CallContext & Partial<Capabilities>) => Promise<void> | void) | undefined;
  /** Shows what an undo would do now. */
  readonly undoPreview:
    ((record: Json, context: CallContext & Partial<Capabilities>) => CallPreview | Promise<CallPreview>) | undefined;
}
