/** search_code, governed and recorded, beside ripgrep itself on the same tree of about 200 MB. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDeputize } from '../src/app/library.ts';
import { findRipgrep, openWorkspaceSearch } from '../src/connectors/code-search/workspace-search.ts';
import { openDiskFiles } from '../src/connectors/files/disk.ts';
import { openDiskObjects } from '../src/connectors/objects/disk.ts';
import { searchCode } from '../src/toolsets/code/search-code.ts';
import { seededRandom, pickInteger } from '../test/support/cases/seeded-random.ts';
import { inTurns, table } from './support/rounds.ts';

const folder = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-bench-'));
const root = join(folder, 'tree');
makeTree(root, 20_000, 10_000);

const files = await openDiskFiles({ root, objects: await openDiskObjects(join(folder, 'objects')), sweep: false });
const program = findRipgrep();
const open = (ripgrep: string | undefined) => openWorkspaceSearch({ files, directory: files.directory, ripgrep });
const engine = { current: open(program) };
const deputize = await createDeputize({
  data: join(folder, 'data'),
  tools: [searchCode],
  capabilities: () => ({ files, codeSearch: engine.current }),
});

const took = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const ours = (args: object) => async () => {
  const result = await deputize.call('search_code', args);
  if (!result.ok) throw new Error(JSON.stringify(result));
};
const theirs =
  (...args: string[]) =>
  () => {
    const { status } = spawnSync(program ?? 'rg', ['--no-config', ...args, './'], { cwd: root, maxBuffer: 1e9 });
    if (status !== 0 && status !== 1) throw new Error(`ripgrep ended with ${status}`);
  };

const measures = [
  ['a text that occurs 50 times', { query: 'needle_in_haystack' }, ['-F', '-e', 'needle_in_haystack']],
  ['a text that does not occur', { query: 'not_to_be_found' }, ['-F', '-e', 'not_to_be_found']],
  ['a regular expression', { query: 'needle_\\w+_haystack', regex: true }, ['-e', 'needle_\\w+_haystack']],
  ['in one kind of file', { query: 'needle_in', globs: ['*.ts'] }, ['-F', '-g', '*.ts', '-e', 'needle_in']],
] as const;

const rows: Record<string, string | number>[] = [];
for (const [measure, args, flags] of program === undefined ? [] : measures) {
  const figures = await inTurns(
    [
      { name: 'ours', round: () => took(ours(args)) },
      { name: 'theirs', round: () => took(theirs(...flags)) },
    ],
    7,
  );
  const [our, their] = [figures.get('ours') ?? NaN, figures.get('theirs') ?? NaN];
  rows.push(row(measure, our, their, 'at most 1.5'));
}
engine.current = open(undefined);
const without = await inTurns(
  [
    { name: 'ours', round: () => took(ours({ query: 'needle_in_haystack' })) },
    { name: 'theirs', round: () => took(theirs('-F', '-e', 'needle_in_haystack')) },
  ],
  2,
);
rows.push(
  row('without ripgrep, the built-in search', without.get('ours') ?? NaN, without.get('theirs') ?? NaN, 'none'),
);
table(rows);

await deputize.close();
await files.close();
rmSync(folder, { recursive: true });

function row(measure: string, our: number, their: number, goal: string) {
  return {
    measure,
    ours: `${our.toFixed(0)} ms`,
    ripgrep: `${their.toFixed(0)} ms`,
    ratio: (our / their).toFixed(2),
    goal,
  };
}

/** Files of words, each of about `size` bytes; one in 400 holds the needle. */
function makeTree(at: string, count: number, size: number): void {
  const random = seededRandom(7);
  const words = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 3 + pickInteger(random, 8) }, () => letter(random)).join(''),
  );
  const endings = ['ts', 'js', 'md', 'json', 'css'];
  for (let file = 0; file < count; file += 1) {
    const directory = join(at, `d${pickInteger(random, 40)}`, `e${pickInteger(random, 25)}`);
    mkdirSync(directory, { recursive: true });
    const lines: string[] = [];
    for (let bytes = 0; bytes < size; bytes += lines.at(-1)?.length ?? 0) {
      lines.push(Array.from({ length: 8 }, () => words[pickInteger(random, words.length)]).join(' '));
    }
    if (file % 400 === 0) lines.splice(pickInteger(random, lines.length), 0, 'const x = needle_in_haystack;');
    writeFileSync(join(directory, `f${file}.${endings[file % endings.length]}`), `${lines.join('\n')}\n`);
  }
}

function letter(random: () => number): string {
  return String.fromCharCode(97 + pickInteger(random, 26));
}
