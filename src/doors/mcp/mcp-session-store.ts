/** The MCP sessions of HTTP clients. Their number and idle time are limited, and only the owner can use a session. */
import type { Principal } from '../../core/index.ts';
import type { McpSession } from './mcp-session.ts';

export interface McpSessionLimits {
  readonly maxSessions?: number | undefined;
  /** How long a session may be idle. */
  readonly sessionTtlMs?: number | undefined;
}

interface SessionOwner {
  readonly principal: Principal;
  readonly preset: string;
  readonly workspace?: string | undefined;
}

interface Held {
  readonly session: McpSession;
  readonly key: string;
  usedAt: number;
}

export class McpSessionStore {
  // In order of use, so that the first one is removed first.
  readonly #held = new Map<string, Held>();
  readonly #max: number;
  readonly #ttl: number;

  constructor({ maxSessions = 10_000, sessionTtlMs = 60 * 60_000 }: McpSessionLimits) {
    this.#max = maxSessions;
    this.#ttl = sessionTtlMs;
  }

  begin(session: McpSession, owner: SessionOwner): string {
    const id = crypto.randomUUID();
    this.#held.set(id, { session, key: createSessionKey(owner), usedAt: Date.now() });
    this.#letGo();
    return id;
  }

  /** Undefined also for a session of another owner, so that its existence is not revealed. */
  find(id: string, owner: SessionOwner): McpSession | undefined {
    const held = this.#held.get(id);
    if (!held || held.key !== createSessionKey(owner)) return undefined;
    const now = Date.now();
    const isOver = now - held.usedAt > this.#ttl;
    this.#held.delete(id);
    if (isOver) return undefined;
    held.usedAt = now;
    this.#held.set(id, held);
    return held.session;
  }

  end(id: string, owner: SessionOwner): boolean {
    const session = this.find(id, owner);
    if (!session) return false;
    session.close();
    return this.#held.delete(id);
  }

  get size(): number {
    return this.#held.size;
  }

  #letGo(): void {
    const idleSince = Date.now() - this.#ttl;
    for (const [id, { usedAt }] of this.#held) {
      if (this.#held.size <= this.#max && usedAt >= idleSince) return;
      this.#held.delete(id);
    }
  }
}

function createSessionKey({ principal, preset, workspace = '' }: SessionOwner): string {
  const { organizationId, userId, kind, via } = principal;
  return [organizationId, userId, kind, via, preset, workspace].join('\n');
}
