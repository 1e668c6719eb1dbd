/** A workspace with a real repository, a canary that sings when anything of it is run, and a runtime with the Git tools. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openWorkspaceGit, type WorkspaceGitOptions } from '../../../src/connectors/git/workspace-git.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import type { Outcome } from '../../../src/core/index.ts';
import { workspace as preset } from '../../../src/presets/workspace/preset.ts';

export interface GitWorld extends AsyncDisposable {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
  readonly deputize: Deputize;
  /** Plain git, as a careless program would run it. Its output; a failure is part of it. */
  git(...args: string[]): string;
  put(files: Record<string, string>): Promise<void>;
  call(tool: string, args?: object): Promise<Outcome>;
  /** Makes the call; where a person is asked, the person approves. */
  approved(tool: string, args?: object): Promise<Outcome>;
  /** A command line that makes the canary sing, wherever it is run. */
  readonly payload: string;
  /** Whether it sang since it was asked last. */
  sang(): boolean;
}

/** Nothing of the machine's own Git settings. */
const plainEnvironment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};

export interface GitWorldOptions extends Pick<WorkspaceGitOptions, 'author' | 'bubblewrap'> {
  /** What may be pushed to, by the folder outside. */
  readonly push?: (outside: string) => readonly string[];
}

export async function openGitWorld({ push, ...options }: GitWorldOptions = {}): Promise<GitWorld> {
  const base = await mkdtemp(join(tmpdir(), 'git-world-'));
  const [root, outside] = [join(base, 'work'), join(base, 'outside')];
  await Promise.all([mkdir(root), mkdir(outside)]);
  // A pipe can be written to even where the files around it cannot be changed.
  const pipe = join(root, '.canary');
  execFileSync('mkfifo', [pipe]);
  const listening = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);

  const files = await openDiskFiles({ root, objects: await openDiskObjects(join(base, 'objects')), sweep: false });
  const git = openWorkspaceGit({ files, directory: files.directory, push: push?.(outside) ?? [], ...options });
  const deputize = await createDeputize({
    data: join(base, 'data'),
    presets: [preset],
    capabilities: () => ({ files, git }),
    log: () => undefined,
  });
  const world: GitWorld = {
    ...{ base, root, outside, deputize },
    git: (...args) => runGit(root, args),
    put: async (contents) => {
      for (const [name, content] of Object.entries(contents)) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await writeFile(join(root, name), content);
      }
    },
    call: async (tool, args = {}) => (await deputize.call(tool, args)).outcome,
    approved: async (tool, args = {}) => {
      const outcome = await world.call(tool, args);
      if (outcome.state !== 'pending') return outcome;
      return (await deputize.approvals.decide(outcome.approval.id, { decision: 'approve' })).outcome;
    },
    payload: `for p in /workspace ${root}; do if [ -p $p/.canary ]; then echo sang > $p/.canary; fi; done; echo ran > ${outside}/ran; true`,
    sang: () => {
      const bytes = Buffer.alloc(4_096);
      try {
        return readSync(listening, bytes) > 0;
      } catch {
        return false;
      }
    },
    [Symbol.asyncDispose]: async () => {
      closeSync(listening);
      await deputize.close();
      await files.close();
      await rm(base, { recursive: true, force: true });
    },
  };
  world.git('init', '-q', '-b', 'main');
  world.git('config', 'user.name', 'Ann Example');
  world.git('config', 'user.email', 'ann@example.com');
  await world.put({ '.git/info/exclude': '.canary\n', 'a.txt': 'one\n' });
  world.git('add', 'a.txt');
  world.git('commit', '-q', '-m', 'first');
  return world;
}

export function runGit(cwd: string, args: readonly string[], env: Record<string, string> = {}): string {
  try {
    return execFileSync('git', args, {
      ...{ cwd, env: { ...plainEnvironment, ...env } },
      // Some traps make plain git wait for ever; by then they have sprung.
      ...{ encoding: 'utf8', stdio: 'pipe', timeout: 20_000, killSignal: 'SIGKILL' },
    });
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}
