/** Runs code that changes many files, and applies it, in a separate process that a test kills: `BASE METHOD`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { openSandbox } from '../../../src/connectors/sandbox/open-sandbox.ts';
import { StagingFolder } from '../../../src/connectors/sandbox/staging-folder.ts';
import type { StagedTree } from '../../../src/ports/command-sandbox.ts';
import { CHANGE, changeFolder, limits } from '../worlds/changed-tree.ts';

const [base = '', method = ''] = process.argv.slice(2);
const { signal } = new AbortController();
const workspace = join(base, 'work');
const objects = await openDiskObjects(join(base, 'objects'));
const files = await openDiskFiles({ root: workspace, objects });
const tree = method === 'copy' ? await changeCopy() : await changeOverlay();
const step = await files.stagedChanges.capture(tree, signal);
writeFileSync(join(base, 'step'), step.id);
process.stdout.write('kept\n');
await files.stagedChanges.apply(step, tree);
process.stdout.write('applied\n');

/** As on a machine whose kernel refuses the overlay. */
async function changeCopy(): Promise<StagedTree> {
  const folder = await StagingFolder.create(join(base, 'own/runs'), 'copy', workspace);
  changeFolder(folder.directory);
  return folder;
}

async function changeOverlay(): Promise<StagedTree> {
  const sandbox = openSandbox({ workspace, folder: join(base, 'own'), limits });
  const { tree } = await sandbox.runStaged({ command: ['/usr/bin/python3', '-c', CHANGE], timeoutMs: 60_000, signal });
  if (tree === undefined) throw new Error('the run was ended');
  return tree;
}
