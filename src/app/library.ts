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
export type { Facts, Outcome, Preset, CallPreview, Tool } from '../core/index.ts';

export interface DeputizeOptions {
  /** Where the ledger, the objects and the key are kept. */
  readonly data: string;
  /** Tools of your own; they form the preset `app`. */
  readonly tools?: readonly Tool[];
  readonly presets?: readonly Preset[];
  /** Cedar rules for `tools`, beside the base ones. */
  readonly policy?: string;
  readonly capabilities?: (acting: ActorContext) => Partial<Capabilities>;
  readonly postgres?: string;
  readonly limits?: Partial<RuntimeLimits>;
  /** Whether what the user asked for in their own words may run where it would ask otherwise. `ask` by default. */
  readonly autonomy?: AutonomyWord;
  /** The models to talk to, by name; the first is the default. */
  readonly models?: Readonly<Record<string, ChatModel>>;
  readonly conversationLimits?: Partial<LoopLimits>;
  readonly log?: Log;
}

/** `ok` says whether there is a value; `outcome` says everything. */
export type LibraryResult<T = unknown> =
  | { readonly ok: true; readonly value: T; readonly outcome: Outcome }
  | { readonly ok: false; readonly error: ErrorValue | undefined; readonly outcome: Outcome };

export interface Deputize {
  call<T = unknown>(
    tool: string,
    args: unknown,
    options?: Partial<Omit<CallRequest, 'tool' | 'args'>>,
  ): Promise<LibraryResult<T>>;
  /** Acts as the owner: what waits, and the decision about it. */
  readonly approvals: {
    list(): Promise<ApprovalView[]>;
    decide(id: string, verdict: Omit<ApprovalDecision, 'via'>): Promise<ApprovalResult>;
  };
  undo(callId: string): Promise<UndoResult>;
  /** To talk to: each preset with each of `models`. */
  readonly assistants: AssistantService;
  readonly runtime: Runtime;
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
