/** Keeps workspaces open while calls use them, and a few beyond that. */
import type { OpenWorkspace } from './open-workspace.ts';

interface PooledWorkspace {
  readonly opening: Promise<OpenWorkspace>;
  users: number;
}

export interface WorkspaceLease {
  readonly opened: OpenWorkspace;
  readonly release: () => void;
}

const MAX_IDLE = 8;

export class WorkspacePool {
  readonly #open: (id: string) => Promise<OpenWorkspace>;
  readonly #pooled = new Map<string, PooledWorkspace>();

  constructor(open: (id: string) => Promise<OpenWorkspace>) {
    this.#open = open;
  }

  async lease(id: string): Promise<WorkspaceLease> {
    const pooled = this.#pooled.get(id) ?? { opening: this.#open(id), users: 0 };
    // The most recently used one is the last to be closed.
    this.#pooled.delete(id);
    this.#pooled.set(id, pooled);
    pooled.users += 1;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      pooled.users -= 1;
      this.#closeIdle();
    };
    try {
      return { opened: await pooled.opening, release };
    } catch (error) {
      if (this.#pooled.get(id) === pooled) this.#pooled.delete(id);
      throw error;
    }
  }

  async close(): Promise<void> {
    const all = [...this.#pooled.values()];
    this.#pooled.clear();
    await Promise.allSettled(all.map(async ({ opening }) => (await opening).close()));
  }

  #closeIdle(): void {
    const idle = [...this.#pooled].filter(([, { users }]) => users === 0);
    for (const [id, pooled] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) {
      this.#pooled.delete(id);
      closeQuietly(pooled);
    }
  }
}

/** A folder that could not be opened has nothing to close. */
function closeQuietly({ opening }: PooledWorkspace): void {
  opening.then((opened) => opened.close()).catch(() => undefined);
}
