/** The library: `import { createDeputize, defineTool } from 'deputize'`. */
import type { AssistantService, ModelRegistry } from '../agent/assistant-service.ts';
import type { LoopLimits } from '../agent/loop-limits.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import {
  DeputizeError,
  OWNER,
  type ActorContext,
  type ApprovalView,
  type CallRequest,
  type ApprovalResult,
  type ErrorValue,
  type RuntimeLimits,
  type Log,
  type Outcome,
  type Preset,
  type Runtime,
  type Tool,
  type UndoResult,
  type ApprovalDecision,
} from '../core/index.ts';
import { openAssistants } from './assemble/assistants.ts';
import { AUTONOMY_WARNING, toAutonomy, type AutonomyWord } from './config/autonomy.ts';
import { openRuntime } from './assemble/open-runtime.ts';

export { createModel } from '../agent/models/create-model.ts';
export { DeputizeError, defineTool, errorCodes } from '../core/index.ts';
export { defineJsonTool } from '../core/schema/json-schema-tool.ts';
export { fromStrictArguments } from '../core/schema/openai.ts';
export { toProvider } from '../core/schema/providers.ts';
export type {
  ActorContext,
  ApprovalDecision,
  ApprovalNotice,
  ApprovalResult,
  ApprovalView,
  CallContext,
  CallMode,
  CallPreview,
  CallRequest,
  ErrorCode,
  ErrorType,
  ErrorValue,
  Facts,
  Log,
  Outcome,
  Preset,
  PreviewPart,
  RiskLevel,
  RunContext,
  Runtime,
  RuntimeLimits,
  Tool,
  UndoResult,
} from '../core/index.ts';
export type { AssistantService } from '../agent/assistant-service.ts';
export type { LoopLimits } from '../agent/loop-limits.ts';
export type { ProvidedModel } from '../agent/models/create-model.ts';
export type { ModelOptions } from '../agent/models/provider.ts';
export type { CallEffect, ToolLabels } from '../core/contract.ts';
export type { ToolDefinition } from '../core/define-tool.ts';
export type { JsonToolDefinition } from '../core/schema/json-schema-tool.ts';
export type { ProviderTools } from '../core/schema/providers.ts';
export type { Capabilities, CapabilityName } from '../ports/capabilities.ts';
export type { ChatModel } from '../ports/chat-model.ts';
export type { Json } from '../ports/json.ts';

/** What `createDeputize` needs: a data folder, and the tools or presets to offer. */
export interface DeputizeOptions {
  /** The folder of the ledger, the objects and the key. */
  readonly data: string;
  /** Your tools. They form the preset `app`. */
  readonly tools?: readonly Tool[];
  /** More presets to offer, after `app`. */
  readonly presets?: readonly Preset[];
  /** Cedar rules for `tools`, beside the base ones. */
  readonly policy?: string;
  /** Returns the capabilities of a call, for tools that name them in `needs`. */
  readonly capabilities?: (acting: ActorContext) => Partial<Capabilities>;
  /** The connection string of a PostgreSQL database. Without it, the ledger is a SQLite file in `data`. */
  readonly postgres?: string;
  /** Limits of results, approvals and timeouts that differ from the defaults. */
  readonly limits?: Partial<RuntimeLimits>;
  /** Whether a call that the user asked for in their own words may run without approval. The default is `ask`. */
  readonly autonomy?: AutonomyWord;
  /** The models for conversations, by name. The first is the default. */
  readonly models?: Readonly<Record<string, ChatModel>>;
  /** Limits of a turn that differ from the defaults. */
  readonly conversationLimits?: Partial<LoopLimits>;
  /** Receives messages for the operator. Without it, they go to standard error. */
  readonly log?: Log;
}

/** The result of a call. `ok` says whether there is a value. `error` is undefined while the call waits for approval. */
export type LibraryResult<T = unknown> =
  | { readonly ok: true; readonly value: T; readonly outcome: Outcome }
  | { readonly ok: false; readonly error: ErrorValue | undefined; readonly outcome: Outcome };

/** A runtime in this process. Calls are made as an agent of the owner, decisions as the owner. */
export interface Deputize {
  /**
   * Makes a call in the first preset, unless `options` names another. It never throws for a tool or policy failure: the
   * result says how the call ended.
   */
  call<T = unknown>(
    tool: string,
    args: unknown,
    options?: Partial<Omit<CallRequest, 'tool' | 'args'>>,
  ): Promise<LibraryResult<T>>;
  /** The approvals of the owner. `decide` throws a `DeputizeError`: NOT_FOUND, EXPIRED or ALREADY_DECIDED. */
  readonly approvals: {
    /** Lists the approvals that wait for a decision. */
    list(): Promise<ApprovalView[]>;
    /** Decides on an approval. An approved call runs at once, and the result contains its outcome. */
    decide(id: string, verdict: Omit<ApprovalDecision, 'via'>): Promise<ApprovalResult>;
  };
  /** Undoes a call. Throws a `DeputizeError` where its effect cannot be undone. */
  undo(callId: string): Promise<UndoResult>;
  /** Conversations: one assistant for each preset and each of `models`. */
  readonly assistants: AssistantService;
  /** The runtime itself, with everything that the doors use. */
  readonly runtime: Runtime;
  /** Ends running turns and calls, then closes the database. */
  close(): Promise<void>;
}

function toModels(models: Readonly<Record<string, ChatModel>>): ModelRegistry {
  return {
    list: async () => Object.keys(models),
    get: async (name) => {
      const found = Object.hasOwn(models, name) ? models[name] : undefined;
      if (found) return found;
      throw new DeputizeError('NOT_AVAILABLE', `There is no model "${name}". Give it to createDeputize in \`models\`.`);
    },
  };
}

/**
 * Opens the data folder and returns a runtime on it. Throws a `DeputizeError` if the folder, the policy or an option is
 * invalid.
 */
export async function createDeputize(options: DeputizeOptions): Promise<Deputize> {
  const { tools = [], presets = [], policy = '', capabilities, models = {}, conversationLimits, ...rest } = options;
  const autonomy = toAutonomy(options.autonomy);
  if (autonomy !== 'ask') options.log?.('warn', AUTONOMY_WARNING);
  const own: Preset = { name: 'app', description: 'The tools of this application.', tools, policy };
  const all = tools.length > 0 ? [own, ...presets] : presets;
  const runtime = await openRuntime({
    ...rest,
    autonomy,
    presets: all,
    capabilities: capabilities && (() => capabilities),
  });
  await runtime.loadPolicies();
  const agent = await runtime.directory.principal(OWNER, 'agent', 'library');
  const person = await runtime.directory.principal(OWNER, 'person', 'library');
  const preset = all[0]?.name ?? 'app';
  const assistants = openAssistants({
    runtime,
    models: toModels(models),
    limits: conversationLimits,
    log: options.log,
  });
  return {
    runtime,
    assistants,
    async call<T>(tool: string, args: unknown, request: Partial<Omit<CallRequest, 'tool' | 'args'>> = {}) {
      const outcome = await runtime.call({ preset, ...request, tool, args }, agent);
      if (outcome.state === 'ok' || outcome.state === 'reported')
        return { ok: true, value: outcome.value as T, outcome };
      return { ok: false, error: outcome.state === 'pending' ? undefined : outcome.error, outcome };
    },
    approvals: {
      list: () => runtime.approvals.list(person),
      decide: (id, verdict) => runtime.approvals.decide(id, { ...verdict, via: 'library' }, person),
    },
    undo: (callId) => runtime.undo(callId, person),
    close: async () => {
      await assistants.close();
      await runtime.close();
    },
  };
}
