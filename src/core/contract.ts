/** Defines the one shape of every tool, and `defineTool`, which makes it from Zod schemas. */
import { z } from 'zod';

import { pointer } from '../lib/json-pointer.ts';
import type { Capabilities, CapabilityName } from '../ports/capabilities.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { Resource } from '../ports/resource.ts';
import { firstSentence } from './catalogue/summary.ts';
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

/** One block of a preview. The `kind` decides how it is shown. */
export type PreviewPart =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'diff'; readonly path: string; readonly diff: string }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly string[] }
  /** A calendar event with the busy times of its days; null if these could not be looked up. */
  | ({
      readonly kind: 'event';
      readonly label: string;
      readonly title: string;
      readonly taken: readonly TakenTimes[] | null;
    } & EventTimes)
  | MailPart
  | RequestPart;

/** A mail as its recipient will see it, with its headers. */
export interface MailPart {
  readonly kind: 'mail';
  readonly from: string;
  readonly replyTo: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  /** The text without markup. */
  readonly text: string;
  /** The HTML, if the mail has any. */
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  readonly warnings: readonly string[];
}

/** A request to a web server. It does not contain credentials, only that they are sent. */
export interface RequestPart {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  /** The parameters in the URL, decoded. */
  readonly query: readonly NamedText[];
  readonly headers: readonly NamedText[];
  readonly body: string | null;
  readonly warnings: readonly string[];
}

interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** Days for all-day events, otherwise times with their zone. The end is exclusive. */
export interface EventTimes {
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** A busy time. It has a title and a calendar only if the person who decides may see them. */
export interface TakenTimes extends EventTimes {
  readonly title?: string | undefined;
  readonly calendar?: string | undefined;
}

/** What a person approves, and the state that it was computed from. */
export interface CallPreview {
  /** One line that says what the call would do. */
  readonly title: string;
  /** The details: all that leaves, and a diff of what changes. */
  readonly parts: readonly PreviewPart[];
  /** An etag, hash or version. The run refuses with CONFLICT if it has changed. */
  readonly state?: string;
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

interface ToolScopes {
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

interface Shared {
  /** Letters, digits, `_`, `.` and `-`, at most 128 characters. Another name throws a TypeError. */
  name: string;
  /** The default is `1.0.0`. */
  version?: string;
  /** A short name for people. The default is the name. */
  title?: string;
  /** What the tool does, for a model. */
  description: string;
  /** The description in one sentence. The default is its first sentence. */
  summary?: string;
  /** Markdown that a model can read on request. The default is the description. */
  documentation?: string;
  /**
   * Whether a call with these facts has no effect before it stores its undo record or makes a further call. If it is ended
   * before, the outcome says that nothing was done, and it can store no undo record any more. The default is false.
   */
  startsWithUndo?: (facts: Facts) => boolean;
  /** The default is `action` for a tool that writes, otherwise `retrieval`. */
  category?: Tool['category'];
  /** The default is `read_only`. */
  sideEffects?: Tool['sideEffects'];
  /** Whether it may run again after a crash. The default is false for a tool that writes. */
  idempotent?: boolean;
  /** When a person is asked regardless of the risk. The default is `never`. */
  confirmation?: Tool['confirmation'];
  /** Whether a call may overwrite or delete something. The default is true for a tool that writes and may ask a person. */
  mayDestroy?: boolean;
  /** What the tool can reach at most. */
  scopes?: ToolScopes;
  /** The default is text and voice. */
  modes?: readonly CallMode[];
  /** How long a call should take. The default is 2 seconds. */
  latencyBudgetMs?: number;
  /** How long a call may take. The default is 30 seconds. */
  timeoutMs?: number;
  /** The timeout of facts and preview, if the tool needs longer than the default. */
  previewTimeoutMs?: number;
  /** The roles that may call the tool. The default is all roles. */
  permissions?: readonly string[];
  /** What its results contain, for the injection defence. The default is nothing of it. */
  labels?: Partial<ToolLabels>;
  /** Whether a grant can replace an approval. The default is true. */
  grants?: boolean;
  /** When a model gets the tool if not all tools fit. The default is `once_loaded`. */
  offered?: OfferCondition;
}

/** A tool as its author writes it. `I` are the parsed arguments with defaults, `O` is what `run` may return. */
export interface ToolDefinition<I, O, N extends CapabilityName> extends Shared {
  /** The risk of every call, or a function that computes it. */
  risk: RiskLevel | ((args: I, facts: Facts) => RiskLevel);
  /** The capabilities that the functions below get in their context. */
  needs?: readonly N[];
  /**
   * States what a call would do, without effect. The default follows from `sideEffects`. If it throws, the call is
   * refused.
   */
  facts?: (args: I, context: CallContext & Pick<Capabilities, N>) => Facts | Promise<Facts>;
  /** Shows a person what a call would do, without effect. Its `state` must still be the same when the call runs. */
  preview?: (args: I, context: CallContext & Pick<Capabilities, N>) => CallPreview | Promise<CallPreview>;
  /** Returns narrower arguments that may run while the whole call waits for approval, or undefined. */
  partialCall?: (args: I) => I | undefined;
  /** Does the work. Throw a `DeputizeError` to choose the code of a failure. */
  run: (args: I, context: RunContext & Pick<Capabilities, N>) => O | Promise<O>;
  /** Puts back what a call changed, from the record that `keepUndo` stored. It may be called again after a crash. */
  undo?: (record: Json, context: CallContext & Pick<Capabilities, N>) => Promise<void> | void;
  /** Shows a person what an undo would do now. */
  undoPreview?: (record: Json, context: CallContext & Pick<Capabilities, N>) => CallPreview | Promise<CallPreview>;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** Fills in a definition's defaults. Zod tools and JSON Schema tools both end here. */
export function buildTool<I, O, N extends CapabilityName>(
  definition: ToolDefinition<I, O, N>,
  schemas: { input: ToolSchema; output: ToolSchema },
): Tool {
  if (!NAME.test(definition.name)) throw new TypeError(`"${definition.name}" cannot be a tool’s name`);
  const { risk } = definition;
  const sideEffects = definition.sideEffects ?? 'read_only';
  const effect: CallEffect = sideEffects === 'writes' ? 'write' : sideEffects === 'none' ? 'none' : 'read';
  const defaultFacts: Facts = { effect };
  // The executor passes only validated arguments, and the capabilities that `needs` names.
  const typed = definition as unknown as ToolDefinition<Json, unknown, CapabilityName>;
  return {
    name: definition.name,
    version: definition.version ?? '1.0.0',
    title: definition.title ?? definition.name,
    description: definition.description,
    summary: definition.summary ?? firstSentence(definition.description),
    documentation: definition.documentation ?? definition.description,
    ...schemas,
    category: definition.category ?? (sideEffects === 'writes' ? 'action' : 'retrieval'),
    sideEffects,
    idempotent: definition.idempotent ?? sideEffects !== 'writes',
    risk: typeof risk === 'function' ? 'computed' : risk,
    confirmation: definition.confirmation ?? 'never',
    mayDestroy: definition.mayDestroy ?? (sideEffects === 'writes' && (definition.confirmation ?? 'never') !== 'never'),
    scopes: definition.scopes ?? {},
    modes: definition.modes ?? ['text', 'voice'],
    latencyBudgetMs: definition.latencyBudgetMs ?? 2_000,
    timeoutMs: definition.timeoutMs ?? 30_000,
    previewTimeoutMs: definition.previewTimeoutMs,
    permissions: definition.permissions ?? [],
    labels: { untrusted: false, private: false, sendsOut: false, ...definition.labels },
    grants: definition.grants ?? true,
    needs: definition.needs ?? [],
    offered: definition.offered ?? 'once_loaded',
    startsWithUndo: definition.startsWithUndo ?? (() => false),
    riskOf: typeof risk === 'function' ? (typed.risk as (args: Json, facts: Facts) => RiskLevel) : () => risk,
    facts: (typed.facts as Tool['facts'] | undefined) ?? (() => defaultFacts),
    preview: typed.preview as Tool['preview'],
    partialCall: typed.partialCall,
    run: typed.run as Tool['run'],
    undo: typed.undo as Tool['undo'],
    undoPreview: typed.undoPreview as Tool['undoPreview'],
  };
}

/** Makes a tool from a definition with Zod schemas. Throws a TypeError for an invalid name. */
export function defineTool<I extends z.ZodType, O extends z.ZodType, const N extends CapabilityName = never>(
  definition: ToolDefinition<z.output<I>, z.input<O>, N> & { input: I; output: O },
): Tool {
  return buildTool(definition, {
    input: zodSchema(definition.input, 'input'),
    output: zodSchema(definition.output, 'output'),
  });
}

function zodSchema(schema: z.ZodType, io: 'input' | 'output'): ToolSchema {
  let json: JsonObject | undefined;
  return {
    // Built on demand, so a server that never lists its tools does not pay for it.
    get json() {
      json ??= z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as JsonObject;
      return json;
    },
    validate(value) {
      const parsed = schema.safeParse(value);
      if (parsed.success) return { ok: true, value: parsed.data as Json };
      return {
        ok: false,
        issues: parsed.error.issues.map((issue) => ({ path: pointer(issue.path), message: issue.message })),
      };
    },
  };
}
