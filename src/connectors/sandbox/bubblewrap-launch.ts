/** Starts bubblewrap for one run: with its layout, its filter, its files, and the overlay around it. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

import type { SandboxLimit, SandboxLimits, SandboxRun } from '../../ports/command-sandbox.ts';
import { buildArguments, CODE } from './bubblewrap-layout.ts';
import { BubblewrapStatus } from './bubblewrap-status.ts';
import type { ControlGroup } from './cgroup.ts';
import { type ConfinedResult, runConfined } from './confined-process.ts';
import type { HeldFile } from './held-file.ts';
import { wrapInOverlay } from './overlay.ts';
import type { PipePool } from './pipe-pool.ts';
import type { SandboxProxy } from './proxy.ts';
import { PROXY_SOCKET, proxyVariables, RELAY } from './relay.ts';
import { sandboxError } from './sandbox-error.ts';
import { type StagingFolder, VIEW } from './staging-folder.ts';
import { setVariables, takeLimits } from './start-script.ts';
import { exceeded } from './watch.ts';

/** How often a kill is tried before bubblewrap itself is killed. It has not even made a namespace then. */
const PATIENCE = 50;
const [LAYOUT, FILTER, FIRST_ETC] = [4, 5, 6];
export const PYTHON = '/usr/bin/python3';

/** What all runs of a sandbox share. */
export interface PreparedSandbox {
  readonly program: string;
  readonly workspace: string;
  /** Paths below the workspace that no run changes. */
  readonly readOnlyPaths: readonly string[];
  /** Files that bubblewrap reads: the layouts, and the system calls that are refused. */
  readonly layouts: Readonly<Record<'direct' | 'sealed' | 'staged' | 'stagedSealed', HeldFile>>;
  readonly closed: HeldFile;
  /** The contents of `ownEtc`. */
  readonly etc: readonly HeldFile[];
  /** The filter that allows the relay its socket, and the stricter one that the relay applies afterwards. */
  readonly open: HeldFile;
  readonly strict: string;
  readonly pipes: PipePool;
  readonly groups: readonly string[];
  readonly blinded: { readonly descriptors: readonly number[]; readonly by: number };
}

/** What surrounds one run. */
export interface LaunchContext {
  readonly group: ControlGroup | undefined;
  readonly proxy: SandboxProxy | undefined;
  readonly staging: StagingFolder | undefined;
  /** The limit that the created files have reached. */
  readonly stagingLimit: () => SandboxLimit | undefined;
}

export async function launchBubblewrap(
  prepared: PreparedSandbox,
  run: SandboxRun,
  limits: SandboxLimits,
  { group, proxy, staging, stagingLimit }: LaunchContext,
): Promise<ConfinedResult & { hasRun: boolean }> {
  const status = new BubblewrapStatus();
  const files = { ...run.files, ...startFiles(run, limits, proxy && prepared.strict) };
  const names = Object.keys(files);
  const held = [chooseLayout(prepared, run, staging), proxy ? prepared.open : prepared.closed, ...prepared.etc];
  const firstFile = LAYOUT + held.length;
  const gate = firstFile + names.length;
  const opened = held.map((file) => file.open());
  let entering: Promise<void> | undefined;
  const enter = async (child: ChildProcess): Promise<void> => {
    if (status.init === undefined) return;
    group?.add(status.init);
    await staging?.enter(child.pid ?? 0);
    (child.stdio[gate] as Writable | undefined)?.end('!');
  };
  let attempts = 0;
  try {
    await staging?.detach();
    const args = buildArguments(
      { ...run, command: ['/bin/sh', `${CODE}/start`, ...run.command] },
      { layout: LAYOUT, filter: FILTER, firstEtc: FIRST_ETC, files: names, firstFile, gate },
      proxy && { socket: proxy.path, at: PROXY_SOCKET },
      { from: staging ? VIEW : prepared.workspace, paths: listReadOnly(prepared, staging !== undefined) },
    );
    const [program, words] =
      staging?.method === 'overlay' ? wrapInOverlay([prepared.program, ...args]) : [prepared.program, args];
    const ended = await runConfined(
      {
        ...prepared,
        ...{ program, args: words, cwd: staging?.path },
        descriptors: [...opened, ...Object.values(files), null],
        onStatus: (text, child) => {
          status.take(text);
          if (status.init === undefined || entering !== undefined) return;
          entering = enter(child);
          // Reported when the run has ended.
          entering.catch(() => child.kill('SIGKILL'));
        },
        exceeded: (child) => stagingLimit() ?? exceeded(child.pid, status.init, limits),
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
    await entering;
    return { ...ended, hasRun: status.hasRun };
  } catch (error) {
    throw error instanceof Error && Reflect.get(error, 'syscall') !== undefined ? sandboxError('', null, error) : error;
  } finally {
    opened.forEach((descriptor) => closeSync(descriptor));
  }
}

function chooseLayout(
  { layouts }: PreparedSandbox,
  { readOnly = false }: SandboxRun,
  staging: StagingFolder | undefined,
): HeldFile {
  if (staging) return readOnly ? layouts.stagedSealed : layouts.staged;
  return readOnly ? layouts.sealed : layouts.direct;
}

/**
 * The programs that Deputize itself runs and, in a staged run, the repository of the workspace. Other repositories, further
 * below, are protected when changes are applied.
 */
function listReadOnly({ workspace, readOnlyPaths }: PreparedSandbox, isStaged: boolean): string[] {
  return [...readOnlyPaths, ...(isStaged ? ['.git'] : [])].filter((path) => {
    const found = lstatSync(join(workspace, path), { throwIfNoEntry: false });
    return found?.isDirectory() === true || found?.isFile() === true;
  });
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
