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
  readonly #session: ReadonlyMap<string, Tool>;

  /** `session` tools can be called in every preset, and are listed only by one that names them itself. */
  constructor(presets: readonly Preset[], session: readonly Tool[] = []) {
    this.#session = new Map(session.map((tool) => [tool.name, tool]));
    for (const preset of presets) {
      if (this.#presets.has(preset.name)) throw twice(`preset "${preset.name}"`);
      const tools = new Map<string, Tool>();
      for (const tool of preset.tools) {
        if (tools.has(tool.name) || (this.#session.has(tool.name) && tool.offered !== 'when_partial'))
          throw twice(`tool "${tool.name}" of the preset "${preset.name}"`);
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

  sessionTools(): readonly Tool[] {
    return [...this.#session.values()];
  }

  find(preset: string, tool: string): Tool | undefined {
    const found = this.#presets.get(preset);
    return found && (found.tools.get(tool) ?? this.#session.get(tool));
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

/** Whether a list still holds the very same tools. */
export function sameTools(before: readonly Tool[], now: readonly Tool[]): boolean {
  return before === now || (before.length === now.length && before.every((tool, at) => tool === now[at]));
}

function twice(what: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `The ${what} is there twice.`);
}
