/** The Sandbox port on Linux, by bubblewrap: separate namespaces, no capabilities, a seccomp filter, limits. */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type {
  SandboxLimits,
  SandboxResult,
  SandboxRun,
  SandboxSupport,
  StagedResult,
  StagedTree,
} from '../../ports/command-sandbox.ts';
import { launchBubblewrap, PYTHON, type PreparedSandbox } from './bubblewrap-launch.ts';
import { layoutArguments } from './bubblewrap-layout.ts';
import { ControlGroup } from './cgroup.ts';
import { groupsOfRoot } from './groups-of-root.ts';
import { sandboxError, missingBubblewrapError } from './sandbox-error.ts';
import { HeldFile } from './held-file.ts';
import { ownEtc } from './own-system.ts';
import type { SandboxBackend } from './sandbox-backend.ts';
import { PipePool } from './pipe-pool.ts';
import { probe } from './probe.ts';
import { seccompFilter } from './seccomp.ts';
import type { SandboxProxy, AddressResolver } from './proxy.ts';
import type { StagingBudget } from './staging-budget.ts';
import { StagingFolder, sweepStaging, VIEW } from './staging-folder.ts';
import { StagingWatch } from './staging-watch.ts';
import { strayDescriptors } from './stray-descriptors.ts';

export interface BubblewrapOptions {
  /** The folder that is `/workspace` inside. */
  readonly workspace: string;
  /** Paths below the workspace that no run changes, with `/` between names and without links. */
  readonly readOnlyPaths?: readonly string[];
  /** A folder of ours, for the few files that every run needs. */
  readonly folder: string;
  readonly limits: SandboxLimits;
  /** Control groups that we may divide. Without any, the totals of a run are polled instead. Root has some. */
  readonly cgroups?: readonly string[];
  /** Hosts that every run may reach. */
  readonly network?: readonly string[];
  /** Called when the first run needs a network. Without it, no run has a network. */
  readonly reach?: () => Promise<AddressResolver>;
  /** What all runs in progress may create together. */
  readonly budget?: StagingBudget;
  /** The path of bubblewrap, if it is not in a usual place. */
  readonly program?: string;
}

const INSTALLED = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'];

export class BubblewrapSandbox implements SandboxBackend {
  readonly #options: BubblewrapOptions;
  #prepared: PreparedSandbox | undefined;
  #probed: Promise<SandboxSupport> | undefined;

  constructor(options: BubblewrapOptions) {
    this.#options = options;
  }

  async ready(): Promise<SandboxSupport> {
    this.#probed ??= this.#probe();
    try {
      return await this.#probed;
    } catch (error) {
      // An administrator may fix the cause while this process runs.
      this.#probed = undefined;
      throw error;
    }
  }

  async run(run: SandboxRun): Promise<SandboxResult> {
    if (run.readOnly !== true || (await this.ready()).staging === 'copy') return this.#run(run, undefined);
    // Without an own view, the host's path of the workspace could be read inside.
    const { result, tree } = await this.runStaged(run);
    await tree?.close();
    return result;
  }

  async runStaged(run: SandboxRun, onto?: StagedTree): Promise<StagedResult> {
    const { staging } = await this.ready();
    const folder = onto instanceof StagingFolder ? onto : await this.#stage(staging);
    try {
      const result = await this.#run(run, folder);
      if (result.endedBy === undefined) return { result, tree: folder };
      await folder.close();
      return { result, tree: undefined };
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  close(): void {
    const prepared = this.#prepared;
    if (prepared === undefined) return;
    this.#prepared = undefined;
    const { layouts, closed, open, etc, pipes, blinded } = prepared;
    for (const part of [...Object.values(layouts), closed, open, ...etc, pipes]) part.close();
    closeSync(blinded.by);
  }

  /** Tries the overlay, which needs the kernel's permission. Without it, the workspace is copied. */
  async #probe(): Promise<SandboxSupport> {
    const base = this.#stagingBase();
    await sweepStaging(base);
    const { limits } = this.#options;
    const runIn = async (run: SandboxRun): Promise<SandboxResult> => {
      const folder = await this.#stage('overlay');
      try {
        return await this.#run(run, folder);
      } finally {
        await folder.close();
      }
    };
    try {
      await probe({ run: runIn }, limits);
      return { staging: 'overlay' };
    } catch (error) {
      await probe({ run: (run) => this.#run(run, undefined) }, limits);
      return { staging: 'copy', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #stage(method: SandboxSupport['staging']): Promise<StagingFolder> {
    return StagingFolder.create(this.#stagingBase(), method, this.#options.workspace, this.#options.budget);
  }

  #stagingBase(): string {
    return join(this.#options.folder, 'runs');
  }

  async #run(run: SandboxRun, staging: StagingFolder | undefined): Promise<SandboxResult> {
    const limits = { ...this.#options.limits, ...run.limits };
    const prepared = (this.#prepared ??= this.#prepare());
    const proxy = run.network && run.network.length > 0 ? await this.#openProxy(run.network) : undefined;
    const watch = staging && new StagingWatch(staging, limits);
    let group: ControlGroup | undefined;
    try {
      if (prepared.groups.length > 0) group = new ControlGroup(prepared.groups, limits);
      const around = { group, proxy, staging, stagingLimit: () => watch?.reached };
      const { signal, hasRun, ...result } = await launchBubblewrap(prepared, run, limits, around);
      const endedBy = result.endedBy ?? group?.reached() ?? (hasRun ? await watch?.end() : undefined);
      if (endedBy !== undefined) return { ...result, endedBy };
      if (!hasRun) throw sandboxError(result.stderr, signal);
      return result;
    } finally {
      watch?.stop();
      proxy?.close();
      await group?.remove();
    }
  }

  async #openProxy(hosts: readonly string[]): Promise<SandboxProxy> {
    const { reach } = this.#options;
    if (reach === undefined) throw new PortError('NOT_AVAILABLE', 'This sandbox was set up without a network.');
    if (!existsSync(PYTHON)) throw new PortError('NOT_AVAILABLE', `A network needs ${PYTHON}. apt-get install python3`);
    const { openProxy } = await import('./proxy.ts');
    return openProxy(hosts, await reach());
  }

  #prepare(): PreparedSandbox {
    const {
      program = INSTALLED.find((path) => existsSync(path)),
      workspace,
      readOnlyPaths = [],
      folder,
      limits,
      cgroups = [],
    } = this.#options;
    if (program === undefined) throw missingBubblewrapError();
    const processor = process.arch;
    if (processor !== 'x64' && processor !== 'arm64') {
      throw new PortError('NOT_AVAILABLE', `Code can be confined on x64 and arm64 only; this machine is ${processor}.`);
    }
    const layout = (source: string, readOnly: boolean): HeldFile => {
      const words = layoutArguments(source, limits, readOnly).map((word) => `${word}\0`);
      return new HeldFile(folder, Buffer.from(words.join('')));
    };
    const real = realpathSync(workspace);
    const closed = seccompFilter({ processor, unixSockets: false });
    return {
      program,
      workspace: real,
      readOnlyPaths,
      layouts: {
        direct: layout(real, false),
        sealed: layout(real, true),
        staged: layout(VIEW, false),
        stagedSealed: layout(VIEW, true),
      },
      closed: new HeldFile(folder, closed),
      etc: Object.values(ownEtc).map((content) => new HeldFile(folder, Buffer.from(content))),
      open: new HeldFile(folder, seccompFilter({ processor, unixSockets: true })),
      strict: closed.toString('hex'),
      pipes: new PipePool(),
      groups: cgroups.length > 0 ? cgroups : groupsOfRoot(limits),
      blinded: { descriptors: strayDescriptors(), by: openSync('/dev/null', 'r+') },
    };
  }
}
