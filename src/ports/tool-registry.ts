/** `tool_registry.json`: the result of a build of authored tools, which a server loads. */
import type { Json, JsonObject } from './json.ts';
import type { ServiceName } from './handler-services.ts';

/** Raised when an older reader would misunderstand the file. */
type RegistryFormat = 1;

/** One built tool: its metadata, schemas, code and descriptions for each provider. */
export interface RegistryEntry {
  readonly toolId: string;
  /** SHA-256 of everything that the author wrote for this tool, except its tests. */
  readonly digest: string;
  readonly version: string;
  readonly title?: string;
  readonly description: string;
  readonly category: 'retrieval' | 'action' | 'utility';
  readonly sideEffects: 'none' | 'read_only' | 'writes';
  readonly idempotent: boolean;
  readonly requiresConfirmation: boolean;
  readonly allowedModes: readonly ('text' | 'voice')[];
  readonly latencyBudgetMs: number;
  readonly timeoutMs?: number;
  /** The services of the server that its handler may call. */
  readonly uses?: readonly ServiceName[];
  readonly parameters: JsonObject;
  readonly output?: JsonObject;
  readonly summary: string;
  readonly documentation: string;
  /** The file name of the handler. */
  readonly handler: string;
  /** The modules of the tool's folder, by path. */
  readonly code: { readonly [path: string]: string };
  readonly providers: { readonly [provider: string]: Json };
}

/** The content of `tool_registry.json`. A server loads it and refuses another format. */
export interface ToolRegistry {
  readonly format: RegistryFormat;
  /** SHA-256 that depends only on the content of the tools. */
  readonly version: string;
  readonly gitCommit: string | null;
  /** The modules that all handlers may import, by path below the folder of tools. */
  readonly shared: { readonly [path: string]: string };
  /** SHA-256 of the shared modules. */
  readonly sharedDigest: string;
  /** Sorted by id. */
  readonly tools: readonly RegistryEntry[];
}
