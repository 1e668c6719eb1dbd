/**
 * The folder in which one run keeps its writes apart from the workspace: the upper layer of an overlay, or a copy. The overlay
 * is mounted in namespaces of the run, so the kernel removes it when the run ends. An open handle still reaches it then.
 */
import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, realpath, rm, stat, symlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

import { PortError } from '../../ports/port-error.ts';
import type { StagedTree, StagingMethod } from '../../ports/command-sandbox.ts';
import { isProcessRunning } from '../../lib/node/is-process-running.ts';
import { budgetError, type BudgetShare, type StagingBudget } from './staging-budget.ts';
import { copyWorkspace } from './copy-workspace.ts';
import { measureTree, type TreeSize } from './measure-tree.ts';

/** The names in the folder. Programs inside can read these words, so they are relative and do not name the host's paths. */
export const VIEW = 'view';
const [LOWER, UPPER, WORK] = ['lower', 'upper', 'work'];

export class StagingFolder implements StagedTree {
  readonly path: string;
  readonly method: StagingMethod;
  readonly beganAt: bigint;
  #view: FileHandle | undefined;
  /** With a copy of the workspace, which uses the disk too. */
  #size: TreeSize = { entries: 0, bytes: 0 };
  #before: TreeSize = { entries: 0, bytes: 0 };

  readonly #share: BudgetShare | undefined;

  private constructor(path: string, method: StagingMethod, beganAt: bigint, share: BudgetShare | undefined) {
    this.#share = share;
    this.path = path;
    this.method = method;
    this.beganAt = beganAt;
  }

  /** Creates the folder below `base`. A copy is made at once. */
  static async create(
    base: string,
    method: StagingMethod,
    workspace: string,
    budget?: StagingBudget,
  ): Promise<StagingFolder> {
    const share = budget?.open();
    try {
      return await StagingFolder.#make(base, method, workspace, share);
    } catch (error) {
      share?.release();
      throw error;
    }
  }

  static async #make(
    base: string,
    method: StagingMethod,
    workspace: string,
    share: BudgetShare | undefined,
  ): Promise<StagingFolder> {
    const path = join(base, `${process.pid}-${randomUUID()}`);
    for (const name of [UPPER, WORK, VIEW]) await mkdir(join(path, name), { recursive: true, mode: 0o700 });
    // Times are compared with those of files, so the same clock gives both.
    const { ctimeNs } = await stat(join(path, VIEW), { bigint: true });
    const folder = new StagingFolder(path, method, ctimeNs, share);
    try {
      await symlink(await realpath(workspace), join(path, LOWER));
      // The root of the view has the mode of the upper layer.
      await chmod(join(path, UPPER), (await stat(workspace)).mode & 0o777);
      if (method === 'copy') {
        await copyWorkspace(workspace, join(path, VIEW));
        folder.#before = await measureTree(join(path, VIEW));
        folder.#size = folder.#before;
        if (folder.isOverBudget()) throw budgetError();
        folder.#view = await openFolder(join(path, VIEW));
      }
    } catch (error) {
      await folder.close();
      throw error;
    }
    return folder;
  }

  get directory(): string {
    if (this.#view === undefined) throw new PortError('EXECUTION_ERROR', 'The run has not begun.');
    return `/proc/self/fd/${this.#view.fd}`;
  }

  get touched(): string | undefined {
    return this.method === 'overlay' ? join(this.path, UPPER) : undefined;
  }

  /** Opens the overlay through a process that is in its mount namespace. */
  async enter(pid: number): Promise<void> {
    if (this.method === 'copy') return;
    const view = await openFolder(`/proc/${pid}/root${join(this.path, VIEW)}`);
    await this.#view?.close();
    this.#view = view;
  }

  /** What the run has created or changed so far. */
  async measure(): Promise<TreeSize> {
    const { entries, bytes } = await measureTree(this.touched ?? join(this.path, VIEW));
    this.#size = { entries, bytes };
    return { entries: entries - this.#before.entries, bytes: bytes - this.#before.bytes };
  }

  /** Whether all runs in progress together have created more than they may, and this one has to end. */
  isOverBudget(): boolean {
    return this.#share?.isOver(this.#size) ?? false;
  }

  /** The size of a run that has ended does not change. */
  setRunning(isRunning: boolean): void {
    if (this.#share) this.#share.isRunning = isRunning;
  }

  /** Closes the view of a run that has ended, so that another run can use the same layers. */
  async detach(): Promise<void> {
    if (this.method === 'copy') return;
    await this.#view?.close();
    if (this.#view !== undefined) await this.#renewWork();
    this.#view = undefined;
  }

  /** The kernel marks the work folder of an overlay that was not synced, and refuses to mount it again. */
  async #renewWork(): Promise<void> {
    await removeFolder(join(this.path, WORK));
    await mkdir(join(this.path, WORK), { mode: 0o700 });
  }

  async close(): Promise<void> {
    await this.#view?.close();
    this.#view = undefined;
    try {
      await removeFolder(this.path);
    } finally {
      this.#share?.release();
    }
  }
}

const openFolder = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_DIRECTORY);

/** The kernel and programs of the run leave folders that their owner cannot enter. */
async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await openAll(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function openAll(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openAll(join(path, entry.name));
  }
}

/** Removes the folders of processes that have crashed. */
export async function sweepStaging(base: string): Promise<void> {
  for (const name of await readdir(base).catch((): string[] => [])) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (Number.isInteger(pid) && pid !== process.pid && !isProcessRunning(pid)) await removeFolder(join(base, name));
  }
}
