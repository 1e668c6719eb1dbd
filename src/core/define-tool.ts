/** Makes a tool from its definition: fills in the defaults, and turns Zod schemas into the schemas of the contract. */
import { z } from 'zod';

import { pointer } from '../lib/json-pointer.ts';
import type { Capabilities, CapabilityName } from '../ports/capabilities.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { CallPreview } from './call-preview.ts';
import { firstSentence } from './catalogue/summary.ts';
import type {
  CallContext,
  CallEffect,
  CallMode,
  Facts,
  OfferCondition,
  RiskLevel,
  RunContext,
  Tool,
  ToolLabels,
  ToolSchema,
  ToolScopes,
} from './contract.ts';

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
