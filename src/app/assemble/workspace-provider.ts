/** Provides the capabilities that act in a workspace folder, and keeps the folders open while calls use them. */
import { homedir } from 'node:os';
import { sep } from 'node:path';

import { createFolderIdentifier } from '../../connectors/platform/folder-identity.ts';
import { DeputizeError } from '../../core/index.ts';
import { workspaceResourceId } from '../../core/executor/valid-call.ts';
import { NO_RESOURCES, type ResourceProvider } from '../../core/resources/resource-provider.ts';
import type { FolderIdentity, WorkspaceFolder, WorkspaceStore } from '../../core/resources/workspace-store.ts';
import type { CapabilityName } from '../../ports/capabilities.ts';
import { WORKSPACE_CAPABILITIES, type OpenWorkspace } from './open-workspace.ts';

export interface WorkspaceProvider extends ResourceProvider {
  /** The default workspace of this process, registered if it is new. */
  defaultWorkspace(): Promise<WorkspaceFolder>;
  /** The default workspace, opened. */
  openDefault(): Promise<WorkspaceLease>;
  /** Registers a folder that a person names. */
  register(folder: string): Promise<WorkspaceFolder>;
  close(): Promise<void>;
}

interface WorkspaceProviderOptions {
  readonly workspaces: WorkspaceStore;
  /** The folder of this process, made if it is Deputize's own. */
  readonly defaultFolder: () => string;
  /** Throws for a folder that holds files of Deputize itself. */
  readonly refuseFolder: (folder: string) => void;
  readonly open: (folder: string) => Promise<OpenWorkspace>;
  /** The name that all nodes which share their folders give; undefined: this machine alone has them. */
  readonly machine: string | undefined;
}

const NAMES: ReadonlySet<CapabilityName> = new Set(WORKSPACE_CAPABILITIES);

export function provideWorkspaces(options: WorkspaceProviderOptions): WorkspaceProvider {
  const { workspaces, defaultFolder, refuseFolder, open } = options;
  const { host, identify } = createFolderIdentifier(options.machine);
  const pool = new WorkspacePool(async (id) => open((await find(id)).realpath));
  const bindsWorkspace = (needs: readonly CapabilityName[]): boolean => needs.some((need) => NAMES.has(need));

  const find = async (id: string): Promise<WorkspaceFolder> => {
    const workspace = await workspaces.find(id);
    if (!workspace) throw unavailableError(`The workspace ${id} is not registered here, or was forgotten.`, id);
    if (workspace.host !== host)
      throw unavailableError(`${workspace.label} is a folder of another machine. Decide on that machine.`, id);
    requireSameFolder(workspace, identify(workspace.realpath));
    return workspace;
  };
  const register = async (folder: string): Promise<WorkspaceFolder> => {
    const found = identify(folder);
    if (!found)
      throw new DeputizeError('INVALID_CONFIGURATION', `The workspace ${folder} is not a folder.`, {
        details: { key: 'workspace' },
      });
    refuseFolder(found.realpath);
    return workspaces.register(found, formatFolderLabel(found.realpath));
  };
  let usual: WorkspaceFolder | undefined;
  const defaultWorkspace = async (): Promise<WorkspaceFolder> => {
    const folder = defaultFolder();
    if (!usual || !isSameFolder(usual, identify(folder))) usual = await register(folder);
    return usual;
  };
  const choose = (id: string | null | undefined): Promise<WorkspaceFolder> =>
    id === null || id === undefined ? defaultWorkspace() : find(id);

  return {
    bindsWorkspace,
    defaultWorkspace,
    register,
    openDefault: async () => pool.lease((await defaultWorkspace()).id),
    async bind({ workspaceId }, needs) {
      if (!bindsWorkspace(needs)) return NO_RESOURCES;
      const { id, label } = await choose(workspaceId);
      return { workspaceId: id, resources: [{ id: workspaceResourceId(id), label }] };
    },
    async open({ workspaceId }, needs) {
      if (!bindsWorkspace(needs)) return { capabilities: {}, release: () => undefined };
      const workspace = await choose(workspaceId);
      refuseFolder(workspace.realpath);
      const { opened, release } = await pool.lease(workspace.id);
      return { capabilities: opened.capabilities, release };
    },
    close: () => pool.close(),
  };
}

/** A folder that was moved, replaced or is on another machine is not the one that the call was asked in. */
function requireSameFolder(workspace: WorkspaceFolder, found: FolderIdentity | undefined): void {
  const { id, label } = workspace;
  if (isSameFolder(workspace, found)) return;
  throw unavailableError(
    found
      ? `${label} is another folder now than when the call was asked. Nothing was done.`
      : `${label} does not exist any more. Nothing was done.`,
    id,
  );
}

function isSameFolder(workspace: FolderIdentity, found: FolderIdentity | undefined): boolean {
  const { host, realpath, device, inode } = workspace;
  return found?.host === host && found.realpath === realpath && found.device === device && found.inode === inode;
}

function unavailableError(message: string, workspace: string): DeputizeError {
  return new DeputizeError('RESOURCE_UNAVAILABLE', message, { details: { workspace } });
}

function formatFolderLabel(folder: string): string {
  const home = homedir();
  return folder === home || folder.startsWith(`${home}${sep}`) ? `~${folder.slice(home.length)}` : folder;
}

interface PooledWorkspace {
  readonly opening: Promise<OpenWorkspace>;
  users: number;
}

interface WorkspaceLease {
  readonly opened: OpenWorkspace;
  readonly release: () => void;
}

const MAX_IDLE = 8;

class WorkspacePool {
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
