/** W3: code cannot see or change anything of the host, for any workspace content and any arguments. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner, SMALL_LIMITS } from '../../support/worlds/code-runner.ts';

const SECRET = `canary-${process.pid}-not-to-be-seen`;
vi.setConfig({ testTimeout: 90_000 });
let runner: CodeRunner;
beforeAll(async () => {
  process.env['DEPUTIZE_TEST_SECRET'] = SECRET;
  runner = await CodeRunner.open();
  writeFileSync(join(runner.base, 'outside.txt'), SECRET);
});
afterAll(async () => {
  delete process.env['DEPUTIZE_TEST_SECRET'];
  await runner[Symbol.asyncDispose]();
});

describe('files of the host', () => {
  test.each([
    '/etc/shadow',
    '/etc/sudoers',
    '/etc/ssh',
    '/root',
    '/home',
    '/var',
    '/run',
    '/sys',
    '/boot',
    '/mnt',
    '/opt',
    '/srv',
  ])('W3: %s is not there', async (path) => {
    const { stdout } = await runner.bash(`ls -d ${path} 2>&1; cat ${path} 2>&1 | head -c 200`);
    expect(stdout).toContain('No such file or directory');
  });

  test.each(['data', 'data/deputize.yaml', 'data/deputize.db', 'data/keys/signing.json', 'outside.txt', ''])(
    'W3: the runtime’s own "%s" is not there, to be read or to be made',
    async (name) => {
      const path = join(runner.base, name);
      const before = existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, 'latin1').length : undefined;
      const { stdout } = await runner.bash(`cat "$1" 2>&1; echo owned > "$1"; ls -d "$1" 2>&1`, { args: [path] });
      expect(stdout).toContain('No such file or directory');
      expect(stdout).not.toContain(SECRET);
      if (before !== undefined) expect(readFileSync(path, 'latin1').length).toBeGreaterThanOrEqual(before);
    },
  );

  test('W3: the host’s users are not named', async () => {
    const { stdout } = await runner.bash('cat /etc/passwd /etc/group; id; whoami; echo ~');
    expect(stdout).toContain('user:x:1000:1000');
    expect(stdout.split('\n').length).toBeLessThan(12);
    if (userInfo().username !== 'root' && userInfo().username !== 'user')
      expect(stdout).not.toContain(userInfo().username);
  });

  test('W3: no handle of ours is open inside', async () => {
    const { stdout } = await runner.python(
      'import os\nprint(sorted(os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd") if int(n) > 2 and os.path.exists(f"/proc/self/fd/{n}")))',
    );
    expect(stdout.replaceAll("'/dev/null'", '').replaceAll(/[,\s]/g, '')).toMatch(/^\['?(\/proc\/\d+\/fd'?)?\]$/);
  });

  test('W3: the root cannot be left by a handle that is kept from before', async () => {
    const code = `
import os
root = os.open("/", os.O_RDONLY)
for _ in range(20): os.chdir("..")
print(sorted(os.listdir("."))), print(sorted(os.listdir(root)) == sorted(os.listdir("/proc/1/root")) if os.access("/proc/1/root", os.R_OK) else True)`;
    const { stdout } = await runner.python(code);
    expect(stdout).toContain("'workspace'");
    expect(stdout).not.toContain("'root'");
  });
});

describe('the environment', () => {
  test('W3: the host’s environment does not come along', async () => {
    const { stdout } = await runner.bash(
      'env; for p in /proc/[0-9]*; do tr "\\0" "\\n" < $p/environ 2>/dev/null; done; tr "\\0" " " < /proc/1/cmdline',
    );
    expect(stdout).not.toContain(SECRET);
    expect(stdout).not.toContain('DEPUTIZE');
    expect(stdout).not.toContain(runner.base);
  });

  test('W3: exactly the usual few variables are there', async () => {
    const { stdout } = await runner.bash('env | cut -d= -f1 | sort | tr "\\n" " "');
    expect(
      stdout
        .trim()
        .split(' ')
        .filter((name) => !['_', 'SHLVL', 'OLDPWD'].includes(name)),
    ).toEqual(['HOME', 'LANG', 'LOGNAME', 'PATH', 'PWD', 'TERM', 'TMPDIR', 'USER']);
  });

  test('W3: values reach the program as they are', async () => {
    const env = { QUOTE: `it's "$(id)" \`id\` \\`, LINES: 'a\nb\n', EMPTY: '', UNI: 'Grüße 🎈', PATH: '/nowhere' };
    const { stdout } = await runner.python('import json, os; print(json.dumps(dict(os.environ)))', { env });
    expect(JSON.parse(stdout)).toMatchObject(env);
  });

  test('W3: a secret variable is not on a command line that others could read', async () => {
    const running = runner.bash('sleep 0.5', { env: { TOKEN: `${SECRET}-2` } });
    await expect.poll(() => readdirSync('/proc').some((pid) => told(pid).includes('/code/start'))).toBe(true);
    expect(readdirSync('/proc').filter((pid) => told(pid).includes(`${SECRET}-2`))).toEqual([]);
    await running;
  });

  test.each([
    ['LD_PRELOAD', '/workspace/evil.so'],
    ['LD_LIBRARY_PATH', '/workspace'],
    ['LD_AUDIT', '/workspace/evil.so'],
    ['BASH_ENV', '/workspace/evil.sh'],
    ['ENV', '/workspace/evil.sh'],
    ['PYTHONSTARTUP', '/workspace/evil.py'],
    ['PYTHONPATH', '/workspace/evil'],
    ['PERL5OPT', '-Mevil'],
    ['NODE_OPTIONS', '--require=/workspace/evil.js'],
    ['GLIBC_TUNABLES', 'glibc.malloc.check=3'],
    ['IFS', 'x'],
    ['PS4', '$(touch /workspace/owned)'],
    ['SHELLCHECK', '() { :; }; touch /workspace/owned'],
  ])('W3: %s acts inside only, and not before the limits hold', async (name, value) => {
    writeFileSync(join(runner.workspace, 'evil.sh'), 'echo sourced\n');
    const { stdout } = await runner.bash(
      'ulimit -Hc; ulimit -Hf; grep Seccomp: /proc/self/status; tr "\\0" " " < /proc/1/cmdline',
      {
        env: { [name]: value },
      },
    );
    expect(stdout).toMatch(/^(sourced\n)?0\n16384\nSeccomp:\t2\n/);
    expect(stdout).not.toContain('evil');
  });

  test.runIf(existsSync('/usr/bin/cc'))(
    'W3: a library that is loaded first is loaded into the program, with the limits on',
    async () => {
      const built = await runner.bash(
        'cc -shared -fPIC -o evil.so -x c - <<< "#include <stdio.h>\n#include <sys/resource.h>\n__attribute__((constructor)) void f(void){struct rlimit l; getrlimit(RLIMIT_CORE,&l); FILE*o=fopen(\\"/workspace/loaded\\",\\"a\\"); fprintf(o,\\"%ld\\\\n\\",(long)l.rlim_max); fclose(o);}" && echo built',
      );
      expect(built).toMatchObject({ stdout: 'built\n' });
      await runner.python('print(1)', { env: { LD_PRELOAD: '/workspace/evil.so' } });
      expect(new Set(runner.file('loaded').trim().split('\n'))).toEqual(new Set(['0']));
    },
  );
});

describe('arguments that are wrong', () => {
  test.each([
    ['a NUL in the code', { code: 'print(1)\0' }],
    ['a NUL in an argument', { args: ['a\0b'] }],
    ['a NUL in a variable', { env: { A: 'x\0y' } }],
    ['an empty name', { env: { '': 'x' } }],
    ['a name with =', { env: { 'A=B': 'x' } }],
    ['a name with a blank', { env: { 'A B': 'x' } }],
    ['a name that is code', { env: { 'A;touch${IFS}owned;B': 'x' } }],
    ['a name that the shell owns', { env: { UID: '0' } }],
    ['a negative time', { timeout: -1 }],
    ['no time', { timeout: 0 }],
    ['too much time', { timeout: 1e9 }],
    ['a time that is none', { timeout: 'long' }],
    ['very many arguments', { args: Array.from({ length: 5_000 }, String) }],
    ['very long arguments', { args: Array.from({ length: 10 }, () => 'x'.repeat(29_000)) }],
    ['another language', { language: 'perl' }],
    ['an unknown property', { cwd: '/' }],
    ['an argument that is no text', { args: [7] }],
  ])('W3, R2: %s is refused before anything runs', async (_, wrong) => {
    const outcome = await runner.call('run_code', { language: 'bash', code: 'touch owned', ...wrong });
    if (!('error' in outcome)) throw new Error(JSON.stringify(outcome));
    expect(['INVALID_ARGUMENTS', 'TOO_LARGE']).toContain(outcome.error.code);
    expect(existsSync(join(runner.workspace, 'owned'))).toBe(false);
  });

  test('W3: a program of a megabyte runs', async () => {
    const code = `${'# a line of comment\n'.repeat(52_000)}print("end", len(open(__file__).read()))`;
    expect((await runner.python(code)).stdout).toBe(`end ${code.length}\n`);
  });

  test('W3: arguments that look like options and shell reach the program as they are', async () => {
    const args = [
      '--',
      '-c',
      '--bind',
      '/',
      '/',
      '$(id)',
      '`id`',
      "'; touch owned; '",
      '',
      ' ',
      'a\nb',
      '*',
      'ü🎈',
      '-',
    ];
    const { stdout } = await runner.python('import sys, json; print(json.dumps(sys.argv[1:]))', { args });
    expect(JSON.parse(stdout)).toEqual(args);
  });

  test('W3: there is nothing to read', async () => {
    expect(await runner.python('import sys; print(repr(sys.stdin.read()))')).toMatchObject({ stdout: "''\n" });
  });
});

describe('what is planted in the workspace', () => {
  test('W1, W3: a link that leads out leads nowhere for code, and file tools refuse it', async () => {
    symlinkSync(join(runner.base, 'outside.txt'), join(runner.workspace, 'host-link'));
    symlinkSync('/', join(runner.workspace, 'host-root'));
    const { stdout } = await runner.bash(
      `cat host-link 2>&1; cat host-root${runner.base}/outside.txt 2>&1; ln -s ${runner.base}/outside.txt made; ln -s /etc made-etc; ln -s .. made-up; echo x > made`,
    );
    expect(stdout).not.toContain(SECRET);
    for (const path of ['made', 'host-link', 'made-etc/hostname', `made-up/outside.txt`, 'host-root/etc/passwd']) {
      for (const [tool, args] of [
        ['read_file', { path }],
        ['write_file', { path, content: 'owned' }],
      ] as const) {
        const outcome = await runner.call(tool, args);
        if (!('error' in outcome)) throw new Error(`${tool} ${path}: ${JSON.stringify(outcome)}`);
        expect(['INVALID_PATH', 'NOT_A_FILE', 'NOT_A_DIRECTORY']).toContain(outcome.error.code);
      }
    }
  });

  test('W3: nothing outside can be linked into it', async () => {
    const { stdout } = await runner.bash(
      'ln /etc/passwd hard 2>&1; ln /code/main.sh hard2 2>&1; ln /usr/bin/id hard3 2>&1',
    );
    expect(stdout.match(/Invalid cross-device link|Operation not permitted|Read-only/g)).toHaveLength(3);
  });

  test('W3: a hard link that the host made is the one thing that does lead out', async () => {
    linkSync(join(runner.base, 'outside.txt'), join(runner.workspace, 'host-hard'));
    expect((await runner.bash('cat host-hard')).stdout).toBe(SECRET);
  });

  test('W3: a FIFO does not hang the file tools', async () => {
    // Code cannot leave one behind: special files are not applied.
    execFileSync('mkfifo', [join(runner.workspace, 'pipe')]);
    for (const [tool, args] of [
      ['read_file', { path: 'pipe' }],
      ['write_file', { path: 'pipe', content: 'x' }],
    ] as const) {
      expect(await runner.call(tool, args)).toMatchObject({ error: { code: 'NOT_A_FILE' } });
    }
  });

  test('W3: a program that is called like one of the system’s is not taken for it', async () => {
    await runner.bash(
      'for p in sh bash python3 bwrap env; do printf "#!/bin/sh\\necho owned > /workspace/taken" > $p; chmod +x $p; done',
    );
    await runner.python('print(1)', { env: { PATH: '/workspace:/usr/bin' } });
    expect(existsSync(join(runner.workspace, 'taken'))).toBe(false);
  });

  test('W3: names that are not UTF-8 and deep folders are no trouble', async () => {
    const { exitCode } = await runner.python(
      'import os\nopen(b"\\xff\\xfe", "w").close()\nfor _ in range(200):\n  os.mkdir("d"); os.chdir("d")',
    );
    expect(exitCode).toBe(0);
    expect(await runner.call('list_directory', { path: '.' })).toHaveProperty('state');
    expect(await runner.bash('rm -rf /workspace/d $(printf "\\xff\\xfe")')).toMatchObject({ exitCode: 0 });
  });
});

test.each([' with  blanks ', 'new\nline', `qu"o'te`, '--bind', '-rf', '$(id)', 'ünï-🎈', '%s%n', ';touch owned', '*'])(
  'W3: a workspace that is called %j works as any other',
  async (name) => {
    await using odd = await CodeRunner.open(SMALL_LIMITS, name);
    expect(basename(odd.workspace)).toBe(name);
    expect(await odd.bash('pwd; echo kept > kept.txt; ls')).toMatchObject({
      stdout: '/workspace\nkept.txt\n',
      exitCode: 0,
    });
    expect(odd.file('kept.txt')).toBe('kept\n');
    expect(readdirSync(odd.base).toSorted()).toEqual(['data', name].toSorted());
  },
);

test('W3: the list of mounts names no folder of the workspace or of the data', async () => {
  const { stdout, exitCode } = await runner.bash('cat /proc/self/mountinfo /proc/self/mounts /proc/self/mountstats');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(' /workspace ');
  expect(stdout).not.toContain(basename(runner.base));
});

test('W3: a link as the workspace is the folder it leads to', async () => {
  mkdirSync(join(runner.base, 'real'));
  expect(homedir()).not.toBe(tmpdir());
  symlinkSync(join(runner.base, 'real'), join(runner.base, 'alias'));
  const { openSandbox } = await import('../../../src/connectors/sandbox/open-sandbox.ts');
  const MB = 1024 * 1024;
  const limits = {
    memoryBytes: 99 * MB,
    processes: 20,
    cpuSeconds: 5,
    writtenBytes: MB,
    temporaryBytes: MB,
    outputBytes: MB,
    createdFiles: 100_000,
  };
  const sandbox = openSandbox({ workspace: join(runner.base, 'alias'), folder: join(runner.base, 'own'), limits });
  const { signal } = new AbortController();
  await sandbox.run({ command: ['/bin/sh', '-c', 'echo yes > here'], timeoutMs: 9_000, signal });
  await sandbox.close();
  expect(readFileSync(join(runner.base, 'real', 'here'), 'utf8')).toBe('yes\n');
});

test('W3: after all that, what lies outside is as it was', () => {
  expect(readFileSync(join(runner.base, 'outside.txt'), 'utf8')).toBe(SECRET);
  expect(existsSync(join(runner.workspace, 'owned'))).toBe(false);
});

function told(pid: string): string {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1') : '';
  } catch {
    return '';
  }
}
