/** W5: install_package with the real npm and pip, from registries of our own, and from such as mean no good. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { FileChanges } from '../../../src/core/index.ts';
import { CodeRunner } from '../../support/worlds/code-runner.ts';
import { openPackageWorld, type PackageWorld } from '../../support/worlds/package-world.ts';
import { errorOf, valueOf } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 120_000 });

let world: PackageWorld;
beforeEach(async () => {
  world = await openPackageWorld();
  world.publish({ name: 'leaf', version: '1.0.0', license: 'MIT' }, { 'index.js': 'module.exports = "leaf 1.0.0";\n' });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  if (world.elsewhere.connections > 0) throw new Error('a place was reached that nobody may reach');
});

const leaf = { manager: 'npm', name: 'leaf' };
const has = (name: string): boolean => existsSync(join(world.root, name));
const preview = async (): Promise<string> => JSON.stringify((await world.waiting()).preview);
const json = (name: string): Record<string, unknown> => JSON.parse(world.file(name)) as Record<string, unknown>;
/** A program that leaves a mark in the workspace, and tries to leave one beside it and to reach the registry. */
const marking = (mark: string) =>
  `echo ran > /workspace/${mark}; echo ran > ${world.base}/${mark}; python3 -c "import urllib.request as u; u.urlopen('http://registry.example.com:${world.npm.port}/reached-by-${mark}')"; true`;

describe('npm', () => {
  test('W5, R4: asks always, shows exactly what would come, and then brings that', async () => {
    world.publish(
      {
        ...{ name: '@ex/tool', version: '2.1.0', license: 'ISC', deprecated: 'use \u202eanother' },
        ...{ dependencies: { leaf: '^1.0.0' }, bin: { tool: 'cli.js' }, scripts: { postinstall: 'node build.js' } },
      },
      { 'cli.js': '#!/usr/bin/env node\nconsole.log(require("leaf"));\n' },
    );
    world.put({ 'package.json': '{\n    "name": "mine"\n}\n' });
    const outcome = await world.call({ manager: 'npm', name: '@ex/tool', dev: true });
    expect(outcome).toMatchObject({ state: 'pending', decision: { effect: 'confirm' } });
    expect(readdirSync(world.root)).toEqual(['package.json']);

    const { preview: shown } = await world.waiting();
    expect(shown?.title).toBe('Install @ex/tool 2.1.0 by npm');
    const text = JSON.stringify(shown);
    for (const part of [
      ...[
        'version: 2.1.0',
        `registry: http://registry.example.com:${world.npm.port}/`,
        'licence: ISC',
        'proof: sha512-',
      ],
      ...[
        'published: 2026-01-02T03:04:05.000Z',
        'size: 1234 bytes in 2 files',
        'DEPRECATED: use ',
        'for development only',
      ],
      ...['which are NOT run', '@ex/tool@2.1.0 postinstall: node build.js', 'added: 2', 'leaf@1.0.0 (MIT)'],
      '+    \\"devDependencies\\"',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('\u202e');

    expect(valueOf(await world.approve())).toMatchObject({
      ...{ manager: 'npm', name: '@ex/tool', version: '2.1.0', skippedScripts: ['@ex/tool@2.1.0'], warnings: [] },
      brought: [
        { name: '@ex/tool', version: '2.1.0' },
        { name: 'leaf', version: '1.0.0' },
      ],
    });
    expect(world.file('package.json')).toBe(
      '{\n    "name": "mine",\n    "devDependencies": {\n        "@ex/tool": "2.1.0"\n    }\n}\n',
    );
    expect(execFileSync(join(world.root, 'node_modules/.bin/tool'), { encoding: 'utf8' })).toBe('leaf 1.0.0\n');
    expect(await world.call({ manager: 'npm', name: '@ex/tool', dev: true })).toMatchObject({ state: 'pending' });
  });

  test('W5: installs the named version, or else the latest, and returns what it replaces', async () => {
    world.publish({ name: 'leaf', version: '1.1.0' }, { 'index.js': '' });
    expect(valueOf(await world.install({ ...leaf, version: '1.0.0' }))).toMatchObject({ version: '1.0.0' });
    expect(json('package.json')).toEqual({ dependencies: { leaf: '1.0.0' } });
    expect(valueOf(await world.install(leaf))).toMatchObject({
      ...{ version: '1.1.0', brought: [{ name: 'leaf', version: '1.1.0', instead: '1.0.0' }] },
    });
    expect(json('node_modules/leaf/package.json')).toMatchObject({ version: '1.1.0' });
  });

  test('W5: in a folder of the workspace, what is there stays', async () => {
    world.publish({ name: 'other', version: '3.0.0' });
    world.put({ 'app/package.json': '{}' });
    await world.install({ ...leaf, path: 'app' });
    const outcome = await world.install({ manager: 'npm', name: 'other', path: 'app' });
    expect(valueOf(outcome)).toMatchObject({ brought: [{ name: 'other', version: '3.0.0' }] });
    expect(['leaf', 'other'].filter((name) => has(`app/node_modules/${name}`))).toEqual(['leaf', 'other']);
    expect(has('package.json')).toBe(false);
  });

  test('W5, R11: undo puts both files back and removes what came', async () => {
    world.publish(
      { name: 'other', version: '3.0.0', dependencies: { deep: '1' }, bin: { other: 'index.js' } },
      { 'index.js': '' },
    );
    world.publish({ name: 'deep', version: '1.0.0' });
    world.put({ 'package.json': '{}\n' });
    await world.install(leaf);
    const before = [world.file('package.json'), world.file('package-lock.json')];
    const { callId } = await world.install({ manager: 'npm', name: 'other' });
    expect(has('node_modules/deep')).toBe(true);
    expect(await world.deputize.undo(callId)).toMatchObject({ state: 'undone' });
    expect([world.file('package.json'), world.file('package-lock.json')]).toEqual(before);
    expect(readdirSync(join(world.root, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['leaf']);
    expect(has('node_modules/.bin')).toBe(false);
  });

  test('W5, R11: undo of the first package leaves nothing; of a file that changed since it does nothing', async () => {
    const { callId } = await world.install(leaf);
    const lock = world.file('package-lock.json');
    world.put({ 'package-lock.json': `${lock}\n` });
    await expect(world.deputize.undo(callId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(has('node_modules/leaf')).toBe(true);
    world.put({ 'package-lock.json': lock });
    await world.deputize.undo(callId);
    expect(readdirSync(world.root)).toEqual([]);
  });

  test('W5: install scripts run only when that was allowed and shown, in the sandbox and without network', async () => {
    const scripts = { preinstall: marking('pre'), postinstall: marking('post') };
    world.publish({ name: 'scripted', version: '1.0.0', scripts, dependencies: { inner: '1' } });
    world.publish({ name: 'inner', version: '1.0.0', scripts: { install: marking('inner') } });
    world.put({
      'package.json': JSON.stringify({ scripts: { postinstall: marking('root'), prepare: marking('root') } }),
    });
    const marks = ['pre', 'post', 'inner', 'root'];
    const args = { manager: 'npm', name: 'scripted' };
    expect(valueOf(await world.install(args))).toMatchObject({ skippedScripts: ['inner@1.0.0', 'scripted@1.0.0'] });
    expect(marks.filter(has)).toEqual([]);

    world.put({
      'package.json': JSON.stringify({ scripts: { postinstall: marking('root') } }),
      'package-lock.json': '{}',
    });
    await world.call({ ...args, allowScripts: true });
    const shown = await preview();
    expect(shown).toContain('WILL RUN in the sandbox');
    expect(shown).toContain('scripted@1.0.0 preinstall: echo ran');
    expect(shown).toContain('"inner@1.0.0"');
    expect(valueOf(await world.approve())).toMatchObject({ skippedScripts: [], warnings: [] });
    expect(marks.filter(has)).toEqual(['pre', 'post', 'inner']);
    expect(marks.filter((mark) => existsSync(join(world.base, mark)))).toEqual([]);
    expect(world.npm.requests.filter(({ url }) => url.includes('reached-by'))).toEqual([]);
  });

  test('W5, R26: what install scripts plant in protected paths is dropped and listed, and the rest is undone', async () => {
    const planted = ['.git/hooks/pre-commit', '.vscode/tasks.json', '.envrc', 'app/.mcp.json'];
    const plant = planted.map((path) => `mkdir -p $(dirname /workspace/${path}); echo evil > /workspace/${path}`);
    world.publish({ name: 'scripted', version: '1.0.0', scripts: { install: [...plant, marking('ran')].join('; ') } });
    world.put({ 'package.json': '{}\n', 'src/mine.txt': 'mine\n' });
    const outcome = await world.install({ manager: 'npm', name: 'scripted', allowScripts: true });
    expect(valueOf(outcome)).toMatchObject({ warnings: [] });
    expect(planted.filter(has)).toEqual([]);
    expect(has('ran')).toBe(true);
    const { changes } = outcome as { changes?: FileChanges };
    expect(changes?.dropped.map(({ path }) => path).toSorted()).toEqual([
      ...['.envrc', '.git', '.vscode/tasks.json', 'app/.mcp.json'],
    ]);
    expect(changes?.created).toContain('node_modules/scripted/package.json');
    expect(changes?.changed.map(({ path }) => path)).toContain('package.json');
    await world.deputize.undo(outcome.callId);
    expect(readdirSync(world.root).toSorted()).toEqual(['package.json', 'src']);
    expect(world.file('package.json')).toBe('{}\n');
  });

  test('W5: a script that fails is a warning, and the package is installed', async () => {
    world.publish({ name: 'scripted', version: '1.0.0', scripts: { install: 'echo oh no >&2; exit 3' } });
    const { warnings } = valueOf<{ warnings: string[] }>(
      await world.install({ manager: 'npm', name: 'scripted', allowScripts: true }),
    );
    expect(warnings).toEqual([expect.stringContaining('oh no')]);
    expect(has('node_modules/scripted/package.json')).toBe(true);
  });

  test('W5: an .npmrc of the workspace has no say', async () => {
    world.publish({ name: '@ex/tool', version: '1.0.0', scripts: { postinstall: marking('post') } });
    const evil = `http://elsewhere.example.net:${world.elsewhere.port}/`;
    world.put({
      'package.json': '{}',
      '.npmrc': [
        ...[`registry=${evil}`, `@ex:registry=${evil}`, `proxy=${evil}`, `https-proxy=${evil}`, 'noproxy=example.com'],
        ...['script-shell=/workspace/evil.sh', 'node-options=--require=/workspace/evil.js', 'git=/workspace/evil.sh'],
        ...['ignore-scripts=false', 'package-lock=false', 'dry-run=true', 'omit=dev', 'omit[]=prod', 'offline=true'],
        ...['global=true', 'location=global', 'prefix=/workspace/elsewhere', 'cache=/workspace/cache', 'save=false'],
        ...[
          'userconfig=/workspace/other',
          'install-strategy=linked',
          'replace-registry-host=always',
          'shell=/workspace/evil.sh',
        ],
        ...[
          'init-module=/workspace/evil.js',
          'onload-script=/workspace/evil.js',
          'workspaces=true',
          'before=2000-01-01',
        ],
      ].join('\n'),
      'evil.sh': '#!/bin/sh\necho ran > /workspace/evil-ran\n',
      'evil.js': 'require("fs").writeFileSync("/workspace/evil-ran", "");\n',
    });
    execFileSync('chmod', ['+x', join(world.root, 'evil.sh')]);
    const outcome = await world.install({ manager: 'npm', name: '@ex/tool', dev: true });
    expect(valueOf(outcome)).toMatchObject({ version: '1.0.0', skippedScripts: ['@ex/tool@1.0.0'] });
    expect(json('node_modules/@ex/tool/package.json')).toMatchObject({ version: '1.0.0' });
    expect(['evil-ran', 'post', 'elsewhere', 'cache'].filter(has)).toEqual([]);
    expect(json('package.json')).toEqual({ devDependencies: { '@ex/tool': '1.0.0' } });
  });

  test('W5: a folder of its name in node_modules is not taken for it', async () => {
    world.put({
      'package.json': '{}',
      'node_modules/leaf/package.json': '{"name": "leaf", "version": "1.0.0"}',
      'node_modules/leaf/index.js': 'module.exports = "planted";\n',
    });
    valueOf(await world.install(leaf));
    expect(world.file('node_modules/leaf/index.js')).toContain('leaf 1.0.0');
  });

  test('W5, R4: when the registry offers something else than was shown, nothing is done', async () => {
    world.publish({ name: 'top', version: '1.0.0', dependencies: { leaf: '^1.0.0' } });
    await world.call({ manager: 'npm', name: 'top' });
    world.publish({ name: 'leaf', version: '1.0.1' });
    expect(errorOf(await world.approve())).toMatchObject({ code: 'CONFLICT' });
    expect(readdirSync(world.root)).toEqual([]);
  });

  test('W5, R4: when package.json is another than was shown, nothing is done', async () => {
    world.put({ 'package.json': '{}' });
    await world.call(leaf);
    world.put({ 'package.json': '{"name": "changed"}' });
    expect(errorOf(await world.approve())).toMatchObject({ code: 'CONFLICT' });
    expect(json('package.json')).toEqual({ name: 'changed' });
    expect(has('node_modules')).toBe(false);
  });

  test('W5: a package that is not the one that was shown is refused, and both files are put back', async () => {
    world.put({ 'package.json': '{}\n' });
    const found = world.npmPackages.get('leaf')?.get('1.0.0');
    if (found === undefined) throw new Error('not published');
    world.publish({ name: 'swapped', version: '9.9.9' }, { 'index.js': 'swapped' });
    await world.call(leaf);
    const swapped = world.npmPackages.get('swapped')?.get('9.9.9')?.tarball;
    if (swapped !== undefined) found.sent = swapped;
    const error = errorOf(await world.approve());
    expect(error).toMatchObject({ code: 'CONFLICT', details: { stderr: expect.stringContaining('EINTEGRITY') } });
    expect(world.file('package.json')).toBe('{}\n');
    expect([has('package-lock.json'), has('node_modules/leaf')]).toEqual([false, false]);
  });

  test.each([
    ['an address', () => `http://elsewhere.example.net:${world.elsewhere.port}/x.tgz`],
    ['Git', () => `git+http://elsewhere.example.net:${world.elsewhere.port}/x.git`],
    ['a folder', () => 'file:../../../workspace/planted'],
  ])('W5: what needs a package from %s is refused', async (_, place) => {
    world.put({ 'planted/package.json': '{"name": "inner", "version": "1.0.0"}' });
    world.publish({ name: 'outer', version: '1.0.0', dependencies: { inner: place() } });
    expect(['BLOCKED', 'EXTERNAL_ERROR']).toContain(errorOf(await world.call({ manager: 'npm', name: 'outer' })).code);
    expect(has('package.json')).toBe(false);
  });

  test('W5: a registry that sends packages from another place, or gives no proof, is refused', async () => {
    const tarball = `http://elsewhere.example.net:${world.elsewhere.port}/leaf.tgz`;
    const integrity = `sha512-${'a'.repeat(86)}==`;
    world.publish({ name: 'outer', version: '1.0.0', dist: { tarball, integrity } });
    expect(errorOf(await world.call({ manager: 'npm', name: 'outer' })).code).toBe('BLOCKED');
    const here = `http://registry.example.com:${world.npm.port}/leaf/-/1.0.0.tgz`;
    world.publish({ name: 'unproven', version: '1.0.0', dist: { tarball: here } });
    expect(errorOf(await world.call({ manager: 'npm', name: 'unproven' })).code).toBe('EXTERNAL_ERROR');
    world.publish({ name: 'needs', version: '1.0.0', dependencies: { unproven: '1' } });
    expect(errorOf(await world.call({ manager: 'npm', name: 'needs' })).code).toBe('BLOCKED');
    world.publish({ name: 'spelled', version: `http://elsewhere.example.net:${world.elsewhere.port}/x.tgz` });
    world.npm.requests.length = 0;
    expect(errorOf(await world.call({ manager: 'npm', name: 'spelled' })).code).toBe('EXTERNAL_ERROR');
    expect(world.npm.requests.map(({ url }) => url)).toEqual(['/spelled/latest']);
  });

  test('W5: a missing package or path, or an unsupported project, is an error', async () => {
    expect(errorOf(await world.call({ manager: 'npm', name: 'no-such' })).code).toBe('NOT_FOUND');
    expect(errorOf(await world.call({ ...leaf, version: '7.7.7' })).code).toBe('NOT_FOUND');
    expect(errorOf(await world.call({ ...leaf, path: 'nowhere' })).code).toBe('FILE_NOT_FOUND');
    expect(errorOf(await world.call({ ...leaf, path: '../..' })).code).toBe('INVALID_PATH');
    world.put({ 'a/pnpm-lock.yaml': '', 'b/package.json': '{"workspaces": ["x"]}', 'c/package.json': '{' });
    world.put({ 'd/package.json': '{"dependencies": {"x": "file:../a"}}' });
    for (const path of ['a', 'b', 'c', 'd']) {
      expect(errorOf(await world.call({ ...leaf, path })).code).toBe('INVALID_ARGUMENTS');
    }
  });
});

test.each([
  ...['-g', '--registry=http://elsewhere.example.net', 'git+https://example.com/x.git', 'file:../x', 'npm:leaf@1.0.0'],
  ...['https://example.com/x.tgz', '../leaf', './leaf', 'leaf@1.0.0', 'leaf leaf', 'github:a/b', 'a/b', '@ex', '@ex/'],
  ...['leaf;x', 'leaf\n', 'Leaf/..', 'node_modules', '.leaf', 'leaf#x', 'leaf?x', '%2e%2e'],
])('W5: %j is not the name of a package', async (name) => {
  expect(errorOf(await world.call({ manager: 'npm', name })).code).toBe('INVALID_ARGUMENTS');
  if (name !== 'node_modules')
    expect(errorOf(await world.call({ manager: 'pip', name })).code).toBe('INVALID_ARGUMENTS');
  expect([...world.npm.requests, ...world.pip.requests]).toEqual([]);
});

test.each(['latest', '^1.0.0', '1', '1.x', '>=1.0.0', '1.0.0 --global', '-1', 'file:x', '1.0.0;x', '*', '1.0.0\n'])(
  'W5: %j is not one version',
  async (version) => {
    expect(errorOf(await world.call({ ...leaf, version })).code).toBe('INVALID_ARGUMENTS');
    if (version === '1') return;
    expect(errorOf(await world.call({ manager: 'pip', name: 'x', version })).code).toBe('INVALID_ARGUMENTS');
  },
);

describe('pip', () => {
  const alpha = { manager: 'pip', name: 'alpha' };
  const packages = (): string[] => {
    const [python = ''] = readdirSync(join(world.root, '.venv/lib'));
    return readdirSync(join(world.root, '.venv/lib', python, 'site-packages')).filter((name) =>
      /^(alpha|beta|gamma)$/.test(name),
    );
  };

  test('W5, R4, R11: shows, installs into .venv, and is undone', async () => {
    world.offerWheel('alpha', '1.2.0', { needs: ['beta>=1'], code: 'x = 1' });
    world.offerWheel('beta', '1.0.0');
    expect(await world.call(alpha)).toMatchObject({ state: 'pending', decision: { effect: 'confirm' } });
    expect(readdirSync(world.root)).toEqual([]);
    const shown = await preview();
    for (const part of [
      'Install alpha 1.2.0 by pip',
      'licence: Apache-2.0',
      'proof: sha256:',
      'beta 1.0.0',
      'only wheels',
    ]) {
      expect(shown).toContain(part);
    }
    const first = await world.approve();
    expect(valueOf(first)).toMatchObject({
      ...{ manager: 'pip', version: '1.2.0', brought: [{ name: 'alpha' }, { name: 'beta' }] },
    });
    expect(packages()).toEqual(['alpha', 'beta']);

    world.offerWheel('gamma', '2.0.0', { needs: ['beta'] });
    const second = await world.install({ manager: 'pip', name: 'gamma', version: '2.0.0' });
    expect(valueOf(second)).toMatchObject({ brought: [{ name: 'gamma', version: '2.0.0' }] });
    await world.deputize.undo(second.callId);
    expect(packages()).toEqual(['alpha', 'beta']);
    await world.deputize.undo(first.callId);
    expect(readdirSync(world.root)).toEqual([]);
  });

  test('W5: what would have to be built is not taken, and not run', async () => {
    const folder = join(world.base, 'sdist');
    mkdirSync(join(folder, 'alpha-1.0.0'), { recursive: true });
    writeFileSync(join(folder, 'alpha-1.0.0/setup.py'), 'open("/workspace/built", "w")\n');
    world.wheels.set('alpha-1.0.0.tar.gz', execFileSync('tar', ['-czf', '-', '-C', folder, 'alpha-1.0.0']));
    expect(errorOf(await world.call(alpha)).code).toBe('NOT_FOUND');
    expect(errorOf(await world.call({ ...alpha, allowScripts: true })).code).toBe('INVALID_ARGUMENTS');
    expect(has('built')).toBe(false);
  });

  test('W5: modules of the workspace are not taken for pip', async () => {
    const evil = 'open("/workspace/ran", "w"); raise SystemExit(0)\n';
    const names = ['pip.py', 'pip/__main__.py', 'venv.py', 'ensurepip.py', 'sitecustomize.py', 'json.py'];
    world.put(Object.fromEntries(names.map((name) => [name, evil])));
    world.offerWheel('alpha', '1.2.0');
    expect(valueOf(await world.install(alpha))).toMatchObject({ version: '1.2.0' });
    expect([packages(), has('ran')]).toEqual([['alpha'], false]);
  });

  test('W5: a pip.conf of the workspace has no say', async () => {
    const evil = `[global]\nindex-url = http://elsewhere.example.net:${world.elsewhere.port}/simple/\nextra-index-url = http://elsewhere.example.net:${world.elsewhere.port}/simple/\nno-binary = :all:\n[install]\ntarget = /workspace/planted\n`;
    execFileSync('/usr/bin/python3', ['-m', 'venv', join(world.root, '.venv')]);
    world.put({ 'pip.conf': evil, '.venv/pip.conf': evil, '.pip/pip.conf': evil });
    world.offerWheel('alpha', '1.2.0');
    expect(valueOf(await world.install(alpha))).toMatchObject({ version: '1.2.0' });
    expect([packages(), has('planted')]).toEqual([['alpha'], false]);
  });

  test('W5: a file that is not the one that was shown is refused', async () => {
    world.offerWheel('alpha', '1.2.0');
    await world.call(alpha);
    const shown = world.wheels.get('alpha-1.2.0-py3-none-any.whl');
    let downloads = 0;
    // Twice it is looked at again before it is installed.
    world.onDownload = () => {
      downloads += 1;
      if (downloads === 3) world.offerWheel('alpha', '1.2.0', { code: 'swapped = 1' });
      return undefined;
    };
    world.pip.requests.length = 0;
    expect(errorOf(await world.approve())).toMatchObject({ code: 'CONFLICT' });
    expect([downloads, world.wheels.get('alpha-1.2.0-py3-none-any.whl')?.equals(shown ?? Buffer.of())]).toEqual([
      3,
      false,
    ]);
    expect(readdirSync(world.root)).toEqual([]);
  });
});

test('W5: a registry that is not on the public internet is never asked', async () => {
  await using runner = await CodeRunner.open(
    `packages: { npm: { registry: 'https://127.0.0.1:${world.npm.port}' } }\n`,
  );
  expect(errorOf(await runner.call('install_package', leaf)).code).toBe('PRIVATE_ADDRESS');
  expect([world.npm.connections, world.npm.requests]).toEqual([0, []]);
});
