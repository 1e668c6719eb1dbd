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

/** Tools that come and go while the runtime lives. They never stand in for one of a preset's own. */
export interface ToolSource {
  /** Another number whenever the tools are others. */
  readonly version: number;
  tools(preset: string): readonly Tool[];
  find(preset: string, name: string): Tool | undefined;
  /** The tool, waiting for whatever has to be started first. Undefined when the name is none of its own. */
  reach(preset: string, name: string): Tool | Promise<Tool> | undefined;
  /** Why a name of its own is not offered. */
  refusal(preset: string, name: string): DeputizeError | undefined;
}

const NO_SOURCE: ToolSource = {
  version: 0,
  tools: () => [],
  find: () => undefined,
  reach: () => undefined,
  refusal: () => undefined,
};

export class Registry {
  readonly #presets = new Map<string, { preset: Preset; tools: Map<string, Tool> }>();
  readonly #session: ReadonlyMap<string, Tool>;
  readonly #source: ToolSource;

  /** `session` tools can be called in every preset, and are listed only by one that names them itself. */
  constructor(presets: readonly Preset[], session: readonly Tool[] = [], source: ToolSource = NO_SOURCE) {
    this.#session = new Map(session.map((tool) => [tool.name, tool]));
    this.#source = source;
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

  /** Another number whenever a preset may offer something else than before. */
  get version(): number {
    return this.#source.version;
  }

  tools(preset: string): readonly Tool[] {
    const { tools } = this.preset(preset);
    const more = this.#source.tools(preset);
    return more.length === 0 ? tools : [...tools, ...more];
  }

  sessionTools(): readonly Tool[] {
    return [...this.#session.values()];
  }

  find(preset: string, tool: string): Tool | undefined {
    const known = this.#presets.get(preset);
    return known && (known.tools.get(tool) ?? this.#session.get(tool) ?? this.#source.find(preset, tool));
  }

  /** The tool that a call is for. One of a mounted server is there when its server is. */
  reach(preset: string, name: string): Tool | Promise<Tool> {
    const own = this.#presets.get(preset)?.tools.get(name);
    if (own) return own;
    this.preset(preset);
    return this.#session.get(name) ?? this.#source.reach(preset, name) ?? this.resolve(preset, name);
  }

  resolve(preset: string, name: string): Tool {
    this.preset(preset);
    const tool = this.find(preset, name);
    if (tool) return tool;
    const refusal = this.#source.refusal(preset, name);
    if (refusal) throw refusal;
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
