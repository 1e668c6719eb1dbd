/** Registries on loopback with packages made for a test, a workspace, and a runtime that may install from them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { protectedPaths } from '../../../src/app/config/protected-paths.ts';
import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { openSandbox } from '../../../src/connectors/sandbox/open-sandbox.ts';
import { openNodeWeb } from '../../../src/connectors/web/node-web.ts';
import { createProtectedPaths } from '../../../src/lib/protected-path.ts';
import type { ApprovalView, Outcome } from '../../../src/core/index.ts';
import { workspace as preset } from '../../../src/presets/workspace/preset.ts';
import { type Site, startSite } from './web-world.ts';

const MB = 1024 * 1024;
const limits = {
  ...{ memoryBytes: 1024 * MB, processes: 128, cpuSeconds: 120 },
  ...{ writtenBytes: 256 * MB, temporaryBytes: 128 * MB, outputBytes: 24_000, createdFiles: 100_000 },
};

interface NpmVersion {
  readonly manifest: Record<string, unknown>;
  tarball: Buffer;
  /** Sent instead of what was published. */
  sent?: Buffer;
}

export interface PackageWorld extends AsyncDisposable {
  readonly base: string;
  readonly root: string;
  readonly deputize: Deputize;
  /** The requests to the registries, and to a third server that must not be reached. */
  readonly npm: Site;
  readonly pip: Site;
  readonly elsewhere: Site;
  readonly npmPackages: Map<string, Map<string, NpmVersion>>;
  /** Packs a package and offers it. */
  publish(manifest: Record<string, unknown> & { name: string; version: string }, files?: Record<string, string>): void;
  /** Makes a wheel and offers it. */
  offerWheel(name: string, version: string, options?: { needs?: readonly string[]; code?: string }): void;
  readonly wheels: Map<string, Buffer>;
  /** Asked before a file of the index is sent; what it answers is sent instead. */
  onDownload: ((name: string) => Buffer | undefined) | undefined;
  put(files: Record<string, string>): void;
  file(name: string): string;
  call(args: object): Promise<Outcome>;
  /** What the person sees of a call that waits. */
  waiting(): Promise<ApprovalView>;
  approve(): Promise<Outcome>;
  /** Makes the call, and approves it. */
  install(args: object): Promise<Outcome>;
}

export async function openPackageWorld(): Promise<PackageWorld> {
  const base = mkdtempSync(join(tmpdir(), 'packages-'));
  const root = join(base, 'work');
  mkdirSync(root);
  const npmPackages: PackageWorld['npmPackages'] = new Map();
  const wheels = new Map<string, Buffer>();
  const npm = await startSite((request, response) => answerNpm(npmPackages, npm.port, request.url ?? '', response));
  const pip = await startSite((request, response) => answerPip(wheels, world.onDownload, request.url ?? '', response));
  const elsewhere = await startSite((_, response) => response.end('{}'));
  const registry = `http://registry.example.com:${npm.port}/`;
  const index = `http://index.example.com:${pip.port}/simple/`;
  const known = new Map([
    ['registry.example.com', npm.port],
    ['index.example.com', pip.port],
    ['elsewhere.example.net', elsewhere.port],
  ]);
  const lookup = async (host: string): Promise<string[]> => (known.has(host) ? ['127.0.0.1'] : []);
  const objects = await openDiskObjects(join(base, 'objects'));
  const paths = createProtectedPaths(protectedPaths.parse(undefined));
  const files = await openDiskFiles({ root, objects, sweep: false, protectedPaths: paths });
  const sandbox = openSandbox({
    ...{ workspace: root, folder: join(base, 'own'), limits },
    reach: async () => ({ lookup, isPublic: () => true }),
  });
  const web = openNodeWeb({ resolve: lookup, mayConnect: (_, port) => [...known.values()].includes(port) });
  const packages = { npm: { registry }, pip: { index, fileHosts: [] } };
  const deputize = await createDeputize({
    data: join(base, 'data'),
    presets: [preset],
    capabilities: () => ({ files, sandbox, stagedChanges: files.stagedChanges, web, packages }),
    log: () => undefined,
  });
  const world: PackageWorld = {
    ...{ base, root, deputize, npm, pip, elsewhere, npmPackages, wheels, onDownload: undefined },
    publish: (manifest, content = {}) => {
      const tarball = pack(base, manifest, content);
      const versions = npmPackages.get(manifest.name) ?? new Map<string, NpmVersion>();
      versions.set(manifest.version, { manifest, tarball });
      npmPackages.set(manifest.name, versions);
    },
    offerWheel: (name, version, options = {}) => {
      wheels.set(`${name}-${version}-py3-none-any.whl`, wheel(name, version, options));
    },
    put: (contents) => {
      for (const [name, content] of Object.entries(contents)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), content);
      }
    },
    file: (name) => readFileSync(join(root, name), 'utf8'),
    call: async (args) => (await deputize.call('install_package', args)).outcome,
    waiting: async () => {
      const [view] = await deputize.approvals.list();
      if (view === undefined) throw new Error('nothing waits');
      return view;
    },
    approve: async () => {
      const { id } = await world.waiting();
      return (await deputize.approvals.decide(id, { decision: 'approve' })).outcome;
    },
    install: async (args) => {
      const outcome = await world.call(args);
      return outcome.state === 'pending' ? world.approve() : outcome;
    },
    [Symbol.asyncDispose]: async () => {
      await deputize.close();
      await files.close();
      await sandbox.close();
      for (const site of [npm, pip, elsewhere]) await site[Symbol.asyncDispose]();
      rmSync(base, { recursive: true, force: true });
    },
  };
  return world;
}

function pack(base: string, manifest: object, content: Record<string, string>): Buffer {
  const folder = mkdtempSync(join(base, 'pack-'));
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...content })) {
    mkdirSync(dirname(join(folder, 'package', name)), { recursive: true });
    writeFileSync(join(folder, 'package', name), text);
  }
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'package']);
}

const sha512 = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function answerNpm(packages: PackageWorld['npmPackages'], port: number, url: string, response: ServerResponse): void {
  const [path = ''] = url.split('?');
  const [, name = '', rest = ''] = /^\/((?:@[^/%]+(?:\/|%2f))?[^/]+)(?:\/(.*))?$/i.exec(path) ?? [];
  const plain = decodeURIComponent(name);
  const versions = packages.get(plain);
  if (versions === undefined) return void response.writeHead(404).end('{}');
  const described = new Map([...versions].map(([version, found]) => [version, describe(plain, version, found, port)]));
  const latest = [...versions.keys()].at(-1) ?? '';
  const [, tarballOf] = /^-\/(.+)\.tgz$/.exec(rest) ?? [];
  if (tarballOf !== undefined) return void response.end(sentOf(versions.get(tarballOf)));
  response.setHeader('content-type', 'application/json');
  if (rest !== '') {
    const one = described.get(rest === 'latest' ? latest : rest);
    return void response.writeHead(one === undefined ? 404 : 200).end(JSON.stringify(one ?? {}));
  }
  const time = Object.fromEntries([...versions.keys()].map((version) => [version, '2026-01-02T03:04:05.000Z']));
  const whole = { name: plain, 'dist-tags': { latest }, versions: Object.fromEntries(described), time };
  response.end(JSON.stringify(whole));
}

const sentOf = (found: NpmVersion | undefined): Buffer | undefined => found?.sent ?? found?.tarball;

function describe(name: string, version: string, { manifest, tarball }: NpmVersion, port: number): object {
  const address = `http://registry.example.com:${port}/${name}/-/${version}.tgz`;
  const dist = { tarball: address, integrity: sha512(tarball), unpackedSize: 1234, fileCount: 2 };
  return { dist, ...manifest };
}

function answerPip(
  wheels: Map<string, Buffer>,
  onDownload: PackageWorld['onDownload'],
  url: string,
  response: ServerResponse,
): void {
  const [, file] = /^\/files\/(.+)$/.exec(url) ?? [];
  if (file !== undefined) return void response.end(onDownload?.(file) ?? wheels.get(file));
  const [, name] = /^\/simple\/([^/]+)\/$/.exec(url) ?? [];
  const found = [...wheels].filter(([wheelName]) => wheelName.split('-')[0] === name);
  if (found.length === 0) return void response.writeHead(404).end();
  const links = found.map(([wheelName, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return `<a href="/files/${wheelName}#sha256=${hash}">${wheelName}</a>`;
  });
  response.setHeader('content-type', 'text/html');
  response.end(`<!DOCTYPE html><html><body>${links.join('<br>')}</body></html>`);
}

function wheel(
  name: string,
  version: string,
  { needs = [], code = '' }: { needs?: readonly string[]; code?: string },
): Buffer {
  const info = `${name}-${version}.dist-info`;
  const requires = needs.map((need) => `Requires-Dist: ${need}\n`).join('');
  const content = {
    [`${name}/__init__.py`]: code,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nLicense: Apache-2.0\n${requires}`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: `${name}/__init__.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  };
  const zip = `import sys, json, zipfile
with zipfile.ZipFile(sys.stdout.buffer, "w") as archive:
  for name, text in json.load(sys.stdin).items(): archive.writestr(name, text)`;
  return execFileSync('/usr/bin/python3', ['-c', zip], { input: JSON.stringify(content) });
}
