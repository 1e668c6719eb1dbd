/** Runs one file tool in a separate process, for a test that kills it: `ROOT OBJECTS TOOL ARGS RECORD`. */
import { writeFile as writeReal } from 'node:fs/promises';

import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { deleteFile } from '../../../src/toolsets/files/delete-file.ts';
import { moveFile } from '../../../src/toolsets/files/move-file.ts';
import { writeFile } from '../../../src/toolsets/files/write-file.ts';
import { context, validated } from '../worlds/drive-tool.ts';

const [root = '', store = '', name, args = '', record = ''] = process.argv.slice(2);
const tool = [deleteFile, moveFile, writeFile].find((tool) => tool.name === name);
if (tool === undefined) throw new Error(`no tool ${name}`);
const files = await openDiskFiles({ root, objects: await openDiskObjects(store) });
await tool.run(validated(tool, JSON.parse(args)), {
  ...context(files),
  facts: { effect: 'write' as const },
  expected: undefined,
  progress: () => undefined,
  note: () => undefined,
  afterwards: () => undefined,
  reportChanges: () => undefined,
  callNext: () => Promise.reject(new Error('No further call is expected.')),
  keepUndo: async (kept) => {
    await writeReal(record, JSON.stringify(kept));
    process.stdout.write('kept\n');
  },
});
await files.close();
