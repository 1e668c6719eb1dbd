/** Builds a folder of tools: everything is checked, every fault is named, and only a whole registry is ever written. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from '../lib/node/package-root.ts';
import { buildTool } from './build-tool.ts';
import { isHarmless, isPackage } from './check-code.ts';
import type { BuildFault, FaultReporter } from './build-fault.ts';
import { bareImports, gatherPackages } from './packages.ts';
import { readTools, type ToolFolder } from './read-folder.ts';
import {
  digestFiles,
  toRegistryLine,
  readRegistryLines,
  registryText,
  computeRegistryVersion,
  type RegistryParts,
} from './registry-text.ts';

export const REGISTRY_FILE = 'tool_registry.json';

/** What handlers import as `../_core/…`: the project's own copy, or ours where it has none. */
export const coreFolder = new URL('tools/_core/', packageRoot);

interface BuildSummary {
  readonly file: string;
  readonly version: string;
  readonly gitCommit: string | null;
  readonly tools: readonly string[];
  /** How many were taken over unchanged from the last build. */
  readonly unchanged: number;
}

type BuildResult =
  { readonly ok: true; readonly built: BuildSummary } | { readonly ok: false; readonly faults: readonly BuildFault[] };

interface CheckResult {
  readonly faults: readonly BuildFault[];
  readonly shared: ReadonlyMap<string, string>;
  /** Those without a fault. */
  readonly tools: RegistryParts['tools'];
  /** The folder of every tool that was looked at, by the tool's id. */
  readonly folders: ReadonlyMap<string, string>;
  readonly unchanged: number;
}

/** Looks everything over and writes nothing. What `before`, the last registry, holds of an unchanged tool is taken over. */
export function checkTools(
  root: string,
  { before = '', only }: { before?: string; only?: string | undefined } = {},
): CheckResult {
  const faults: BuildFault[] = [];
  const { tools: all, shared } = withCore(readTools(root, faults));
  const chosen = all.filter(({ name }) => only === undefined || toToolId(name) === only);
  const known = readRegistryLines(before, shared);
  let unchanged = 0;
  const tools = chosen
    .map((folder) => withPackages(root, folder, faults))
    .flatMap((folder) => {
      const digest = digestFiles(folder.files);
      const toolId = toToolId(folder.name);
      const line = known.get(digest);
      if (line?.startsWith(`{"toolId":"${toolId}",`) === true) {
        unchanged += 1;
        return [{ toolId, digest, line }];
      }
      const report: FaultReporter = (name, at, found, mend) =>
        faults.push({ file: join(root, folder.name, name), line: at, found, mend });
      const entry = buildTool(folder, digest, shared, report);
      return entry ? [{ toolId, digest, line: toRegistryLine(entry) }] : [];
    });
  refuseTwins(root, all, faults);
  return { faults, shared, tools, unchanged, folders: new Map(chosen.map(({ name }) => [toToolId(name), name])) };
}

/** `fresh` takes nothing over from the last build. */
export function buildTools(root: string, { fresh = false } = {}): BuildResult {
  const file = join(root, REGISTRY_FILE);
  const before = readIfThere(file);
  const { faults, shared, tools, unchanged } = checkTools(root, { before: fresh ? '' : before });
  if (faults.length > 0) return { ok: false, faults };
  const gitCommit = readGitCommit(root);
  const text = registryText({ shared, gitCommit, tools });
  if (text !== before) writeWhole(file, text);
  const version = computeRegistryVersion({ shared, tools });
  return { ok: true, built: { file, version, gitCommit, tools: tools.map(({ toolId }) => toolId), unchanged } };
}

const toToolId = (folder: string): string => folder.replaceAll('-', '_');

/** `a-b` and `a_b` are two folders and one name. */
function refuseTwins(root: string, folders: readonly ToolFolder[], faults: BuildFault[]): void {
  const seen = new Map<string, string>();
  for (const { name } of folders) {
    const toolId = toToolId(name);
    const first = seen.get(toolId);
    const found = `the toolId "${toolId}", which the folder "${first ?? ''}" has too`;
    if (first !== undefined)
      faults.push({ file: join(root, name, 'schema.json'), line: 1, found, mend: 'rename one of the folders' });
    else seen.set(toolId, name);
  }
}

/** The code of the packages that a tool imports is part of the tool. */
function withPackages(root: string, folder: ToolFolder, faults: BuildFault[]): ToolFolder {
  const { name, files } = folder;
  const wanted = new Map<string, string>();
  for (const [path, text] of files)
    if (/\.(?:js|mjs|ts)$/.test(path))
      for (const specifier of bareImports(text))
        if (isPackage(specifier) && !isHarmless(specifier)) wanted.set(specifier, path);
  if (wanted.size === 0) return folder;
  const packages = gatherPackages(join(root, name), wanted.keys(), (specifier, found, mend) => {
    const path = wanted.get(specifier) ?? '';
    const line = (files.get(path) ?? '').split('\n').findIndex((text) => text.includes(specifier)) + 1;
    faults.push({ file: join(root, name, path), line: Math.max(1, line), found, mend });
  });
  return { name, files: new Map([...files, ...packages]) };
}

function withCore({ tools, shared }: ReturnType<typeof readTools>): ReturnType<typeof readTools> {
  const path = '_core/error-types.js';
  if (shared.has(path)) return { tools, shared };
  return { tools, shared: new Map([...shared, [path, readFileSync(new URL('error-types.js', coreFolder), 'utf8')]]) };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readGitCommit(folder: string): string | null {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** A reader sees the old registry or the new one. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const handle = openSync(temporary, 'w');
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
