/** Offers the tools of all mounted servers, and lets a person accept changed definitions. */
import type { ToolServerStatus } from '../../ports/tool-server.ts';
import { OWNER_ORGANIZATION, requirePerson, type Principal } from '../access/principal.ts';
import type { Tool } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import { draftRecord } from '../ledger/records.ts';
import type { Preset, ToolSource } from '../registry.ts';
import type { SqlBuilder } from '../storage/statements.ts';
import type { ServerMount, MountedParts, MountedServer } from './mounted-server.ts';
import { isWaiting, mountedStatements, type MountedServerRow, type MountedStatements } from './store.ts';
import type { MountedServerView } from './view.ts';

/** What a person accepts. `accept` throws CONFLICT if the tools changed since the review. */
interface AcceptanceRequest {
  readonly server: string;
  /** One tool by its name on the server; everything that waits when absent. */
  readonly tool?: string | undefined;
  /** The `review` of the view that the person looked at. */
  readonly review?: string | undefined;
}

/**
 * All servers of the configuration. `load` throws INVALID_CONFIGURATION for a name that is taken or an unknown preset.
 */
export class MountedServers implements ToolSource {
  readonly #parts: MountedParts;
  readonly #statements: MountedStatements;
  readonly #mounts: readonly ServerMount[];
  readonly #servers = new Map<string, MountedServer>();
  #isKept = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(mounts: readonly ServerMount[], parts: MountedParts, sql: SqlBuilder) {
    this.#parts = parts;
    this.#statements = mountedStatements(sql);
    this.#mounts = mounts;
  }

  tools(preset: string): readonly Tool[] {
    return [...this.#servers.values()].flatMap((server) =>
      includesPreset(server.mount, preset) ? [...server.offered.values()] : [],
    );
  }

  find(preset: string, name: string): Tool | undefined {
    return this.#of(preset, name)?.offered.get(name);
  }

  resolveTool(preset: string, name: string): Tool | Promise<Tool> | undefined {
    const server = this.#of(preset, name);
    return server && (server.ready(name) ?? server.resolveTool(name));
  }

  refusal(preset: string, name: string): DeputizeError | undefined {
    return this.#of(preset, name)?.refusal(name);
  }

  /** Reads the accepted definitions, so that tools are listed before their servers run. */
  async load(presets: readonly Preset[]): Promise<void> {
    if (this.#mounts.length === 0) return;
    for (const mount of this.#mounts) refuseShadow(mount, presets);
    // Loaded only here, because the code that checks foreign schemas is larger than all other code at start.
    const { MountedServer: Server } = await import('./mounted-server.ts');
    for (const mount of this.#mounts)
      this.#servers.set(mount.name, new Server(mount, this.#parts, this.#statements, () => this.#note(mount)));
    const { database } = this.#parts;
    const known = new Set((await this.#serverRows()).map(({ name }) => name));
    const missing = [...this.#servers.keys()].filter((name) => !known.has(name));
    if (missing.length > 0)
      await database.change({ guards: [], writes: missing.map((name) => this.#statements.know(name)) });
    for (const server of this.#servers.values()) await server.reload();
  }

  /** Starts every server and keeps it running. Does not wait for them: tools appear when their server runs. */
  start(): void {
    this.#isKept = true;
    for (const { mount } of this.#servers.values()) mount.server.start();
  }

  /** Connects to servers that were never seen before, and waits for the attempts. Failures are ignored. */
  async meet(): Promise<void> {
    if (this.#servers.size === 0) return;
    const unseenServers = (await this.#serverRows()).filter(({ first_seen_at }) => first_seen_at === null);
    await Promise.allSettled(unseenServers.map(async ({ name }) => this.#servers.get(name)?.connect()));
  }

  /** Connects to each server and returns its number of tools, or the error. */
  async examine(): Promise<readonly { name: string; tools: number; waiting: number; error: string | undefined }[]> {
    return Promise.all(
      [...this.#servers.values()].map(async (server) => {
        await server.connect().catch(() => undefined);
        const { state, error } = server.mount.server.status();
        const waiting = server.rows.filter(isWaiting).length;
        return {
          name: server.mount.name,
          tools: server.offered.size,
          waiting,
          error: state === 'running' ? undefined : (error ?? 'it does not answer'),
        };
      }),
    );
  }

  /** Reads what other processes accepted since, for servers with waiting tools. */
  async refresh(): Promise<void> {
    for (const server of this.#servers.values()) if (server.rows.some(isWaiting)) await server.reload();
  }

  async list(person: Principal): Promise<MountedServerView[]> {
    requirePerson(person, 'look at mounted servers');
    const { toServerView } = await import('./view.ts');
    const rows = new Map((await this.#serverRows()).map((row) => [row.name, row]));
    const nodes = await this.#parts.database.read<{ id: string }>(this.#statements.nodes());
    const alive = new Set(nodes.map(({ id }) => id));
    const views: MountedServerView[] = [];
    for (const server of this.#servers.values()) {
      await server.reload();
      views.push(toServerView(this.#parts.digest, server, this.#status(server, rows.get(server.mount.name), alive)));
    }
    return views;
  }

  async show(name: string, person: Principal): Promise<MountedServerView> {
    const found = (await this.list(person)).find((view) => view.name === name);
    if (found) return found;
    throw this.#unknown(name);
  }

  /** R18: only a person accepts, and only the definitions that were reviewed. */
  async accept({ server: name, tool, review }: AcceptanceRequest, person: Principal): Promise<MountedServerView> {
    requirePerson(person, 'accept tools of mounted servers');
    if (person.role !== 'admin') throw new DeputizeError('FORBIDDEN', 'Only an administrator can accept these tools.');
    const server = this.#servers.get(name);
    if (!server) throw this.#unknown(name);
    await server.reload();
    const { computeReview } = await import('./view.ts');
    const { database, clock, digest } = this.#parts;
    const waiting = server.rows.filter((row) => isWaiting(row) && (tool === undefined || row.tool === tool));
    if (waiting.length === 0)
      throw new DeputizeError('NOT_FOUND', `Nothing of the MCP server "${name}" waits to be accepted.`);
    const changed = new DeputizeError('CONFLICT', `What the MCP server "${name}" offers has changed since you looked.`);
    if (review !== undefined && review !== computeReview(digest, server.rows)) throw changed;
    const now = clock.now();
    const done = await database.change({
      guards: waiting.map((row) => this.#statements.accept(row, person.userId, now)),
      records: [
        draftRecord(OWNER_ORGANIZATION, 'mounted.accepted', now, null, {
          user: person.userId,
          by: person.userId,
          server: name,
          tools: Object.fromEntries(waiting.map((row) => [row.tool, row.offered_hash])),
          replaces: Object.fromEntries(waiting.map((row) => [row.tool, row.accepted_hash])),
        }),
      ],
    });
    if (done === 'lost') throw changed;
    return this.show(name, person);
  }

  /** Counts running servers and quarantined tools, for monitoring. */
  counts(): { running: number; quarantined: number } {
    const all = [...this.#servers.values()];
    return {
      running: all.filter(({ mount }) => mount.server.status().state === 'running').length,
      quarantined: all.flatMap(({ rows }) => rows).filter(isWaiting).length,
    };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#servers.values()].map(({ mount }) => mount.server.close()));
    await this.#writing;
  }

  #of(preset: string, name: string): MountedServer | undefined {
    const dot = name.indexOf('.');
    const server = dot < 0 ? undefined : this.#servers.get(name.slice(0, dot));
    return server && includesPreset(server.mount, preset) ? server : undefined;
  }

  #serverRows(): Promise<MountedServerRow[]> {
    return this.#parts.database.read<MountedServerRow>(this.#statements.servers());
  }

  /** In a process that does not keep the servers running, returns the status that the process which does has stored. */
  #status(server: MountedServer, row: MountedServerRow | undefined, alive: ReadonlySet<string>): ToolServerStatus {
    const own = server.mount.server.status();
    if (this.#isKept || own.state === 'running' || !row?.status_json || !alive.has(row.status_node ?? '')) return own;
    return JSON.parse(row.status_json) as ToolServerStatus;
  }

  #note({ name, server }: ServerMount): void {
    if (!this.#isKept) return;
    const { database, nodeId, log } = this.#parts;
    const write = this.#statements.status(name, server.status(), nodeId);
    this.#writing = this.#writing
      .then(() => database.change({ guards: [], writes: [write] }))
      .catch((error: unknown) => log('warn', 'the state of a mounted server could not be noted', { error }));
  }

  #unknown(name: string): DeputizeError {
    return new DeputizeError('NOT_FOUND', `No MCP server "${name.slice(0, 80)}" is configured.`, {
      details: { servers: [...this.#servers.keys()] },
    });
  }
}

function includesPreset({ presets }: ServerMount, preset: string): boolean {
  return presets === undefined || presets.includes(preset);
}

/** Throws INVALID_CONFIGURATION if the name of a server is also the prefix of our own tools, or if a preset is unknown. */
function refuseShadow({ name, presets: chosen }: ServerMount, presets: readonly Preset[]): void {
  const key = `mcpServers.${name}`;
  const ours = presets.flatMap(({ tools }) => tools.map((tool) => tool.name));
  const shadowed = ours.find((tool) => tool === name || tool.startsWith(`${name}.`));
  if (shadowed !== undefined)
    throw invalidMountError(key, `"${name}" would shadow the tool ${shadowed}; choose another name.`);
  const unknown = chosen?.find((preset) => !presets.some((known) => known.name === preset));
  if (unknown !== undefined) throw invalidMountError(`${key}.presets`, `there is no preset "${unknown}".`);
}

function invalidMountError(key: string, message: string): DeputizeError {
  return new DeputizeError('INVALID_CONFIGURATION', `${key}: ${message}`, { details: { key } });
}
