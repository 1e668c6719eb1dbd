import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ensurePrivateFile, ensurePrivateFolder } from './private-files.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const modeOf = (...path: string[]): string => (lstatSync(join(base, ...path)).mode & 0o777).toString(8);

test('a folder and everything in it is closed to others, but for the excepted content and what links lead to', () => {
  for (const path of ['data', 'data/a', 'data/a/b', 'data/own', 'outside']) mkdirSync(join(base, path));
  for (const path of ['data/a/b/deep', 'data/own/file', 'outside/file']) writeFileSync(join(base, path), 'x');
  symlinkSync(join(base, 'outside'), join(base, 'data', 'link'));
  for (const path of ['data', 'data/a', 'data/own', 'outside']) chmodSync(join(base, path), 0o755);
  for (const path of ['data/a/b/deep', 'data/own/file', 'outside/file']) chmodSync(join(base, path), 0o755);
  ensurePrivateFolder(join(base, 'data'), join(base, 'data', 'own'));
  expect([modeOf('data'), modeOf('data/a'), modeOf('data/a/b/deep'), modeOf('data/own')]).toEqual(Array(4).fill('700'));
  expect([modeOf('data/own/file'), modeOf('outside'), modeOf('outside/file')]).toEqual(Array(3).fill('755'));
});

test('a file is made for its owner, and an existing one keeps its content', () => {
  const before = process.umask(0);
  try {
    ensurePrivateFile(join(base, 'new'));
    writeFileSync(join(base, 'old'), 'x');
    ensurePrivateFile(join(base, 'old'));
    ensurePrivateFolder(join(base, 'folder', 'deep'));
  } finally {
    process.umask(before);
  }
  expect([modeOf('new'), modeOf('old'), modeOf('folder/deep')]).toEqual(['600', '600', '700']);
  expect(lstatSync(join(base, 'old')).size).toBe(1);
});
