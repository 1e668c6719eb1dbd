/** The text of the profile only: whether macOS takes it can be seen on macOS alone. */
import { describe, expect, test } from 'vitest';

import { seatbeltProfile } from './seatbelt-profile.ts';

const places = { workspace: '/Users/ada/work', code: '/private/tmp/run/code', temporary: '/private/tmp/run/tmp' };
const lines = seatbeltProfile(places).split('\n');
const rule = (start: string): string => lines.filter((line) => line.startsWith(start)).join('\n');

describe('the profile', () => {
  test('refuses what it does not name, before anything else', () => {
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  });

  test('lets only the workspace and the temporary folder be written', () => {
    expect(rule('(allow file-write* ')).toBe(
      '(allow file-write* (subpath "/Users/ada/work") (subpath "/private/tmp/run/tmp"))',
    );
    expect(rule('(allow file-write-data ')).not.toContain('/Users');
  });

  test('lets nothing of the user be read beside the workspace', () => {
    const reads = rule('(allow file-read* ');
    expect(reads).toContain('(subpath "/Users/ada/work")');
    expect(reads.match(/"\/Users[^"]*"/g)).toEqual(['"/Users/ada/work"']);
    expect(reads).not.toMatch(/"\/(private\/)?(etc|var|tmp)"|"\/"/);
    expect(rule('(allow file-read-metadata ')).toContain('(literal "/Users/ada")');
  });

  test('has no network, no set-user-id bits and no devices, after all that is allowed', () => {
    expect(lines.slice(-4)).toEqual(['(deny file-write-setugid)', '(deny file-mknod)', '(deny network*)', '']);
    expect(lines.join('\n')).not.toContain('(allow network');
  });

  test('lets signals reach its own processes only', () => {
    expect(rule('(allow signal')).toBe('(allow signal (target same-sandbox))');
  });

  test('cannot be broken out of by a name', () => {
    const workspace = '/Users/ada/a") (allow default) ("\\';
    const profile = seatbeltProfile({ ...places, workspace });
    expect(profile).toContain('(subpath "/Users/ada/a\\") (allow default) (\\"\\\\")');
    const outside = profile.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(outside).not.toContain('(allow default)');
  });
});
