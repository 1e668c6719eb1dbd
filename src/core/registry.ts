/** Which tools each preset offers. Names come from models, so they are only ever looked up in maps. */
import type { Principal } from './access/principal.ts';
import { leadsToOthers, type Tool } from './contract.ts';
import { DeputizeError } from './errors.ts';

/** A list of tools with the rules they stand under: reading it tells what an assistant can do. */
export interface Preset {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
  /** Cedar rules beside the base ones. */
  readonly policy: string;
  /** How the assistant should behave, for the model to read. It decides nothing. */
  readonly guidance?: string | undefined;
  /** Whether what an assistant asks for at once is shown as a plan, to be approved together. */
  readonly plans?: boolean | undefined;
  /** Nobody has switched it on: it is not offered, and agents that come from elsewhere do not reach it. */
  readonly isKeptBack?: boolean | undefined;
}

/** Tools that come and go while the runtime lives. They never stand in for one of a preset's own. */
export interface ToolSource {
  tools(preset: string): readonly Tool[];
  find(preset: string, name: string): Tool | undefined;
  /** The tool, waiting for whatever has to be started first. Undefined when the name is none of its own. */
  resolveTool(preset: string, name: string): Tool | Promise<Tool> | undefined;
  /** Why a name of its own is not offered. */
  refusal(preset: string, name: string): DeputizeError | undefined;
}

const NO_SOURCE: ToolSource = {
  tools: () => [],
  find: () => undefined,
  resolveTool: () => undefined,
  refusal: () => undefined,
};

/** What a preset offers at one time. Never changes: what comes later is another offer. */
interface PresetSnapshot {
  readonly preset: Preset;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Names the tools that came from elsewhere; empty while there are none. */
  readonly version: string;
}

/** A version of a preset's tools that stays callable until it is let go. */
export interface PresetLease {
  readonly version: string;
  readonly tools: readonly Tool[];
  release(): void;
}

/** A whole list of tools that one preset has beside its own, such as a folder of authored ones, and that is replaced whole. */
export interface ToolBundle {
  readonly preset: string;
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Names exactly these tools; empty where versions are not told apart. */
  readonly version: string;
}

interface Entry {
  /** What the preset has by itself. */
  readonly own: Preset;
  /** What others bring, by their names. */
  sources: ReadonlyMap<string, ToolBundle>;
  /** Older offers that someone still holds. */
  readonly held: Map<string, { offer: PresetSnapshot; holders: number }>;
  offer: PresetSnapshot;
}

const CAME_BY_A_CREDENTIAL = /^(?:token|client|session):/;

export class Registry {
  readonly #presets = new Map<string, Entry>();
  readonly #session: ReadonlyMap<string, Tool>;
  readonly #source: ToolSource;

  /** `session` tools can be called in every preset, and are listed only by one that names them itself. */
  constructor(presets: readonly Preset[], session: readonly Tool[] = [], source: ToolSource = NO_SOURCE) {
    this.#session = new Map(session.map((tool) => [tool.name, tool]));
    this.#source = source;
    for (const own of presets) {
      if (this.#presets.has(own.name)) throw duplicateError(`preset "${own.name}"`);
      const offer = this.#toOffer(own, new Map());
      this.#presets.set(own.name, { own, sources: new Map(), held: new Map(), offer });
    }
  }

  /** Those that are offered. */
  presets(): Preset[] {
    return [...this.#presets.values()].map(({ offer }) => offer.preset).filter(({ isKeptBack }) => isKeptBack !== true);
  }

  /** Whoever sits at this machine names what they want; whoever comes by a token gets what was switched on. */
  requireOffered(name: string, { kind, via }: Principal): void {
    const isKeptBack = this.#presets.get(name)?.own.isKeptBack === true;
    if (!isKeptBack || kind === 'person' || !CAME_BY_A_CREDENTIAL.test(via)) return;
    throw new DeputizeError(
      'UNKNOWN_PRESET',
      `The preset "${name}" is not switched on. A person does that in the setup.`,
      {
        details: { presets: this.presets().map((preset) => preset.name) },
      },
    );
  }

  has(preset: string): boolean {
    return this.#presets.has(preset);
  }

  preset(name: string): Preset {
    return this.#entry(name).offer.preset;
  }

  tools(preset: string): readonly Tool[] {
    const { tools } = this.preset(preset);
    const more = this.#source.tools(preset);
    return more.length === 0 ? tools : [...tools, ...more];
  }

  sessionTools(): readonly Tool[] {
    return [...this.#session.values()];
  }

  find(preset: string, tool: string, version?: string): Tool | undefined {
    const entry = this.#presets.get(preset);
    if (!entry) return undefined;
    return findSnapshot(entry, version)?.tools.get(tool) ?? this.#session.get(tool) ?? this.#source.find(preset, tool);
  }

  /** The tool that a call is for. One of a mounted server is there when its server is. */
  resolveTool(preset: string, name: string, version?: string): Tool | Promise<Tool> {
    const offer = this.#offer(preset, version);
    return (
      offer.tools.get(name) ??
      this.#session.get(name) ??
      this.#source.resolveTool(preset, name) ??
      this.resolve(preset, name, version)
    );
  }

  resolve(preset: string, name: string, version?: string): Tool {
    const { tools } = this.#offer(preset, version);
    const tool = tools.get(name) ?? this.find(preset, name);
    if (tool) return tool;
    const refusal = this.#source.refusal(preset, name);
    if (refusal) throw refusal;
    throw new DeputizeError('UNKNOWN_TOOL', `The preset "${preset}" offers no tool "${name.slice(0, 80)}".`, {
      details: { preset, tool: name.slice(0, 128) },
    });
  }

  /**
   * Takes what a source offers now in place of what it offered before. Calls that run keep the tool they began with. Throws,
   * and changes nothing, when a name is taken.
   */
  replace(source: ToolBundle): void {
    const entry = this.#entry(source.preset);
    const sources = new Map(entry.sources).set(source.name, source);
    entry.offer = this.#toOffer(entry.own, sources);
    entry.sources = sources;
  }

  /** Keeps what is offered now callable under its version, whatever is offered later. */
  hold(preset: string): PresetLease {
    const entry = this.#entry(preset);
    const { offer } = entry;
    const { version } = offer;
    const kept = entry.held.get(version) ?? { offer, holders: 0 };
    kept.holders += 1;
    entry.held.set(version, kept);
    let isHeld = true;
    return {
      version,
      tools: offer.preset.tools,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        kept.holders -= 1;
        if (kept.holders === 0) entry.held.delete(version);
      },
    };
  }

  #entry(name: string): Entry {
    const found = this.#presets.get(name);
    if (found) return found;
    throw new DeputizeError('UNKNOWN_PRESET', `There is no preset "${name.slice(0, 80)}".`, {
      details: { presets: [...this.#presets.keys()] },
    });
  }

  #offer(preset: string, version: string | undefined): PresetSnapshot {
    const offer = findSnapshot(this.#entry(preset), version);
    if (offer) return offer;
    throw new DeputizeError('CONFLICT', `The tools of "${preset}" have changed. List them again.`, {
      details: { preset },
    });
  }

  #toOffer(own: Preset, sources: Entry['sources']): PresetSnapshot {
    const brought = [...sources.values()];
    const preset = { ...own, tools: [...own.tools, ...brought.flatMap(({ tools }) => tools)] };
    const tools = new Map<string, Tool>();
    for (const tool of preset.tools) {
      if (tools.has(tool.name) || (this.#session.has(tool.name) && !leadsToOthers(tool)))
        throw duplicateError(`tool "${tool.name}" of the preset "${own.name}"`);
      tools.set(tool.name, tool);
    }
    const version = brought.map((source) => source.version).join('+');
    return { preset, tools, version };
  }
}

function findSnapshot({ offer, held }: Entry, version: string | undefined): PresetSnapshot | undefined {
  return version === undefined || version === offer.version ? offer : held.get(version)?.offer;
}

/** Whether a list still holds the very same tools. */
export function sameTools(before: readonly Tool[], now: readonly Tool[]): boolean {
  return before === now || (before.length === now.length && before.every((tool, at) => tool === now[at]));
}

function duplicateError(what: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `The ${what} is there twice.`);
}
