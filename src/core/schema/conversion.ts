/** What every provider's conversion takes and gives back. */
import type { Tool } from '../contract.ts';
import { createNameMap } from './names.ts';
import type { ConversionWarning } from './walk.ts';

/** The parts of a tool that a conversion needs. */
export type DescribableTool = Pick<Tool, 'name' | 'description'> & { readonly input: Pick<Tool['input'], 'json'> };

/** A tool in a provider's form, and what was lost on the way. */
export interface ConvertedTool<T> {
  readonly tool: T;
  readonly warnings: readonly ConversionWarning[];
}

/** The name for the provider, if it was chosen together with other names. */
export interface NameOption {
  /** The name on the wire, from a `createNameMap` over all tools that are offered together. */
  readonly name?: string;
}

/** Returns the given name, or the tool's name encoded for providers. */
export function wireName(tool: DescribableTool, options: NameOption): string {
  return options.name ?? createNameMap([tool.name]).toWire(tool.name);
}
