/** A workspace with many files, and a change of it in every way that there is. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;
export const limits = {
  ...{ memoryBytes: 1_024 * MB, processes: 64, cpuSeconds: 60, writtenBytes: 512 * MB },
  ...{ temporaryBytes: 64 * MB, outputBytes: 100_000, createdFiles: 100_000 },
};

const FILES = 400;
const nameOf = (at: number): string => `d${at % 7}/f${at}`;

export function buildTree(workspace: string): void {
  for (let folder = 0; folder < 7; folder += 1) mkdirSync(join(workspace, `d${folder}`), { recursive: true });
  for (let at = 0; at < FILES; at += 1) writeFileSync(join(workspace, nameOf(at)), `old ${at}\n`.repeat(1 + (at % 50)));
  symlinkSync('d0/f0', join(workspace, 'link'));
  mkdirSync(join(workspace, 'leaves'));
  writeFileSync(join(workspace, 'leaves/inside'), 'inside\n');
  writeFileSync(join(workspace, 'turns'), 'a file\n');
}

/** Overwrites, deletes and creates files, and turns files, links and folders into one another. */
export function changeFolder(root: string): void {
  for (let at = 0; at < FILES; at += 1) {
    const path = join(root, nameOf(at));
    if (at % 4 === 0) rmSync(path);
    else {
      writeFileSync(`${path}.new`, `new ${at}\n`);
      renameSync(`${path}.new`, path);
      if (at % 9 === 0) chmodSync(path, 0o755);
    }
    if (at % 5 === 0) writeFileSync(join(root, `new${at}`), `created ${at}\n`);
  }
  rmSync(join(root, 'link'));
  symlinkSync('d1/f1', join(root, 'link'));
  rmSync(join(root, 'leaves'), { recursive: true });
  rmSync(join(root, 'turns'));
  mkdirSync(join(root, 'turns'));
  writeFileSync(join(root, 'turns/now'), 'a folder\n');
}

/** The same change as Python, for a sandbox. */
export const CHANGE = `
import os, shutil
for at in range(${FILES}):
    path = f"d{at % 7}/f{at}"
    if at % 4 == 0: os.remove(path)
    else:
        open(path + ".new", "w").write(f"new {at}\\n")
        os.rename(path + ".new", path)
        if at % 9 == 0: os.chmod(path, 0o755)
    if at % 5 == 0: open(f"new{at}", "w").write(f"created {at}\\n")
os.remove("link"); os.symlink("d1/f1", "link")
shutil.rmtree("leaves")
os.remove("turns"); os.mkdir("turns"); open("turns/now", "w").write("a folder\\n")
`;

/** What is at each path. Folders are named, since their modes are not compared. */
export function readTree(root: string, folder = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) found.set(path, `link ${readlinkSync(join(root, path))}`);
    else if (stats.isDirectory()) {
      found.set(path, 'folder');
      for (const [below, state] of readTree(root, path)) found.set(below, state);
    } else found.set(path, `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(root, path), 'utf8')}`);
  }
  return found;
}
