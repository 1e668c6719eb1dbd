/** Defines the one shape of every tool, and `defineTool`, which makes it from Zod schemas. */
import { z } from 'zod';

import type { Capabilities, CapabilityName } from '../ports/capabilities.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { Resource } from '../ports/resource.ts';
import { firstSentence } from './catalogue/summary.ts';

export type RiskLevel = 'low' | 'medium' | 'high';
export type CallMode = 'text' | 'voice';
export type CallEffect = 'none' | 'read' | 'write' | 'send' | 'execute' | 'spend';

/** What one call would do. The policy decides from these facts and never from names. */
export interface Facts {
  readonly effect: CallEffect;
  readonly destructive?: boolean;
  readonly reversible?: boolean;
  readonly targets?: readonly string[];
  readonly recipients?: readonly string[];
  readonly paths?: readonly string[];
  readonly hosts?: readonly string[];
  /** It reaches something outside the operator's list of allowed targets. */
  readonly unlisted?: boolean;
  /** Who made the object that the call touches. */
  readonly origin?: 'assistant' | 'user' | 'other';
  /** Resources that an argument names, such as one of several mail accounts. */
  readonly resources?: readonly Resource[];
}

/** Everything that one call reaches: what an approval names, and what a confirm token is bound to. */
export function listScope({ paths = [], hosts = [], recipients = [], targets = [] }: Facts): string[] {
  return [...new Set([...paths, ...hosts, ...recipients, ...targets])].slice(0, MAX_SCOPE);
}

const MAX_SCOPE = 50;

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
  readonly title: string;
  readonly parts: readonly PreviewPart[];
  /** An etag, hash or version. The run refuses with CONFLICT if it has changed. */
  readonly state?: string;
}

/** What every function of a tool gets, beside the capabilities in `needs`. */
export interface CallContext {
  readonly callId: string;
  readonly traceId: string;
  readonly mode: CallMode;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

export interface RunContext extends CallContext {
  /** The facts that the policy decision is based on. If they no longer hold, the call is no longer permitted. */
  readonly facts: Facts;
  /** The approved state of the preview. `run` must still find this state. */
  readonly expected: string | undefined;
  /** Stores the undo record. Must be awaited before the effect that it describes. */
  readonly keepUndo: (record: Json) => Promise<void>;
  readonly progress: (done: number, total?: number, message?: string) => void;
  /** Adds a note to the audit record of the call. */
  readonly note: (event: string, data: Json) => void;
  /** Registers an effect for after the call is recorded as done. It does not happen if the call fails. */
  readonly afterwards: (effect: () => void) => void;
}

/** Describes the results of a tool for the injection defence. */
export interface ToolLabels {
  readonly untrusted: boolean;
  readonly private: boolean;
  /** A call can send data to others. */
  readonly sendsOut: boolean;
}

interface ToolScopes {
  readonly paths?: readonly string[];
  readonly apps?: readonly string[];
  readonly network?: readonly string[];
}

export type ValidationResult =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

export interface ValidationIssue {
  /** JSON Pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

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
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** The description in one sentence, where there is little room. */
  readonly summary: string;
  readonly documentation: string;
  readonly input: ToolSchema;
  readonly output: ToolSchema;
  readonly category: 'retrieval' | 'action' | 'utility';
  readonly sideEffects: 'none' | 'read_only' | 'writes';
  readonly idempotent: boolean;
  readonly risk: RiskLevel | 'computed';
  readonly confirmation: 'never' | 'if_destructive' | 'always';
  readonly scopes: ToolScopes;
  readonly modes: readonly CallMode[];
  readonly latencyBudgetMs: number;
  readonly timeoutMs: number;
  /** The timeout of facts and preview, if the tool needs longer than the default. */
  readonly previewTimeoutMs: number | undefined;
  readonly permissions: readonly string[];
  readonly labels: ToolLabels;
  /** Whether a grant can replace an approval. */
  readonly grants: boolean;
  readonly needs: readonly CapabilityName[];
  readonly offered: OfferCondition;
  readonly riskOf: (args: Json, facts: Facts) => RiskLevel;
  readonly facts: (args: Json, context: CallContext & Partial<Capabilities>) => Facts | Promise<Facts>;
  readonly preview:
    ((args: Json, context: CallContext & Partial<Capabilities>) => CallPreview | Promise<CallPreview>) | undefined;
  /** Narrower arguments for a partial call, which runs while the whole call waits, if the policy allows it. */
  readonly partialCall: ((args: Json) => Json | undefined) | undefined;
  readonly run: (args: Json, context: RunContext & Partial<Capabilities>) => unknown;
  readonly undo: ((record: Json, context: CallContext & Partial<Capabilities>) => Promise<void> | void) | undefined;
  /** Shows what an undo would do now. */
  readonly undoPreview:
    ((record: Json, context: CallContext & Partial<Capabilities>) => CallPreview | Promise<CallPreview>) | undefined;
}

interface Shared {
  name: string;
  version?: string;
  title?: string;
  description: string;
  summary?: string;
  documentation?: string;
  category?: Tool['category'];
  sideEffects?: Tool['sideEffects'];
  idempotent?: boolean;
  confirmation?: Tool['confirmation'];
  scopes?: ToolScopes;
  modes?: readonly CallMode[];
  latencyBudgetMs?: number;
  timeoutMs?: number;
  previewTimeoutMs?: number;
  permissions?: readonly string[];
  labels?: Partial<ToolLabels>;
  grants?: boolean;
  offered?: OfferCondition;
}

/** A tool as its author writes it. `I` are the parsed arguments with defaults, `O` is what `run` may return. */
export interface ToolDefinition<I, O, N extends CapabilityName> extends Shared {
  risk: RiskLevel | ((args: I, facts: Facts) => RiskLevel);
  needs?: readonly N[];
  facts?: (args: I, context: CallContext & Pick<Capabilities, N>) => Facts | Promise<Facts>;
  preview?: (args: I, context: CallContext & Pick<Capabilities, N>) => CallPreview | Promise<CallPreview>;
  partialCall?: (args: I) => I | undefined;
  run: (args: I, context: RunContext & Pick<Capabilities, N>) => O | Promise<O>;
  undo?: (record: Json, context: CallContext & Pick<Capabilities, N>) => Promise<void> | void;
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
    riskOf: typeof risk === 'function' ? (typed.risk as (args: Json, facts: Facts) => RiskLevel) : () => risk,
    facts: (typed.facts as Tool['facts'] | undefined) ?? (() => defaultFacts),
    preview: typed.preview as Tool['preview'],
    partialCall: typed.partialCall,
    run: typed.run as Tool['run'],
    undo: typed.undo as Tool['undo'],
    undoPreview: typed.undoPreview as Tool['undoPreview'],
  };
}

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

export function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
