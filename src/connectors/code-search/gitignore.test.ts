import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { chooseSeed, seededRandom, pickInteger } from '../../../test/support/cases/seeded-random.ts';
import { isIgnored, parseIgnoreFile } from './gitignore.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ignore-'));
  execFileSync('git', ['init', '-q'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = [
  'a',
  'a.txt',
  'b/a.txt',
  'b/c/a.txt',
  'b/c/d.log',
  'x y',
  'sub/[z]',
  'sub/!q',
  'sub/#h',
  'b.d/e/f',
  'ab',
  'abc/{x}',
];

/** What git itself says. */
function byGit(rules: string): string[] {
  writeFileSync(join(folder, '.gitignore'), rules);
  for (const file of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const { stdout } = spawnSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
    cwd: folder,
    input: FILES.join('\0'),
  });
  return stdout.toString().split('\0').filter(Boolean).sort();
}

function byUs(rules: string): string[] {
  const files = [parseIgnoreFile(rules, 0)];
  return FILES.filter((file) => {
    const names = file.split('/');
    return names.some((_, at) => isIgnored(files, names.slice(0, at + 1), at < names.length - 1));
  }).sort();
}

test.each([
  ...[
    'a',
    '/a',
    'a.txt',
    '/a.txt',
    'b/',
    '/b/',
    'b',
    'c/',
    'b/c',
    '/b/c/',
    'b/*.txt',
    '*.txt',
    '**/a.txt',
    'b/**',
    'b/**/a.txt',
  ],
  ...[
    'a?',
    '[ab]',
    '[!a]',
    '[a-b]b',
    '*',
    '*\n!*/\n!a.txt',
    '*.txt\n!a.txt',
    'b/\n!b/a.txt',
    '# a',
    '\\#h',
    '\\!q',
    '!a',
    'x\\ y',
  ],
  ...[
    'x y   ',
    'x y\\ ',
    '/**',
    '**',
    '**/c',
    'sub/\\[z\\]',
    'sub/[[]z]',
    '{a,ab}',
    'abc/{x}',
    'a*',
    '*b*',
    '**/b.d/**/f',
    'a/',
  ],
])('%j ignores what git ignores', (rules) => {
  expect(byUs(rules)).toEqual(byGit(rules));
});

test('rules made at random ignore what git ignores', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const parts = ['a', 'b', 'c', '*', '**', '?', '/', '/', '.', 'txt', '[ab]', '!', 'x y', '*.txt', 'sub', 'd'];
  const rule = () =>
    Array.from({ length: 1 + pickInteger(random, 5) }, () => parts[pickInteger(random, parts.length)]).join('');
  for (let round = 0; round < 150; round += 1) {
    const rules = Array.from({ length: 1 + pickInteger(random, 4) }, rule).join('\n');
    expect(byUs(rules), `DEPUTIZE_SEED=${seed} ${JSON.stringify(rules)}`).toEqual(byGit(rules));
  }
});
