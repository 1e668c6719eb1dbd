/** The Sandbox port on Linux, by bubblewrap: separate namespaces, no capabilities, a seccomp filter, limits. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';

import { PortError } from '../../ports/port-error.ts';
import type { SandboxLimits, SandboxResult, SandboxRun } from '../../ports/command-sandbox.ts';
import { buildArguments, CODE, layoutArguments } from './bubblewrap-layout.ts';
import { BubblewrapStatus } from './bubblewrap-status.ts';
import { ControlGroup } from './cgroup.ts';
import { groupsOfRoot } from './groups-of-root.ts';
import { type ConfinedResult, runConfined } from './confined-process.ts';
import { sandboxError, missingBubblewrapError } from './sandbox-error.ts';
import { HeldFile } from './held-file.ts';
import type { SandboxBackend } from './sandbox-backend.ts';
import { PipePool } from './pipe-pool.ts';
import { probe } from './probe.ts';
import { seccompFilter } from './seccomp.ts';
import type { SandboxProxy, AddressResolver } from './proxy.ts';
import { PROXY_SOCKET, proxyVariables, RELAY } from './relay.ts';
import { setVariables, takeLimits } from './start-script.ts';
import { strayDescriptors } from './stray-descriptors.ts';
import { exceeded } from './watch.ts';

export interface BubblewrapOptions {
  /** The folder that is `/workspace` inside. */
  readonly workspace: string;
  /** A folder of ours, for the few files that every run needs. */
  readonly folder: string;
  readonly limits: SandboxLimits;
  /** Control groups that we may divide. Without any, the totals of a run are polled instead. Root has some. */
  readonly cgroups?: readonly string[];
  /** Hosts that every run may reach. */
  readonly network?: readonly string[];
  /** Called when the first run needs a network. Without it, no run has a network. */
  readonly reach?: () => Promise<AddressResolver>;
  /** The path of bubblewrap, if it is not in a usual place. */
  readonly program?: string;
}

const INSTALLED = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'];
/** How often a kill is tried before bubblewrap itself is killed. It has not even made a namespace then. */
const PATIENCE = 50;
const FIRST_FILE = 6;
const PYTHON = '/usr/bin/python3';

interface Prepared {
  readonly program: string;
  /** Files that bubblewrap reads: the layout, and the system calls that are refused. */
  readonly layout: HeldFile;
  /** The same layout with a read-only workspace. */
  readonly sealed: HeldFile;
  readonly closed: HeldFile;
  /** The filter that allows the relay its socket, and the stricter one that the relay applies afterwards. */
  readonly open: HeldFile;
  readonly strict: string;
  readonly pipes: PipePool;
  readonly groups: readonly string[];
  readonly blinded: { readonly descriptors: readonly number[]; readonly by: number };
}

export class BubblewrapSandbox implements SandboxBackend {
  readonly #options: BubblewrapOptions;
  #prepared: Prepared | undefined;
  #probed: Promise<void> | undefined;

  constructor(options: BubblewrapOptions) {
    this.#options = options;
  }

  async ready(): Promise<void> {
    this.#probed ??= probe(this, this.#options.limits);
    try {
      await this.#probed;
    } catch (error) {
      // An administrator may fix the cause while this process runs.
      this.#probed = undefined;
      throw error;
    }
  }

  async run(run: SandboxRun): Promise<SandboxResult> {
    const limits = { ...this.#options.limits, ...run.limits };
    const prepared = (this.#prepared ??= this.#prepare());
    const proxy = run.network && run.network.length > 0 ? await this.#openProxy(run.network) : undefined;
    let group: ControlGroup | undefined;
    try {
      if (prepared.groups.length > 0) group = new ControlGroup(prepared.groups, limits);
      const { signal, hasRun, ...result } = await launch(prepared, run, limits, group, proxy);
      const endedBy = result.endedBy ?? group?.reached();
      if (endedBy !== undefined) return { ...result, endedBy };
      if (!hasRun) throw sandboxError(result.stderr, signal);
      return result;
    } finally {
      proxy?.close();
      await group?.remove();
    }
  }

  close(): void {
    const prepared = this.#prepared;
    if (prepared === undefined) return;
    this.#prepared = undefined;
    for (const part of [prepared.layout, prepared.sealed, prepared.closed, prepared.open, prepared.pipes]) part.close();
    closeSync(prepared.blinded.by);
  }

  async #openProxy(hosts: readonly string[]): Promise<SandboxProxy> {
    const { reach } = this.#options;
    if (reach === undefined) throw new PortError('NOT_AVAILABLE', 'This sandbox was set up without a network.');
    if (!existsSync(PYTHON)) throw new PortError('NOT_AVAILABLE', `A network needs ${PYTHON}. apt-get install python3`);
    const { openProxy } = await import('./proxy.ts');
    return openProxy(hosts, await reach());
  }

  #prepare(): Prepared {
    const {
      program = INSTALLED.find((path) => existsSync(path)),
      workspace,
      folder,
      limits,
      cgroups = [],
    } = this.#options;
    if (program === undefined) throw missingBubblewrapError();
    const processor = process.arch;
    if (processor !== 'x64' && processor !== 'arm64') {
      throw new PortError('NOT_AVAILABLE', `Code can be confined on x64 and arm64 only; this machine is ${processor}.`);
    }
    const layout = (readOnly: boolean): HeldFile => {
      const words = layoutArguments(workspace, folder, limits, readOnly).map((word) => `${word}\0`);
      return new HeldFile(folder, Buffer.from(words.join('')));
    };
    const closed = seccompFilter({ processor, unixSockets: false });
    return {
      program,
      layout: layout(false),
      sealed: layout(true),
      closed: new HeldFile(folder, closed),
      open: new HeldFile(folder, seccompFilter({ processor, unixSockets: true })),
      strict: closed.toString('hex'),
      pipes: new PipePool(),
      groups: cgroups.length > 0 ? cgroups : groupsOfRoot(limits),
      blinded: { descriptors: strayDescriptors(), by: openSync('/dev/null', 'r+') },
    };
  }
}

async function launch(
  prepared: Prepared,
  run: SandboxRun,
  limits: SandboxLimits,
  group: ControlGroup | undefined,
  proxy: SandboxProxy | undefined,
): Promise<ConfinedResult & { hasRun: boolean }> {
  const status = new BubblewrapStatus();
  const files = { ...run.files, ...startFiles(run, limits, proxy && prepared.strict) };
  const names = Object.keys(files);
  const gate = group ? FIRST_FILE + names.length : undefined;
  const layout = run.readOnly === true ? prepared.sealed : prepared.layout;
  const opened = [layout, proxy ? prepared.open : prepared.closed].map((file) => file.open());
  const enter = (child: ChildProcess): void => {
    if (gate === undefined || status.init === undefined) return;
    group?.add(status.init);
    (child.stdio[gate] as Writable | undefined)?.end('!');
  };
  let attempts = 0;
  try {
    const ended = await runConfined(
      {
        ...prepared,
        args: buildArguments(
          { ...run, command: ['/bin/sh', `${CODE}/start`, ...run.command] },
          { layout: 4, filter: 5, files: names, firstFile: FIRST_FILE, gate },
          proxy && { socket: proxy.path, at: PROXY_SOCKET },
        ),
        descriptors: [...opened, ...Object.values(files), ...(gate === undefined ? [] : [null])],
        onStatus: (text, child) => {
          const isNew = status.init === undefined;
          status.take(text);
          if (isNew) enter(child);
        },
        exceeded: (child) => exceeded(child.pid, status.init, limits),
        kill: (child) => {
          attempts += 1;
          if (!status.killInit(child.pid) && attempts > PATIENCE) child.kill('SIGKILL');
        },
        isEmpty: () => status.isEmpty(),
        gone: () => status.gone(),
      },
      run,
      limits,
    );
    return { ...ended, hasRun: status.hasRun };
  } catch (error) {
    throw error instanceof Error && Reflect.get(error, 'syscall') !== undefined ? sandboxError('', null, error) : error;
  } finally {
    opened.forEach((descriptor) => closeSync(descriptor));
  }
}

/** The scripts that run before the command. With a network, the relay runs too, and must not receive the variables either. */
function startFiles(
  { env = {} }: SandboxRun,
  limits: SandboxLimits,
  strict: string | undefined,
): Record<string, string> {
  if (strict === undefined) return { start: takeLimits(limits, '') + setVariables(env) };
  return {
    start: takeLimits(limits, `${PYTHON} -I -S ${CODE}/relay.py /bin/sh ${CODE}/enter`),
    'relay.py': RELAY,
    filter: strict,
    enter: setVariables({ ...proxyVariables, ...env }),
  };
}
