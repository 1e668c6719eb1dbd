/** `tool_registry.json`: what a build of authored tools leaves behind and a server takes up. */
import type { Json, JsonObject } from './json.ts';
import type { ServiceName } from './handler-services.ts';

/** Raised whenever a reader of the older form would misunderstand the newer one. */
type RegistryFormat = 1;

export interface RegistryEntry {
  readonly toolId: string;
  /** SHA-256 of everything the author wrote for this tool, but for its tests. */
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
  /** Services of the server that its handler is given. */
  readonly uses?: readonly ServiceName[];
  readonly parameters: JsonObject;
  readonly output?: JsonObject;
  readonly summary: string;
  readonly documentation: string;
  /** The name of the handler's file. */
  readonly handler: string;
  /** Every module of the tool's folder, by its path there. */
  readonly code: { readonly [path: string]: string };
  readonly providers: { readonly [provider: string]: Json };
}

export interface ToolRegistry {
  readonly format: RegistryFormat;
  /** SHA-256 that depends on the content of the tools alone. */
  readonly version: string;
  readonly gitCommit: string | null;
  /** The modules that all handlers may import, by their path below the folder of tools. */
  readonly shared: { readonly [path: string]: string };
  /** SHA-256 of those. */
  readonly sharedDigest: string;
  /** Sorted by id. */
  readonly tools: readonly RegistryEntry[];
}
