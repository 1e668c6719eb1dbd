/** Reads a folder of tools as it lies on the disk: which folders are tools, which hold what tools share, and their texts. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { DeputizeError } from '../core/index.ts';
import type { BuildFault, FaultReporter } from './build-fault.ts';

const MAX_FILE = 1_000_000;
const MAX_FILES = 200;
const MAX_DEPTH = 4;
const IGNORED = new Set(['node_modules']);
const CODE = /\.(?:js|mjs|ts|json)$/;
/** What is there for tests is no part of a tool. */
const TEST = /\.test\.(?:js|mjs|ts)$|(?:^|\/)testing\.js$/;

/** What the author wrote for one tool: texts with LF line ends, by their path in its folder. */
export interface ToolFolder {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

interface ReadFolder {
  readonly tools: readonly ToolFolder[];
  /** The modules of folders that begin with an underscore, by their path below the folder of tools. */
  readonly shared: ReadonlyMap<string, string>;
}

export function readTools(root: string, faults: BuildFault[]): ReadFolder {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new DeputizeError(
      'NOT_FOUND',
      `There is no folder of tools at ${root}. Make the first one: deputize tools new NAME`,
    );
  const tools: ToolFolder[] = [];
  const shared = new Map<string, string>();
  for (const entry of readdirSync(root, { withFileTypes: true }).sort(byName)) {
    const { name } = entry;
    if (name.startsWith('.') || IGNORED.has(name)) continue;
    const report: FaultReporter = (file, line, found, mend) =>
      faults.push({ file: join(root, name, file), line, found, mend });
    if (entry.isSymbolicLink() && leadsToFolder(join(root, name))) {
      report(
        '',
        1,
        'the folder is a symbolic link',
        'put the folder itself here: what a link leads to can change unseen',
      );
    } else if (entry.isDirectory()) {
      const files = readFiles(join(root, name), report, name.startsWith('_') ? isCode : isWanted);
      if (name.startsWith('_')) for (const [path, text] of files) shared.set(`${name}/${path}`, text);
      else tools.push({ name, files });
    }
  }
  return { tools, shared };
}

const isCode = (path: string): boolean => CODE.test(path) && !TEST.test(path);
const isWanted = (path: string): boolean => isCode(path) || path === 'doc.md' || path === 'doc_summary.md';

function leadsToFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
}

function readFiles(folder: string, report: FaultReporter, wanted: (path: string) => boolean): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (below: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).sort(byName)) {
      const { name } = entry;
      const path = below === '' ? name : `${below}/${name}`;
      if (name.startsWith('.') || IGNORED.has(name)) continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(path, depth + 1);
      else if (entry.isDirectory())
        report(path, 1, `folders deeper than ${MAX_DEPTH}`, 'keep the modules of a tool closer together');
      else if (!wanted(path)) continue;
      else if (!entry.isFile())
        report(path, 1, entry.isSymbolicLink() ? 'a symbolic link' : 'not a plain file', 'put the file itself here');
      else if (files.size >= MAX_FILES) return report(path, 1, `more than ${MAX_FILES} files`, 'split the tool');
      else {
        const text = readText(join(folder, path), (found, mend) => report(path, 1, found, mend));
        if (text !== undefined) files.set(path, text);
      }
    }
  };
  visit('', 1);
  return files;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readText(file: string, report: (found: string, mend: string) => void): string | undefined {
  const bytes = readFileSync(file);
  if (bytes.length > MAX_FILE) {
    report(`${bytes.length} bytes`, `keep it below ${MAX_FILE} bytes`);
    return undefined;
  }
  try {
    const text = decoder.decode(bytes);
    return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  } catch {
    report('bytes that are not UTF-8', 'save the file as UTF-8');
    return undefined;
  }
}

function byName({ name: left }: { name: string }, { name: right }: { name: string }): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
