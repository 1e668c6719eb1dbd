/** A file tool that is killed after its record was kept is undone whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile as writeReal } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { context } from '../../support/worlds/drive-tool.ts';
import { patient, temporaryWorkspace } from '../../support/worlds/temporary-workspace.ts';
import type { Tool } from '../../../src/core/index.ts';
import type { Json } from '../../../src/ports/json.ts';
import { deleteFile } from '../../../src/toolsets/files/delete-file.ts';
import { moveFile } from '../../../src/toolsets/files/move-file.ts';
import { writeFile } from '../../../src/toolsets/files/write-file.ts';

const child = fileURLToPath(new URL('../../support/processes/run-until-killed.ts', import.meta.url));

const calls: [Tool, Json][] = [
  [deleteFile, { path: 'd', recursive: true }],
  [moveFile, { from: 'a', to: 'b', overwrite: true }],
  [moveFile, { from: 'a', to: 'c' }],
  [writeFile, { path: 'a', content: 'x'.repeat(100_000) }],
  [writeFile, { path: 'x/y/z', content: 'new', createDirs: true }],
];

test.each(calls)(
  'R11: $name killed at any moment after its record was kept is undone whole (%#)',
  async (tool, args) => {
    await using space = await temporaryWorkspace();
    const at = (name: string) => join(space.root, name);
    for (let index = 0; index < 20; index++) {
      await mkdir(at(`d/${index}/empty`), { recursive: true });
      await symlink('nowhere', at(`d/${index}/link`));
      for (const name of ['one', 'two', 'three']) await writeReal(at(`d/${index}/${name}`), `${name} ${index}`);
    }
    await writeReal(at('a'), 'a');
    await writeReal(at('b'), 'b');
    const visible = async () =>
      (await space.files.list('', { recursive: true, includeHidden: true, signal: patient })).map(({ name }) => name);
    const state = async () => [
      (await visible()).filter((name) => !name.includes('.deputize-held-')),
      ...(await Promise.all(['a', 'b', 'd'].map((name) => space.files.fingerprint(name, patient)))),
    ];
    const before = await state();

    for (let round = 0; round < 5; round++) {
      const record = join(space.root, '..', 'record.json');
      const store = join(space.root, '..', 'objects');
      const running = spawn(process.execPath, [child, space.root, store, tool.name, JSON.stringify(args), record]);
      const exited = once(running, 'exit');
      await Promise.race([
        once(running.stdout, 'data'),
        exited.then(([code]) => Promise.reject(new Error(`exit ${code}`))),
      ]);
      await wait(round * 5);
      running.kill('SIGKILL');
      await exited;
      await tool.undo?.(JSON.parse(await readFile(record, 'utf8')) as Json, context(space.files));
      expect(await state()).toEqual(before);
    }
    expect((await readdir(space.root)).filter((name) => !name.startsWith('.deputize-')).sort()).toEqual([
      'a',
      'b',
      'd',
    ]);
  },
);
