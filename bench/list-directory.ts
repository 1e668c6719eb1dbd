/** list_directory of 100,000 files beside `find` with the same fields: the workspace's own listing, and the whole governed call. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDeputize } from '../src/app/library.ts';
import { openDiskFiles } from '../src/connectors/files/disk.ts';
import { openDiskObjects } from '../src/connectors/objects/disk.ts';
import { listDirectory } from '../src/toolsets/files/list-directory.ts';
import { inTurns, table } from './support/rounds.ts';

const folder = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-bench-'));
const root = join(folder, 'tree');
for (let directory = 0; directory < 1_000; directory += 1) {
  const path = join(root, `d${directory % 10}`, `e${Math.floor(directory / 10)}`);
  mkdirSync(path, { recursive: true });
  for (let file = 0; file < 100; file += 1) writeFileSync(join(path, `file${file}.txt`), 'x'.repeat(file));
}

const files = await openDiskFiles({ root, objects: await openDiskObjects(join(folder, 'objects')), sweep: false });
const deputize = await createDeputize({
  data: join(folder, 'data'),
  tools: [listDirectory],
  capabilities: () => ({ files }),
  log: () => undefined,
});
const { signal } = new AbortController();

const took = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const figures = await inTurns(
  [
    { name: 'list', round: () => took(() => files.list('.', { recursive: true, includeHidden: false, signal })) },
    {
      name: 'find',
      round: () =>
        took(() => {
          const format = String.raw`%P\t%y\t%s\t%T@\n`;
          const { status } = spawnSync('find', ['.', '-printf', format], { cwd: root, maxBuffer: 1e9 });
          if (status !== 0) throw new Error(`find ended with ${status}`);
        }),
    },
    {
      name: 'call',
      round: () =>
        took(async () => {
          const result = await deputize.call('list_directory', { path: '.', recursive: true });
          if (!result.ok) throw new Error(JSON.stringify(result));
        }),
    },
  ],
  9,
);
const of = (name: string): number => figures.get(name) ?? NaN;
const row = (measure: string, name: string, goal: string) => ({
  ...{ measure, ours: `${of(name).toFixed(0)} ms`, find: `${of('find').toFixed(0)} ms` },
  ...{ ratio: (of(name) / of('find')).toFixed(2), goal },
});
table([
  row('the listing of 100,000 files', 'list', 'none'),
  row('the whole call: validated, cut, kept and recorded', 'call', 'at most 2'),
]);

await deputize.close();
await files.close();
rmSync(folder, { recursive: true });
