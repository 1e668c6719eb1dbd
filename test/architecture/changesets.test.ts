/** Every pending change becomes an entry of the changelog when a version is made. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'changesets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a version moves all pending changes into the changelog', () => {
  for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', '.changeset'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const changes = readdirSync(join(folder, '.changeset'))
    .filter((name) => name.endsWith('.md'))
    .map(
      (name) =>
        readFileSync(join(folder, '.changeset', name), 'utf8')
          .split('---\n\n')[1]
          ?.split('\n')[0] ?? name,
    );
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  run('git', 'init', '--quiet', '--initial-branch=main');
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-q', '--allow-empty', '-m', 'x');
  run(join(ROOT, 'node_modules/.bin/changeset'), 'version');
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  for (const change of changes) expect(changelog).toContain(change);
  expect(readdirSync(join(folder, '.changeset'))).toEqual(['config.json']);
});
