/** The tools that a caller can be offered, found by a description of the task, with their documentation. */
import type { JsonObject } from './json.ts';

/** A tool in a search result. */
export interface FoundTool {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly risk: 'low' | 'medium' | 'high' | 'computed';
}

/** The documentation of a tool for a model. */
export interface ToolDocs {
  readonly name: string;
  readonly description: string;
  readonly documentation: string;
  readonly inputSchema: JsonObject;
  readonly risk: FoundTool['risk'];
  /** How often calls need an approval, as far as that is known without arguments. */
  readonly asks: 'never' | 'sometimes' | 'always';
}

/** The tools that the caller can be offered. Other tools are `unknown`, like tools that do not exist. */
export interface ToolCatalogue {
  search(query: string, limit: number): Promise<{ tools: FoundTool[]; total: number }>;
  read(names: readonly string[]): Promise<{ tools: ToolDocs[]; unknown: string[] }>;
}
