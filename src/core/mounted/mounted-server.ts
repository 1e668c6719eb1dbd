/** Compares the tools that one mounted server lists with the accepted ones, and offers only the unchanged ones. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { ToolServer, ToolSession } from '../../ports/tool-server.ts';
import { OWNER, OWNER_ORGANIZATION } from '../access/principal.ts';
import type { Tool } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import type { MountedToolRow } from '../storage/tables.ts';
import type { MountedDefinition } from './mounted-definition.ts';
import { readServerToolList, type ServerToolList } from './server-tool-list.ts';
import { mountedTool, type ToolWord } from './mounted-tool.ts';
import { isWaiting, newRow, withoutSecrets, type MountedStatements, type OfferedDefinition } from './store.ts';

/** A server of the configuration. */
export interface ServerMount {
  readonly name: string;
  readonly server: ToolServer;
  /** Which presets offer its tools; all of them when left out. */
  readonly presets?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly tools: ReadonlyMap<string, ToolWord>;
}

/** The parts of the runtime that mounted servers use. */
export type MountedParts = RuntimeParts<'database' | 'digest' | 'clock' | 'log' | 'nodeId'>;

const NO_WORD: ToolWord = {};

/**
 * Watches one server, records changes of its tools, and offers only accepted definitions. A changed tool throws
 * QUARANTINED.
 */
export class MountedServer {
  readonly mount: ServerMount;
  readonly #parts: MountedParts;
  readonly #statements: MountedStatements;
  readonly #changed: () => void;
  #built = new Map<string, Tool>();
  #present: ToolSession | undefined;
  #rows: readonly MountedToolRow[] = [];
  /** The last list of the server in this process; undefined before the first one. */
  #live: ReadonlyMap<string, OfferedDefinition> | undefined;
  #reviewed: { readonly tools: readonly JsonObject[]; readonly done: Promise<void> } | undefined;
  #reloading: Promise<void> = Promise.resolve();
  #settled: readonly JsonObject[] | undefined;
  #offered: ReadonlyMap<string, Tool> = new Map();
  #warnings: readonly string[] = [];

  constructor(mount: ServerMount, parts: MountedParts, statements: MountedStatements, changed: () => void) {
    this.mount = mount;
    this.#parts = parts;
    this.#statements = statements;
    this.#changed = changed;
    mount.server.watch({
      listed: (session) => {
        this.#present = session;
        this.review(session).catch((error: unknown) => {
          parts.log('error', `the tools of the MCP server "${mount.name}" could not be reviewed`, { error });
        });
      },
      changed: (status) => {
        const { state, error, complaints } = withoutSecrets(status);
        if (state !== 'running') this.#present = undefined;
        if (error !== undefined && state !== 'starting')
          parts.log('warn', `the MCP server "${mount.name}" does not run`, { why: error, complaints });
        changed();
      },
    });
  }

  get rows(): readonly MountedToolRow[] {
    return this.#rows;
  }

  /** Tools that were left out, and why. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** The offered tools by their full names, such as `server.tool`. */
  get offered(): ReadonlyMap<string, Tool> {
    return this.#offered;
  }

  /** Returns the tool if its server runs and its list is reviewed; otherwise undefined. */
  ready(name: string): Tool | undefined {
    return this.#present && this.#present.tools === this.#settled ? this.#offered.get(name) : undefined;
  }

  /** Starts the server if needed and returns the tool. Throws the error of `refusal` if the tool is not offered. */
  async resolveTool(name: string): Promise<Tool> {
    await this.#session();
    if (!this.#offered.has(name)) await this.reload();
    const tool = this.#offered.get(name);
    if (tool) return tool;
    throw this.refusal(name);
  }

  /** Builds the error for a tool that is not offered: quarantined or unknown. */
  refusal(name: string): DeputizeError {
    const { name: server } = this.mount;
    const local = name.slice(server.length + 1);
    if (this.#rows.some((row) => row.tool === local && this.#isQuarantined(row)))
      return quarantinedError(server, local);
    return new DeputizeError('UNKNOWN_TOOL', `The MCP server "${server}" offers no tool "${local.slice(0, 80)}".`, {
      details: { server, tool: name.slice(0, 128) },
    });
  }

  /** Reads what other processes accepted. Reads run one after another, so that older data never replaces newer data. */
  reload(): Promise<void> {
    const load = async (): Promise<void> => {
      this.#rows = await this.#parts.database.read<MountedToolRow>(this.#statements.tools(this.mount.name));
      this.#rebuild();
    };
    const done = this.#reloading.then(load);
    this.#reloading = done.catch(() => undefined);
    return done;
  }

  /** Compares a list with the accepted definitions. Each list is compared once, one after another. */
  review(session: ToolSession): Promise<void> {
    const { tools } = session;
    if (this.#reviewed?.tools !== tools) {
      const before = this.#reviewed?.done.catch(() => undefined);
      const done = Promise.resolve(before).then(() => this.#review(tools));
      this.#reviewed = { tools, done };
      done.catch(() => (this.#reviewed = undefined));
    }
    return this.#reviewed.done;
  }

  /** Starts the server if needed, and compares its list. */
  async connect(): Promise<void> {
    await this.#session();
  }

  async #session(): Promise<ToolSession> {
    const session = await this.mount.server.session();
    await this.review(session);
    return session;
  }

  async #review(listed: readonly JsonObject[]): Promise<void> {
    const { offered, warnings } = this.#read(listed);
    const { database, clock, log } = this.#parts;
    const { name } = this.mount;
    for (const warning of warnings) if (!this.#warnings.includes(warning)) log('warn', warning, { server: name });
    this.#warnings = warnings;
    // Changed tools are withheld from here on, also if their records cannot be written.
    this.#live = offered;
    this.#rebuild();
    if (!(await this.#acceptFirst(offered))) {
      const rows = await database.read<MountedToolRow>(this.#statements.tools(name));
      const { writes, records } = this.#changes(rows, offered, clock.now());
      if (writes.length > 0) await database.change({ guards: [], writes, records });
    }
    await this.reload();
    this.#settled = listed;
  }

  /** Accepts the first list of this server. Returns whether it was the first one. */
  async #acceptFirst(offered: ReadonlyMap<string, OfferedDefinition>): Promise<boolean> {
    const { database, clock } = this.#parts;
    const { name } = this.mount;
    const now = clock.now();
    const all = [...offered.values()];
    const done = await database.change({
      guards: [this.#statements.firstSeen(name, now)],
      writes: all.map((one) => this.#statements.insert(newRow(name, one, now, true))),
      records: [
        draftRecord(OWNER_ORGANIZATION, 'mounted.accepted', now, null, {
          user: OWNER,
          by: 'configuration',
          server: name,
          tools: named(all),
        }),
      ],
    });
    return done === 'done';
  }

  #changes(rows: readonly MountedToolRow[], offered: ReadonlyMap<string, OfferedDefinition>, now: number) {
    const { name } = this.mount;
    const known = new Map(rows.map((row) => [row.tool, row]));
    const writes: SqlQuery[] = [];
    const strange: OfferedDefinition[] = [];
    for (const [tool, one] of offered) {
      const row = known.get(tool);
      if (row?.offered_hash === one.fingerprint) continue;
      writes.push(
        row ? this.#statements.offer(name, one, now) : this.#statements.insert(newRow(name, one, now, false)),
      );
      if (row?.accepted_hash !== one.fingerprint) strange.push(one);
    }
    for (const row of rows)
      if (row.offered_hash !== null && !offered.has(row.tool)) writes.push(this.#statements.withdraw(name, row, now));
    const about = { user: OWNER, server: name, tools: named(strange) };
    const records: RecordDraft[] =
      strange.length > 0 ? [draftRecord(OWNER_ORGANIZATION, 'mounted.quarantined', now, null, about)] : [];
    return { writes, records };
  }

  /** Warns of configured tools that the server does not list: their settings have no effect, and the name is probably mistyped. */
  #read(listed: readonly JsonObject[]): ServerToolList {
    const { name, tools } = this.mount;
    const { offered, warnings } = readServerToolList(name, listed, this.#parts.digest, (one) => this.#build(one));
    const missing = [...tools.keys()].filter((tool) => !offered.has(tool));
    const vain = missing.map((tool) => `mcpServers.${name}.tools.${tool}: the server offers no such tool.`);
    return { offered, warnings: [...warnings, ...vain] };
  }

  #rebuild(): void {
    const offered = new Map<string, Tool>();
    for (const row of this.#rows) {
      const { tool, accepted_json, accepted_hash } = row;
      const present = this.#live ? this.#live.get(tool)?.fingerprint : row.offered_hash;
      if (accepted_json === null || accepted_hash === null || accepted_hash !== present) continue;
      if (this.#word(tool).off === true) continue;
      try {
        const definition = JSON.parse(accepted_json) as MountedDefinition;
        const built = this.#build({ definition, fingerprint: accepted_hash });
        offered.set(built.name, built);
      } catch (error) {
        this.#parts.log('warn', `${this.mount.name}.${tool} cannot be offered`, { error });
      }
    }
    this.#offered = offered;
    const inUse = new Set([...this.#rows.map((row) => row.accepted_hash), ...this.#liveFingerprints()]);
    this.#built = new Map([...this.#built].filter(([fingerprint]) => inUse.has(fingerprint)));
    this.#changed();
  }

  #build({ definition, fingerprint }: OfferedDefinition): Tool {
    const known = this.#built.get(fingerprint);
    if (known) return known;
    const { name: server, server: from, timeoutMs } = this.mount;
    const built = mountedTool({
      server,
      host: from.host,
      definition,
      fingerprint,
      word: this.#word(definition.name),
      timeoutMs,
      session: async () => {
        const session = await this.#session();
        if (this.#live?.get(definition.name)?.fingerprint === fingerprint) return session;
        throw quarantinedError(server, definition.name);
      },
    });
    this.#built.set(fingerprint, built);
    return built;
  }

  #liveFingerprints(): string[] {
    return [...(this.#live?.values() ?? [])].map(({ fingerprint }) => fingerprint);
  }

  #word(tool: string): ToolWord {
    return this.mount.tools.get(tool) ?? NO_WORD;
  }

  #isQuarantined(row: MountedToolRow): boolean {
    const live = this.#live?.get(row.tool)?.fingerprint;
    return this.#live ? live !== undefined && live !== row.accepted_hash : isWaiting(row);
  }
}

function quarantinedError(server: string, tool: string): DeputizeError {
  return new DeputizeError(
    'QUARANTINED',
    `${server}.${tool} is not what was accepted. Look at the change: deputize mcp-servers show ${server}. Accept it: deputize mcp-servers accept ${server} ${tool}.`,
    { details: { server, tool } },
  );
}

function named(offered: readonly OfferedDefinition[]): JsonObject {
  return Object.fromEntries(offered.map(({ definition, fingerprint }) => [definition.name, fingerprint]));
}
