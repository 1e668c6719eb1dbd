/**
 * The Sandbox port on macOS, by sandbox-exec. macOS has no namespaces and no control groups. So total memory and processes
 * are not limited, and a process that leaves its group in time outlives the run, still confined.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type {
  SandboxLimits,
  SandboxResult,
  SandboxRun,
  SandboxSupport,
  StagedResult,
  StagedTree,
} from '../../ports/command-sandbox.ts';
import { runConfined } from './confined-process.ts';
import { sandboxUnavailableError } from './sandbox-error.ts';
import type { SandboxBackend } from './sandbox-backend.ts';
import { PipePool } from './pipe-pool.ts';
import { type RunFolders, seatbeltProfile } from './seatbelt-profile.ts';
import { StagingFolder, VIEW } from './staging-folder.ts';
import { setVariables, takeLimits } from './start-script.ts';

interface SeatbeltOptions {
  readonly workspace: string;
  readonly readOnlyPaths?: readonly string[];
  readonly limits: SandboxLimits;
}

const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

export class SeatbeltSandbox implements SandboxBackend {
  readonly #workspace: string;
  readonly #readOnlyPaths: readonly string[];
  readonly #limits: SandboxLimits;
  readonly #pipes = new PipePool();
  #hasWorked = false;

  constructor({ workspace, limits, readOnlyPaths = [] }: SeatbeltOptions) {
    this.#readOnlyPaths = readOnlyPaths;
    this.#workspace = realpathSync(workspace);
    this.#limits = limits;
  }

  async ready(): Promise<SandboxSupport> {
    const support = { staging: 'copy', reason: 'macOS has no overlay' } as const;
    if (this.#hasWorked) return support;
    if (!existsSync(SANDBOX_EXEC))
      throw sandboxUnavailableError(`${SANDBOX_EXEC} is missing`, 'Use a macOS that has it.');
    // A file that every user may read, and that the profile does not allow.
    const command = ['/bin/sh', '-c', 'cat /private/etc/hosts > /dev/null 2>&1 && echo open || echo closed'] as const;
    const { stdout, stderr } = await this.run({ command, timeoutMs: 20_000, signal: new AbortController().signal });
    if (stdout.trim() !== 'closed')
      throw sandboxUnavailableError('a first trial was not confined', 'The complaint says why.', stderr);
    this.#hasWorked = true;
    return support;
  }

  async runStaged(run: SandboxRun, onto?: StagedTree): Promise<StagedResult> {
    const folder = onto instanceof StagingFolder ? onto : await StagingFolder.create(tmpdir(), 'copy', this.#workspace);
    try {
      const result = await this.run(run, realpathSync(join(folder.path, VIEW)));
      if (result.endedBy === undefined) return { result, tree: folder };
      await folder.close();
      return { result, tree: undefined };
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  async run(run: SandboxRun, workspace = this.#workspace): Promise<SandboxResult> {
    if (run.network && run.network.length > 0) {
      throw new PortError('NOT_AVAILABLE', 'On macOS code has no network in the sandbox. Leave sandbox.network out.');
    }
    const limits = { ...this.#limits, ...run.limits };
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'run-')));
    const places: RunFolders = {
      workspace,
      readOnlyPaths: this.#readOnlyPaths,
      code: join(base, 'code'),
      temporary: join(base, 'tmp'),
    };
    const nowhere = openSync('/dev/null', 'r+');
    try {
      this.#lay(places, run, limits);
      const { signal: _, ...result } = await runConfined(
        {
          program: SANDBOX_EXEC,
          args: [
            ...[
              '-p',
              seatbeltProfile(places, run.readOnly),
              '/bin/sh',
              join(places.code, 'start'),
              resolveFolder(places, run.cwd ?? ''),
            ],
            ...run.command.map((word) => realPlace(word, places)),
          ],
          pipes: this.#pipes,
          descriptors: [],
          blinded: { descriptors: [], by: nowhere },
          // Only the process group holds a run together.
          ownGroup: true,
          onStatus: () => undefined,
          exceeded: () => undefined,
          kill: (child) => killGroup(child.pid),
          isEmpty: () => false,
          gone: async () => undefined,
        },
        run,
        limits,
      );
      return result;
    } finally {
      closeSync(nowhere);
      if (existsSync(places.code)) chmodSync(places.code, 0o700);
      rmSync(base, { recursive: true, force: true });
    }
  }

  close(): void {
    this.#pipes.close();
  }

  #lay(places: RunFolders, { files = {}, env = {} }: SandboxRun, limits: SandboxLimits): void {
    mkdirSync(places.code);
    mkdirSync(places.temporary);
    const own = { HOME: places.temporary, TMPDIR: places.temporary };
    const variables = Object.entries({ ...own, ...env }).map(([name, value]) => [name, realPlace(value, places)]);
    const start = `exec 3>&-\ncd "$1" && shift || exit 126\n${takeLimits(limits, '')}${setVariables(Object.fromEntries(variables))}`;
    for (const [name, content] of Object.entries({ ...files, start })) {
      if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) {
        throw new PortError('INVALID_ARGUMENTS', `"${name}" is not a plain file name.`);
      }
      writeFileSync(join(places.code, name), content, { mode: 0o400 });
    }
    chmodSync(places.code, 0o500);
  }
}

/** A run has no separate file tree, so paths of the sandbox are replaced by the real ones. */
function realPlace(word: string, { workspace, code }: RunFolders): string {
  for (const [place, real] of [
    ['/workspace', workspace],
    ['/code', code],
  ] as const) {
    if (word === place || word.startsWith(`${place}/`)) return real + word.slice(place.length);
  }
  return word;
}

function resolveFolder({ workspace }: RunFolders, cwd: string): string {
  const folder = normalize(join(workspace, cwd));
  if (`${folder}/`.startsWith(`${workspace}/`)) return folder;
  throw new PortError('INVALID_PATH', `"${cwd}" leads outside the workspace.`, { path: cwd });
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
