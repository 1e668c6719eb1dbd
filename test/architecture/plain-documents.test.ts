/** The pages for users avoid the words that the glossary lists. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { AVOIDED_WORDS } from '../../scripts/naming-words.ts';

const repository = join(import.meta.dirname, '../..');

/** The glossary names the words. Decisions are never rewritten. Tools describe themselves in the tables of the presets. */
const PAGES = ['README.md', 'SUPPORT.md', ...globSync('docs/{*,recipes/*,presets/*}.md', { cwd: repository })].filter(
  (page) => page !== 'docs/glossary.md',
);

const readProse = (page: string): string =>
  readFileSync(join(repository, page), 'utf8')
    .replaceAll(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm, '')
    .replaceAll(/<!-- tools: begin -->[\s\S]*?<!-- tools: end -->/g, '')
    .replaceAll(/`[^`\n]*`/g, '');

test.each(PAGES)('%s uses plain words', (page) => {
  const lines = readProse(page).split('\n');
  expect(lines.filter((line) => AVOIDED_WORDS.test(line))).toEqual([]);
});
