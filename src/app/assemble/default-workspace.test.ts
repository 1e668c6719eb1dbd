import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Config } from '../config/config.ts';
import { chooseDefaultWorkspace, describeDefault, findOverlap } from './default-workspace.ts';

let base: string;
let project: string;
let data: string;
/** A project with a file that belongs to Deputize. */
let own: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'default-workspace-'));
  [project, data, own] = [join(base, 'project'), join(base, 'data'), join(base, 'authors', 'tools')];
  for (const folder of [project, data, join(base, 'plain'), own]) mkdirSync(folder, { recursive: true });
  for (const folder of [project, join(base, 'authors')]) writeFileSync(join(folder, 'package.json'), '{}');
});
afterAll(() => rmSync(base, { recursive: true }));

const choose = (
  options: { workspace?: string; currentFolder?: string; clientFolders?: string[] },
  workspace?: string,
) => {
  const config = (workspace === undefined ? {} : { workspace }) as Config;
  const overlapOf = (folder: string) => findOverlap(folder, data, [own]);
  return chooseDefaultWorkspace(options, { config, path: (relative) => join(base, relative) }, data, overlapOf);
};

describe('the workspace of a process', () => {
  test('is the folder that a flag names, before everything else', () => {
    const chosen = choose({ workspace: join(base, 'plain'), currentFolder: project }, 'configured');
    expect(chosen).toEqual({ folder: join(base, 'plain'), chosenBy: 'flag' });
  });

  test('is the configured one, before the current folder', () => {
    const chosen = choose({ currentFolder: project }, 'configured');
    expect(chosen).toEqual({ folder: join(base, 'configured'), chosenBy: 'configuration' });
  });

  test('is the current folder, if that is a project', () => {
    expect(choose({ currentFolder: project })).toEqual({ folder: project, chosenBy: 'current folder' });
  });

  test('is the project that holds the current folder', () => {
    const currentFolder = join(project, 'src', 'deep');
    mkdirSync(currentFolder, { recursive: true });
    expect(choose({ currentFolder })).toEqual({ folder: project, chosenBy: 'current folder' });
  });

  test('is not a folder above it that others can write to', () => {
    const currentFolder = join(base, 'open', 'inner');
    mkdirSync(currentFolder, { recursive: true });
    writeFileSync(join(base, 'open', 'package.json'), '{}');
    chmodSync(join(base, 'open'), 0o777);
    expect(choose({ currentFolder }).chosenBy).toBe('data folder');
    chmodSync(join(base, 'open'), 0o755);
    expect(choose({ currentFolder }).folder).toBe(join(base, 'open'));
  });

  test('is the first root of the client that is a project, if the current folder is none', () => {
    const clientFolders = [join(base, 'missing'), homedir(), '/', project];
    const currentFolder = join(base, 'plain');
    expect(choose({ currentFolder, clientFolders })).toEqual({ folder: project, chosenBy: 'client root' });
    expect(choose({ currentFolder: project, clientFolders }).chosenBy).toBe('current folder');
    expect(choose({ clientFolders: [homedir(), '/', join(base, 'plain')] }).chosenBy).toBe('data folder');
  });

  test('is Deputize’s own folder otherwise, and says so', () => {
    for (const currentFolder of [join(base, 'plain'), homedir(), '/', undefined]) {
      const chosen = choose(currentFolder === undefined ? {} : { currentFolder });
      const reason = 'the current folder is in no project';
      expect(chosen).toEqual({ folder: join(data, 'workspace'), chosenBy: 'data folder', reason });
    }
    expect(describeDefault(choose({}), '~/x')).toContain('--workspace');
  });

  test('is Deputize’s own folder where the current one holds what belongs to Deputize, and says which', () => {
    const chosen = choose({ currentFolder: join(base, 'authors'), clientFolders: [join(base, 'authors')] });
    expect(chosen).toMatchObject({
      chosenBy: 'data folder',
      reason: `the project ${join(base, 'authors')} contains ${own}`,
    });
    expect(describeDefault(chosen, '~/x')).toContain(own);
  });

  test('is never the home folder or the root, though they look like projects', () => {
    for (const currentFolder of ['/', homedir()]) expect(choose({ currentFolder }).chosenBy).toBe('data folder');
  });
});
