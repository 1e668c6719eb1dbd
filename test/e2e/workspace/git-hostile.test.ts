/** Whatever a repository brings along, the Git tools run nothing of it and read nothing beside the workspace. */
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Outcome } from '../../../src/core/index.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';
import { openGitWorld, runGit, type GitWorld } from '../../support/worlds/git-world.ts';
import { errorOf } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 120_000 });

let world: GitWorld;
beforeEach(async () => {
  world = await openGitWorld({ push: (outside) => [`file://${outside}/up.git`] });
  runGit(world.outside, ['init', '-q', '--bare', 'up.git']);
  world.git('remote', 'add', 'origin', `file://${world.outside}/up.git`);
  await world.put({ 'b.foo': 'foo\n' });
  world.git('add', 'b.foo');
  world.git('commit', '-q', '-m', 'second');
  await world.put({ 'b.foo': 'foo changed\n', 'a.txt': 'changed\n', 'new.foo': 'new\n' });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

const sings = () => {
  const ran = existsSync(join(world.outside, 'ran'));
  return world.sang() || ran;
};

/** Every tool, each in the ways that could set something off. Their outcomes, whatever they are. */
async function useEverything(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [tool, args] of [
    ['git_status', {}],
    ['git_diff', { from: 'HEAD' }],
    ['git_log', {}],
    ['git_commit', { message: 'named', all: true, paths: ['.'] }],
    ['git_push', {}],
  ] as const) {
    const outcome = await world.approved(tool, args);
    outcomes.push(outcome);
    if (outcome.state === 'reported') await world.deputize.undo(outcome.callId);
  }
  return outcomes;
}

async function script(path: string): Promise<void> {
  await world.put({ [path]: `#!/bin/sh\n${world.payload}\n` });
  await chmod(join(world.root, path), 0o755);
}
const shell = () => `sh -c '${world.payload}' x`;
const config = (key: string, value = shell()) => void world.git('config', '--add', key, value);
const attributes = (line: string) => world.put({ '.gitattributes': `${line}\n` });

interface Plant {
  readonly name: string;
  readonly plant: () => unknown;
  /** What plain git would have to be asked for the trap to spring. */
  readonly spring: readonly string[];
  readonly env?: () => Record<string, string>;
}

const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'reference-transaction', 'post-index-change'],
  ...['pre-push', 'pre-auto-gc', 'post-rewrite', 'post-checkout', 'fsmonitor-watchman'],
];

const plants: readonly Plant[] = [
  { name: 'core.fsmonitor', plant: () => config('core.fsmonitor'), spring: ['status'] },
  {
    name: 'hooks in the repository',
    plant: async () => {
      for (const hook of HOOKS) await script(`.git/hooks/${hook}`);
    },
    spring: ['commit', '-a', '-m', 'x'],
  },
  {
    name: 'core.hooksPath',
    plant: async () => {
      for (const hook of HOOKS) await script(`hooks/${hook}`);
      config('core.hooksPath', 'hooks');
    },
    spring: ['commit', '-a', '-m', 'x'],
  },
  {
    name: 'the hook before a push',
    plant: () => script('.git/hooks/pre-push'),
    spring: ['push', 'origin', 'main'],
  },
  { name: 'diff.external', plant: () => config('diff.external'), spring: ['diff'] },
  {
    name: 'a diff driver',
    plant: async () => {
      await attributes('*.foo diff=evil');
      config('diff.evil.command');
    },
    spring: ['diff'],
  },
  {
    name: 'textconv',
    plant: async () => {
      await attributes('*.foo diff=evil');
      config('diff.evil.textconv');
    },
    spring: ['diff'],
  },
  {
    name: 'textconv by attributes of the repository',
    plant: async () => {
      await world.put({ '.git/info/attributes': '*.foo diff=evil\n' });
      config('diff.evil.textconv');
    },
    spring: ['diff'],
  },
  {
    name: 'a clean filter',
    plant: async () => {
      await attributes('*.foo filter=evil');
      config('filter.evil.clean', `${shell()}; cat`);
      config('filter.evil.required', 'true');
    },
    spring: ['add', '.'],
  },
  {
    name: 'a filter process',
    plant: async () => {
      await attributes('*.foo filter=evil');
      config('filter.evil.process');
    },
    spring: ['add', '.'],
  },
  {
    name: 'a smudge filter',
    plant: async () => {
      await attributes('*.foo filter=evil');
      config('filter.evil.smudge');
    },
    spring: ['checkout', 'b.foo'],
  },
  {
    name: 'include.path',
    plant: async () => {
      await world.put({ 'evil.config': `[core]\n\tfsmonitor = "${shell()}"\n` });
      config('include.path', '../evil.config');
    },
    spring: ['status'],
  },
  {
    name: 'includeIf',
    plant: async () => {
      await world.put({ 'evil.config': `[core]\n\tfsmonitor = "${shell()}"\n` });
      config('includeIf.gitdir:**.path', '../evil.config');
      config('includeIf.onbranch:**.path', '../evil.config');
    },
    spring: ['status'],
  },
  {
    name: 'config.worktree',
    plant: async () => {
      config('extensions.worktreeConfig', 'true');
      await world.put({ '.git/config.worktree': `[core]\n\tfsmonitor = "${shell()}"\n` });
    },
    spring: ['status'],
  },
  { name: 'core.editor', plant: () => config('core.editor'), spring: ['commit', '-a'] },
  {
    name: 'gpg.program',
    plant: async () => {
      await script('gpg');
      config('gpg.program', join(world.root, 'gpg'));
      config('commit.gpgSign', 'true');
    },
    spring: ['commit', '-a', '-m', 'x'],
  },
  {
    name: 'a signature to be verified',
    plant: async () => {
      await script('gpg');
      config('gpg.program', join(world.root, 'gpg'));
      config('log.showSignature', 'true');
      const signed = world
        .git('cat-file', 'commit', 'HEAD')
        .replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n');
      await world.put({ '.git/signed': signed });
      world.git('update-ref', 'HEAD', world.git('hash-object', '-t', 'commit', '-w', '.git/signed').trim());
    },
    spring: ['log'],
  },
  {
    name: 'a program to receive the push',
    plant: () => config('remote.origin.receivepack'),
    spring: ['push', 'origin', 'main'],
  },
  {
    name: 'a remote that is a command',
    plant: async () => {
      await script('evil');
      config('protocol.ext.allow', 'always');
      world.git('config', 'remote.origin.url', `ext::${world.root}/evil`);
    },
    spring: ['push', 'origin', 'main'],
  },
  {
    name: 'insteadOf',
    plant: async () => {
      await script('evil');
      config('protocol.ext.allow', 'always');
      config(`url.ext::${world.root}/evil .insteadOf`, 'file:');
    },
    spring: ['push', 'origin', 'main'],
  },
  {
    name: 'core.sshCommand',
    plant: () => {
      config('core.sshCommand');
      world.git('config', 'remote.origin.url', 'ssh://git@127.0.0.1:9/x.git');
    },
    spring: ['push', 'origin', 'main'],
  },
  {
    name: 'a submodule with settings of its own',
    plant: () => {
      runGit(world.root, ['init', '-q', 'module']);
      const inside = join(world.root, 'module');
      const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
      runGit(inside, [...who, 'commit', '-q', '--allow-empty', '-m', 'x']);
      world.git('add', 'module');
      world.git('commit', '-q', '-m', 'module');
      runGit(inside, ['config', 'core.fsmonitor', shell()]);
    },
    spring: ['status'],
  },
  {
    name: 'a shared folder of settings',
    plant: async () => {
      await world.put({
        '.git/commondir': '../evil\n',
        'evil/config': `[core]\n\tfsmonitor = "${shell()}"\n`,
        'evil/HEAD': 'ref: refs/heads/main\n',
      });
      await mkdir(join(world.root, 'evil/refs'));
      await symlink('../.git/objects', join(world.root, 'evil/objects'));
    },
    spring: ['status'],
  },
  {
    name: 'GIT_EXTERNAL_DIFF in the environment',
    plant: () => script('evil'),
    env: () => ({ GIT_EXTERNAL_DIFF: join(world.root, 'evil') }),
    spring: ['diff'],
  },
  {
    name: 'settings in the environment',
    plant: () => undefined,
    env: () => ({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: shell() }),
    spring: ['status'],
  },
  {
    name: 'a Git directory in the environment',
    plant: () => {
      runGit(world.outside, ['init', '-q', 'evil']);
      runGit(join(world.outside, 'evil'), ['config', 'core.fsmonitor', shell()]);
    },
    env: () => ({ GIT_DIR: join(world.outside, 'evil/.git'), GIT_WORK_TREE: world.root }),
    spring: ['status'],
  },
  {
    name: 'a push with a command for SSH in the environment',
    plant: () => world.git('config', 'remote.origin.url', 'ssh://git@127.0.0.1:9/x.git'),
    env: () => ({ GIT_SSH_COMMAND: shell() }),
    spring: ['push', 'origin', 'main'],
  },
];

/** `npm test` tries every third trap by itself. */
const STEP = pickByTier({ sample: 3, full: 1, soak: 1 });

describe('W5: nothing of the repository is run', () => {
  test.each(plants.filter((_, at) => at % STEP === 0))('$name', async ({ plant, spring, env }) => {
    await plant();
    sings();
    // The trap is real: plain git steps into it.
    runGit(world.root, ['add', 'a.txt']);
    runGit(world.root, spring, env?.());
    expect(sings(), 'plain git sets it off').toBe(true);
    await rm(join(world.outside, 'ran'), { force: true });
    world.git('-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'reset', '-q');
    await world.put({ 'b.foo': 'foo changed again\n', 'a.txt': 'changed again\n' });
    world.sang();
    await rm(join(world.outside, 'ran'), { force: true });

    for (const [name, value] of Object.entries(env?.() ?? {})) vi.stubEnv(name, value);
    const outcomes = await useEverything();
    expect(sings(), 'the tools do not').toBe(false);
    expect(outcomes.some(({ state }) => state === 'ok')).toBe(true);
  });

  test('all of them at once, with settings that only some version of git knows', async () => {
    for (const key of [
      // A pager is only started at a terminal, so plain git would not step into that trap here either.
      ...[
        'core.pager',
        'pager.log',
        'pager.diff',
        'pager.status',
        'core.askPass',
        'core.gitProxy',
        'core.alternateRefsCommand',
        'credential.helper',
        'sequence.editor',
      ],
      ...[
        'interactive.diffFilter',
        'uploadpack.packObjectsHook',
        'merge.evil.driver',
        'mergetool.evil.cmd',
        'difftool.evil.cmd',
      ],
      ...['trailer.x.command', 'trailer.x.cmd', 'alias.status', 'alias.diff', 'gpg.ssh.program', 'gpg.x509.program'],
      ...[
        'gpg.ssh.defaultKeyCommand',
        'remote.origin.uploadpack',
        'remote.origin.vcs',
        'submodule.x.update',
        'web.browser',
      ],
      ...['browser.evil.cmd', 'man.evil.cmd', 'sendemail.sendmailCmd', 'hook.evil.command', 'blame.ignoreRevsFile'],
    ]) {
      config(key, key === 'alias.status' ? `!${shell()}` : shell());
    }
    config('hook.evil.event', 'pre-commit');
    config('core.fsmonitor');
    config('diff.external');
    await useEverything();
    expect(sings()).toBe(false);
  });
});

describe('W5: nothing beside the workspace is read', () => {
  const SECRET = 'the-secret-of-another-repository';
  let secret: string;
  let hash: string;
  beforeEach(async () => {
    secret = join(world.outside, 'secret');
    runGit(world.outside, ['init', '-q', '-b', 'main', 'secret']);
    await writeFile(join(secret, 'secret.txt'), `${SECRET}\n`);
    runGit(secret, ['add', '.']);
    runGit(secret, ['-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-q', '-m', SECRET]);
    hash = runGit(secret, ['rev-parse', 'HEAD']).trim();
  });

  async function expectNoLeak(): Promise<void> {
    const outcomes = await useEverything();
    outcomes.push(await world.call('git_log', { from: hash }), await world.call('git_diff', { from: hash }));
    outcomes.push(await world.call('git_log', { from: 'secret-branch' }));
    expect(JSON.stringify(outcomes)).not.toContain(SECRET);
    expect(JSON.stringify(outcomes)).not.toContain('secret.txt');
  }
  const own = (...names: string[]) => join(world.root, '.git', ...names);

  test('by alternates', async () => {
    await world.put({ '.git/objects/info/alternates': `${secret}/.git/objects\n` });
    expect(world.git('log', '--format=%s', '-1', hash)).toContain(SECRET);
    await expectNoLeak();
  });

  test('by alternates in the environment', async () => {
    vi.stubEnv('GIT_ALTERNATE_OBJECT_DIRECTORIES', `${secret}/.git/objects`);
    vi.stubEnv('GIT_OBJECT_DIRECTORY', `${secret}/.git/objects`);
    await expectNoLeak();
  });

  test.each(['objects', 'refs', 'packed-refs', 'index', 'logs', 'info', 'config', 'HEAD'])(
    'by a link at %s',
    async (name) => {
      runGit(secret, ['branch', 'secret-branch']);
      runGit(secret, ['pack-refs', '--all']);
      await rm(own(name), { recursive: true, force: true });
      await symlink(join(secret, '.git', name), own(name));
      await expectNoLeak();
    },
  );

  test('by a link to a single object or pack', async () => {
    runGit(secret, ['gc', '-q']);
    await symlink(join(secret, '.git/objects/pack'), own('objects/pack-of-theirs'));
    await rm(own('objects/pack'), { recursive: true, force: true });
    await symlink(join(secret, '.git/objects/pack'), own('objects/pack'));
    await expectNoLeak();
  });

  test('by a file or a link in place of the Git directory', async () => {
    await rename(own(), join(world.root, 'away'));
    await writeFile(own(), `gitdir: ${secret}/.git\n`);
    expect(world.git('log', '--format=%s')).toContain(SECRET);
    expect(errorOf(await world.call('git_log')).code).toBe('NOT_AVAILABLE');
    await expectNoLeak();
    await rm(own());
    await symlink(join(secret, '.git'), own());
    expect(errorOf(await world.call('git_log')).code).toBe('NOT_AVAILABLE');
    await expectNoLeak();
  });

  test('by core.worktree', async () => {
    world.git('config', 'core.worktree', secret);
    expect(world.git('status', '--porcelain')).toContain('secret.txt');
    await expectNoLeak();
  });

  test('by links in the working tree', async () => {
    await symlink(secret, join(world.root, 'link'));
    await symlink(join(secret, 'secret.txt'), join(world.root, 'linked.txt'));
    const outcome = await world.call('git_commit', { message: 'links', paths: ['link', 'linked.txt'] });
    expect(outcome.state).toBe('reported');
    expect(world.git('show', 'HEAD:linked.txt')).toBe(join(secret, 'secret.txt'));
    expect(errorOf(await world.call('git_commit', { message: 'x', paths: ['link/secret.txt'] })).code).toBe(
      'EXTERNAL_ERROR',
    );
  });

  test('by what a repository includes or ignores by', async () => {
    config('include.path', join(secret, '.git/config'));
    config('core.excludesFile', join(secret, 'secret.txt'));
    config('core.attributesFile', join(secret, 'secret.txt'));
    config('commit.template', join(secret, 'secret.txt'));
    await expectNoLeak();
  });
});

describe('W5: a broken repository', () => {
  test.each([
    ['a branch that leads out', 'HEAD', 'ref: refs/heads/../../../outside\n'],
    ['a branch that is an option', 'HEAD', 'ref: refs/heads/--help\n'],
    ['a head outside the branches', 'HEAD', 'ref: refs/remotes/origin/main\n'],
    ['no head', 'HEAD', ''],
    ['settings that cannot be read', 'config', '[core\n'],
    [
      'an extension that nobody knows',
      'config',
      '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tevil = true\n',
    ],
    ['a lazy remote', 'config', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n'],
    ['a broken stage', 'index', 'garbage'],
  ])('is refused: %s', async (_, file, content) => {
    await world.put({ [`.git/${file}`]: content });
    const { code } = errorOf(await world.call('git_status'));
    expect(['NOT_AVAILABLE', 'EXTERNAL_ERROR']).toContain(code);
    expect(sings()).toBe(false);
  });

  test('names of files cannot pass for anything else', async () => {
    const names = ['--help', '-x', '$(touch x)', 'a\tb', 'line\nbreak', '"quoted"', ':(glob)**', ' space '];
    await world.put(Object.fromEntries(names.map((name) => [`odd/${name}`, 'x\n'])));
    const outcome = await world.call('git_commit', { message: 'odd', paths: ['odd'] });
    if (outcome.state !== 'reported') throw new Error(JSON.stringify(outcome));
    const { files } = outcome.value as { files: { path: string }[] };
    expect(files.map(({ path }) => path).toSorted()).toEqual(names.map((name) => `odd/${name}`).toSorted());
  });

  test('nothing of ours stays behind in it', async () => {
    const before = await readFile(join(world.root, '.git/config'), 'utf8');
    await useEverything();
    expect(await readFile(join(world.root, '.git/config'), 'utf8')).toBe(before);
    expect(world.git('fsck', '--no-dangling')).not.toMatch(/error|missing/);
  });
});
