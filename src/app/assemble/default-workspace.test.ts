import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Config } from '../config/config.ts';
import { chooseDefaultWorkspace, describeDefault } from './default-workspace.ts';

let base: string;
let project: string;
let data: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'default-workspace-'));
  [project, data] = [join(base, 'project'), join(base, 'data')];
  for (const folder of [project, data, join(base, 'plain')]) mkdirSync(folder);
  writeFileSync(join(project, 'package.json'), '{}');
});
afterAll(() => rmSync(base, { recursive: true }));

const choose = (options: { workspace?: string; currentFolder?: string }, workspace?: string) => {
  const config = (workspace === undefined ? {} : { workspace }) as Config;
  return chooseDefaultWorkspace(options, { config, path: (relative) => join(base, relative) }, data);
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

  test('is Deputize’s own folder otherwise, and says so', () => {
    for (const currentFolder of [join(base, 'plain'), homedir(), '/', undefined]) {
      const chosen = choose(currentFolder === undefined ? {} : { currentFolder });
      expect(chosen).toEqual({ folder: join(data, 'workspace'), chosenBy: 'data folder' });
    }
    expect(describeDefault(choose({}), '~/x')).toContain('--workspace');
  });

  test('is never the home folder or the root, though they look like projects', () => {
    for (const currentFolder of ['/', homedir()]) expect(choose({ currentFolder }).chosenBy).toBe('data folder');
  });
});
