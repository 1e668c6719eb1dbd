/** What of packages a build takes in. */
import { mkdirSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { writeTool, type ToolChanges } from '../../test/support/worlds/tool-folder.ts';
import { ToolRoom } from '../../test/support/worlds/tool-room.ts';

const room = new ToolRoom();

describe('a package', () => {
  const install = (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(room.root, 'node_modules', name, path, '..'), { recursive: true });
      writeFileSync(join(room.root, 'node_modules', name, path), text);
    }
  };
  const importing = (specifier: string): ToolChanges => ({
    files: {
      'handler.js': `import { greet } from '${specifier}';\nexport async function execute() { return greet(); }\n`,
    },
  });
  const description = JSON.stringify({
    name: 'greetings',
    exports: { '.': { require: './no.cjs', import: './main.js' } },
  });

  test('is taken in with all of its modules, and a newer one makes another version', () => {
    install('greetings', {
      'package.json': description,
      'main.js': "export { greet } from './inner/words.js';\n",
      'inner/words.js': 'export const greet = () => ({ ok: true, data: {} });\n',
      'unused.js': 'never',
    });
    writeTool(room.root, 'a', importing('greetings'));
    const { version } = room.built();
    expect(Object.keys(room.registry().tools[0]?.code ?? {}).sort()).toEqual([
      '_packages/greetings.alias.js',
      '_packages/greetings/inner/words.js',
      '_packages/greetings/main.js',
      'handler.js',
    ]);
    expect(room.built().version).toBe(version);
    install('greetings', { 'inner/words.js': 'export const greet = () => ({ ok: true, data: { n: 2 } });\n' });
    expect(room.built().version).not.toBe(version);
  });

  test.each([
    ['is not there', {}, 'there is no such package'],
    ['has no modules', { 'package.json': '{"main":"index.js"}' }, 'the package has no such module'],
    [
      'reaches for the system',
      { 'package.json': description, 'main.js': "import 'node:fs';" },
      'it needs "node:fs" in turn',
    ],
    [
      'reaches for another',
      { 'package.json': description, 'main.js': "import x from 'other';" },
      'it needs "other" in turn',
    ],
    [
      'reaches out of itself',
      { 'package.json': description, 'main.js': "import '../../../secret.js';" },
      'from outside of itself',
    ],
    [
      'is too large',
      { 'package.json': description, 'main.js': `//${'x'.repeat(2_000_001)}` },
      'larger than a tool may be',
    ],
    ['is broken', { 'package.json': description }, 'ENOENT'],
  ] as const)('that %s is refused', (_, files, found) => {
    install('greetings', files);
    if (Object.keys(files).length === 0) rmSync(join(room.root, 'node_modules'), { recursive: true, force: true });
    writeTool(room.root, 'a', importing('greetings'));
    expect(room.faults()).toEqual([
      expect.objectContaining({ file: 'a/handler.js', line: 1, found: expect.stringContaining(found) }),
    ]);
  });
});
