import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { desktopConfig } from '../config/desktop.ts';
import { readScopes, type DesktopScopes } from './desktop-scopes.ts';
import { isQuiet } from './quiet-hours.ts';

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'scopes-')));
  for (const name of ['docs', 'notes', 'work']) mkdirSync(join(base, name));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function read(config: object, env: Record<string, string> = {}): DesktopScopes {
  return readScopes(desktopConfig.parse(config), {
    workspace: join(base, 'work'),
    toolNames: ['files.write_text', 'browser.open_url', 'shell.run'],
    refuseOverlap: () => undefined,
    env: { BASE: base, ...env },
  });
}

describe('D4: scopes', () => {
  test('are the workspace alone, no apps and no hosts, where nothing is said', () => {
    expect(read({}).general).toEqual({
      paths: [{ path: join(base, 'work'), alias: join(base, 'work') }],
      apps: [],
      hosts: [],
    });
  });

  test('are expanded once, links to where they lead', () => {
    symlinkSync(join(base, 'docs'), join(base, 'link'));
    const env = { BASE: base };
    const scopes = read({ scopes: { paths: ['$BASE/docs/', '${BASE}/link', '~'] } }, env);
    env.BASE = '/elsewhere';
    expect(scopes.general.paths).toEqual([
      { path: join(base, 'docs'), alias: join(base, 'docs') },
      { path: join(base, 'docs'), alias: join(base, 'link') },
      { path: realpathSync(homedir()), alias: homedir() },
    ]);
  });

  test('may be other ones for one tool', () => {
    const scopes = read({
      scopes: {
        paths: ['$BASE/docs'],
        hosts: ['example.com'],
        tools: { 'files.write_text': { paths: ['$BASE/notes'] } },
      },
    });
    expect(scopes.of('files.write_text')).toMatchObject({
      paths: [{ path: join(base, 'notes') }],
      hosts: ['example.com'],
    });
    expect(scopes.of('browser.open_url')).toBe(scopes.general);
    expect(scopes.folders.map(({ path }) => path).sort()).toEqual([join(base, 'docs'), join(base, 'notes')]);
  });

  test.each([
    [{ paths: ['$NOT_SET/docs'] }, 'is not set'],
    [{ paths: ['${EMPTY}'] }, 'is not set'],
    [{ paths: ['/'] }, 'everything there is'],
    [{ paths: ['$BASE/../../../../../..'] }, 'everything there is'],
    [{ paths: ['$BASE/none'] }, 'there is no folder'],
    [{ paths: ['docs'] }, 'not a whole path'],
    [{ tools: { 'files.wirte_text': {} } }, 'there is no such tool'],
  ])('%j is refused at start', (scopes, message) => {
    expect(() => read({ scopes }, { EMPTY: '' })).toThrow(message);
  });

  test.each([
    { hosts: ['*'] },
    { hosts: ['*.*'] },
    { hosts: ['*.com'] },
    { hosts: ['*:80'] },
    { hosts: ['https://example.com'] },
    { apps: ['*'] },
    { apps: ['fire?ox'] },
    { paths: ['/**'] },
    { paths: [] },
  ])('%j fits everything or is no scope, and is refused', (scopes) => {
    expect(desktopConfig.safeParse({ scopes }).success).toBe(false);
  });

  test('that fit everything are spelled out', () => {
    expect(desktopConfig.safeParse({ scopes: { hosts: ['everything'], apps: ['everything'] } }).success).toBe(true);
  });
});

test('quiet hours lie between two times, over midnight too', () => {
  const at = (time: string) => new Date(`2026-01-31T${time}:00`);
  const night = { quietHours: { from: '22:00', to: '07:00' } };
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map((time) => isQuiet(night, at(time)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  const noon = { quietHours: { from: '12:00', to: '13:00' } };
  expect(['11:59', '12:00', '12:59', '13:00'].map((time) => isQuiet(noon, at(time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet({ quietHours: undefined }, at('03:00'))).toBe(false);
});
