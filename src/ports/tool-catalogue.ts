/** The tools that the one who asks could be offered: to be found by what they do, and read about. */
import type { JsonObject } from './json.ts';

export interface FoundTool {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly risk: 'low' | 'medium' | 'high' | 'computed';
}

export interface ToolDocs {
  readonly name: string;
  readonly description: string;
  readonly documentation: string;
  readonly inputSchema: JsonObject;
  readonly risk: FoundTool['risk'];
  /** Whether a person is asked first, as far as that can be said without the arguments. */
  readonly asks: 'never' | 'sometimes' | 'always';
}

export interface ToolCatalogue {
  search(query: string, limit: number): Promise<{ tools: FoundTool[]; total: number }>;
  read(names: readonly string[]): Promise<{ tools: ToolDocs[]; unknown: string[] }>;
}
