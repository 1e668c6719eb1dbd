/** What every provider's conversion takes and gives back. */
import type { Tool } from '../contract.ts';
import { createNameMap } from './names.ts';
import type { Warning } from './walk.ts';

export type Describable = Pick<Tool, 'name' | 'description'> & { readonly input: Pick<Tool['input'], 'json'> };

export interface Converted<T> {
  readonly tool: T;
  readonly warnings: readonly Warning[];
}

export interface NameOption {
  /** The name on the wire, from a `createNameMap` over all tools that are offered together. */
  readonly name?: string;
}

export function wireName(tool: Describable, options: NameOption): string {
  return options.name ?? createNameMap([tool.name]).toWire(tool.name);
}
