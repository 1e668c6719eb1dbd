/** Which tools each preset offers. Names come from models, so they are only ever looked up in maps. */
import type { Tool } from './contract.ts';
import { DeputizeError } from './errors.ts';

/** A list of tools with the rules they stand under: reading it tells what an assistant can do. */
export interface Preset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
  /** Cedar rules beside the base ones. */
  readonly policy: string;
}

export class Registry {
  readonly #presets = new Map<string, { preset: Preset; tools: Map<string, Tool> }>();

  constructor(presets: readonly Preset[]) {
    for (const preset of presets) {
      if (this.#presets.has(preset.name)) throw twice(`preset "${preset.name}"`);
      const tools = new Map<string, Tool>();
      for (const tool of preset.tools) {
        if (tools.has(tool.name)) throw twice(`tool "${tool.name}" of the preset "${preset.name}"`);
        tools.set(tool.name, tool);
      }
      this.#presets.set(preset.name, { preset, tools });
    }
  }

  presets(): Preset[] {
    return [...this.#presets.values()].map(({ preset }) => preset);
  }

  has(preset: string): boolean {
    return this.#presets.has(preset);
  }

  preset(name: string): Preset {
    const found = this.#presets.get(name);
    if (found) return found.preset;
    throw new DeputizeError('UNKNOWN_PRESET', `There is no preset "${name.slice(0, 80)}".`, {
      details: { presets: [...this.#presets.keys()] },
    });
  }

  tools(preset: string): readonly Tool[] {
    return this.preset(preset).tools;
  }

  find(preset: string, tool: string): Tool | undefined {
    return this.#presets.get(preset)?.tools.get(tool);
  }

  resolve(preset: string, name: string): Tool {
    this.preset(preset);
    const tool = this.find(preset, name);
    if (tool) return tool;
    throw new DeputizeError('UNKNOWN_TOOL', `The preset "${preset}" offers no tool "${name.slice(0, 80)}".`, {
      details: { preset, tool: name.slice(0, 128) },
    });
  }
}

function twice(what: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `The ${what} is there twice.`);
}
