/** The repository is complete by itself: nothing in it needs a file beside it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');

test.each(['bench', 'scripts', 'src', 'test', 'web'])(
  'no file of %s names a folder beside the repository',
  (folder) => {
    const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|tsx|mjs|cjs|json)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(0);
    // Both spellings are put together here, so that this file does not match.
    const outside = ['/', "', '"].map((between) => 'shared material'.replace(' ', between));
    const found = files.filter((name) => {
      const text = readFileSync(join(repository, folder, name), 'utf8');
      return outside.some((path) => text.includes(path));
    });
    expect(found).toEqual([]);
  },
);
