/** Holds the tools of each preset. Names come from models, so they are only looked up in maps. */
import type { Principal } from './access/principal.ts';
import { leadsToOthers, type Tool } from './contract.ts';
import { DeputizeError } from './errors.ts';

/** A list of tools with the rules for them. It shows what an assistant can do. */
export interface Preset {
  /** The name that calls and assistants use. */
  readonly name: string;
  /** What an assistant with this preset can do, for people. */
  readonly description: string;
  /** The tools, each with a different name. */
  readonly tools: readonly Tool[];
  /** Cedar rules beside the base rules. */
  readonly policy: string;
  /** Instructions to the model about how the assistant should behave. They do not affect decisions. */
  readonly guidance?: string | undefined;
  /** Whether calls that an assistant requests together are shown as a plan, for one approval. */
  readonly plans?: boolean | undefined;
  /** No user has switched it on: it is not offered, and agents with a credential cannot use it. */
  readonly isKeptBack?: boolean | undefined;
}

/** Tools that can appear and disappear at run time. They never replace a preset's own tools. */
export interface ToolSource {
  tools(preset: string): readonly Tool[];
  find(preset: string, name: string): Tool | undefined;
  /** Returns the tool, and starts its server first if needed. Undefined if the name does not belong to this source. */
  resolveTool(preset: string, name: string): Tool | Promise<Tool> | undefined;
  /** Returns why a name of this source is not offered. */
  refusal(preset: string, name: string): DeputizeError | undefined;
}

const NO_SOURCE: ToolSource = {
  tools: () => [],
  find: () => undefined,
  resolveTool: () => undefined,
  refusal: () => undefined,
};

/** What a preset offers at one time. It never changes; a change creates another snapshot. */
interface PresetSnapshot {
  readonly preset: Preset;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Identifies the tools from bundles; empty without bundles. */
  readonly version: string;
}

/** A version of a preset's tools that stays callable until it is released. */
export interface PresetLease {
  readonly version: string;
  readonly tools: readonly Tool[];
  release(): void;
}

/** A list of tools that one preset has beside its own, such as a folder of authored tools. It is replaced as a whole. */
export interface ToolBundle {
  readonly preset: string;
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Identifies exactly these tools; empty if versions do not matter. */
  readonly version: string;
}

interface Entry {
  /** The preset itself. */
  readonly own: Preset;
  /** The bundles by name. */
  sources: ReadonlyMap<string, ToolBundle>;
  /** Older snapshots that a lease still holds. */
  readonly held: Map<string, { snapshot: PresetSnapshot; holders: number }>;
  snapshot: PresetSnapshot;
}

const CREDENTIAL_VIA = /^(?:token|client|session):/;

/** The presets and their tools. Unknown names throw UNKNOWN_PRESET or UNKNOWN_TOOL, and an old version of the tools CONFLICT. */
export class Registry {
  readonly #presets = new Map<string, Entry>();
  readonly #discovery: ReadonlyMap<string, Tool>;
  readonly #source: ToolSource;

  /** `discovery` tools can be called in every preset, but only a preset that names them lists them. */
  constructor(presets: readonly Preset[], discovery: readonly Tool[] = [], source: ToolSource = NO_SOURCE) {
    this.#discovery = new Map(discovery.map((tool) => [tool.name, tool]));
    this.#source = source;
    for (const own of presets) {
      if (this.#presets.has(own.name)) throw duplicateError(`preset "${own.name}"`);
      const snapshot = this.#buildSnapshot(own, new Map());
      this.#presets.set(own.name, { own, sources: new Map(), held: new Map(), snapshot });
    }
  }

  /** The presets that are switched on. */
  presets(): Preset[] {
    return [...this.#presets.values()]
      .map(({ snapshot }) => snapshot.preset)
      .filter(({ isKeptBack }) => isKeptBack !== true);
  }

  /** The presets that are switched on and that the credential reaches. */
  presetsFor({ presets }: Principal): Preset[] {
    return this.presets().filter(({ name }) => presets?.includes(name) !== false);
  }

  /** The preset of a request that names none: the usual one, or the first that the credential reaches. */
  defaultFor({ presets }: Principal, usual: string): string {
    return presets?.includes(usual) === false ? (presets[0] ?? usual) : usual;
  }

  /** A person or a local agent may use any preset. An agent with a credential may only use presets that are switched on. */
  requireOffered(name: string, { kind, via, presets }: Principal): void {
    if (presets?.includes(name) === false)
      throw new DeputizeError('TOKEN_RESOURCE', `This credential is not bound to the preset "${name.slice(0, 80)}".`, {
        details: { presets: [...presets] },
      });
    const isKeptBack = this.#presets.get(name)?.own.isKeptBack === true;
    if (!isKeptBack || kind === 'person' || !CREDENTIAL_VIA.test(via)) return;
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
    return this.#entry(name).snapshot.preset;
  }

  tools(preset: string): readonly Tool[] {
    const { tools } = this.preset(preset);
    const more = this.#source.tools(preset);
    return more.length === 0 ? tools : [...tools, ...more];
  }

  discoveryTools(): readonly Tool[] {
    return [...this.#discovery.values()];
  }

  find(preset: string, tool: string, version?: string): Tool | undefined {
    const entry = this.#presets.get(preset);
    if (!entry) return undefined;
    return (
      findSnapshot(entry, version)?.tools.get(tool) ?? this.#discovery.get(tool) ?? this.#source.find(preset, tool)
    );
  }

  /** Returns the tool for a call. A tool of a mounted server resolves when its server is ready. */
  resolveTool(preset: string, name: string, version?: string): Tool | Promise<Tool> {
    const snapshot = this.#requireSnapshot(preset, version);
    return (
      snapshot.tools.get(name) ??
      this.#discovery.get(name) ??
      this.#source.resolveTool(preset, name) ??
      this.requireTool(preset, name, version)
    );
  }

  requireTool(preset: string, name: string, version?: string): Tool {
    const { tools } = this.#requireSnapshot(preset, version);
    const tool = tools.get(name) ?? this.find(preset, name);
    if (tool) return tool;
    const refusal = this.#source.refusal(preset, name);
    if (refusal) throw refusal;
    throw new DeputizeError('UNKNOWN_TOOL', `The preset "${preset}" offers no tool "${name.slice(0, 80)}".`, {
      details: { preset, tool: name.slice(0, 128) },
    });
  }

  /**
   * Replaces the tools of a bundle. Running calls keep the tool that they began with. Throws, and changes nothing, if a name
   * is taken.
   */
  replace(source: ToolBundle): void {
    const entry = this.#entry(source.preset);
    const sources = new Map(entry.sources).set(source.name, source);
    entry.snapshot = this.#buildSnapshot(entry.own, sources);
    entry.sources = sources;
  }

  /** Keeps the current tools callable under their version, whatever replaces them later. */
  hold(preset: string): PresetLease {
    const entry = this.#entry(preset);
    const { snapshot } = entry;
    const { version } = snapshot;
    const kept = entry.held.get(version) ?? { snapshot, holders: 0 };
    kept.holders += 1;
    entry.held.set(version, kept);
    let isHeld = true;
    return {
      version,
      tools: snapshot.preset.tools,
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

  #requireSnapshot(preset: string, version: string | undefined): PresetSnapshot {
    const snapshot = findSnapshot(this.#entry(preset), version);
    if (snapshot) return snapshot;
    throw new DeputizeError('CONFLICT', `The tools of "${preset}" have changed. List them again.`, {
      details: { preset },
    });
  }

  #buildSnapshot(own: Preset, sources: Entry['sources']): PresetSnapshot {
    const bundles = [...sources.values()];
    const preset = { ...own, tools: [...own.tools, ...bundles.flatMap(({ tools }) => tools)] };
    const tools = new Map<string, Tool>();
    for (const tool of preset.tools) {
      if (tools.has(tool.name) || (this.#discovery.has(tool.name) && !leadsToOthers(tool)))
        throw duplicateError(`tool "${tool.name}" of the preset "${own.name}"`);
      tools.set(tool.name, tool);
    }
    const version = bundles.map((source) => source.version).join('+');
    return { preset, tools, version };
  }
}

function findSnapshot({ snapshot, held }: Entry, version: string | undefined): PresetSnapshot | undefined {
  return version === undefined || version === snapshot.version ? snapshot : held.get(version)?.snapshot;
}

/** Whether two lists hold the same tools. */
export function sameTools(before: readonly Tool[], now: readonly Tool[]): boolean {
  return before === now || (before.length === now.length && before.every((tool, at) => tool === now[at]));
}

function duplicateError(what: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `The ${what} is there twice.`);
}
