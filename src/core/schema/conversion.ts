/** What every provider's conversion takes and gives back. */
import type { Tool } from '../contract.ts';
import { createNameMap } from './names.ts';
import type { ConversionWarning } from './walk.ts';

export type DescribableTool = Pick<Tool, 'name' | 'description'> & { readonly input: Pick<Tool['input'], 'json'> };

export interface ConvertedTool<T> {
  readonly tool: T;
  readonly warnings: readonly ConversionWarning[];
}

export interface NameOption {
  /** The name on the wire, from a `createNameMap` over all tools that are offered together. */
  readonly name?: string;
}

export function wireName(tool: DescribableTool, options: NameOption): string {
  return options.name ?? createNameMap([tool.name]).toWire(tool.name);
}
