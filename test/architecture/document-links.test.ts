/** Every relative link and anchor in the documents leads somewhere, and what the README links is in the package. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

import { toAnchor } from '../../scripts/docs-pages/markdown.ts';

const repository = join(import.meta.dirname, '../..');
const PAGES = [...globSync('*.md', { cwd: repository }), ...globSync('docs/**/*.md', { cwd: repository })];

/** The text of a page without its code. */
const readProse = (text: string): string =>
  text.replaceAll(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

const listLinks = (text: string): string[] =>
  [...readProse(text).matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors of the headings, as GitHub numbers equal ones. */
function listAnchors(text: string): Set<string> {
  const seen = new Map<string, number>();
  const prose = text.replaceAll(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$/gm, '');
  const anchors = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = toAnchor(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

/** The links of a page that lead nowhere. Addresses on the web are not visited. */
function findDeadLinks(page: string, text: string): string[] {
  return listLinks(text).filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    const file = join(repository, target);
    if (target !== page && !existsSync(file)) return true;
    if (anchor === undefined) return false;
    const content = target === page ? text : readFileSync(file, 'utf8');
    return !listAnchors(content).has(anchor);
  });
}

test('there are pages to look at', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'SUPPORT.md', 'docs/README.md']));
});

test.each(PAGES)('%s: every relative link and anchor resolves', (page) => {
  expect(findDeadLinks(page, readFileSync(join(repository, page), 'utf8'))).toEqual([]);
});

describe('a link is', () => {
  test('dead if its file or its heading is missing', () => {
    const text = '# A b\n[1](missing.md) [2](#a-b) [3](#c) [4](../README.md#start) [5](../README.md#no)\n`[6](x.md)`\n';
    expect(findDeadLinks('docs/made-up.md', text)).toEqual(['missing.md', '#c', '../README.md#no']);
  });

  test('numbered where two headings are equal', () => {
    expect(listAnchors('# A\n## A\n## A\n')).toEqual(new Set(['a', 'a-1', 'a-2']));
  });
});

test('every page of docs is linked from its index, or from a page that is', () => {
  const reached = new Set<string>();
  const visit = (page: string): void => {
    if (reached.has(page) || !page.endsWith('.md') || !existsSync(join(repository, page))) return;
    reached.add(page);
    for (const link of listLinks(readFileSync(join(repository, page), 'utf8')))
      if (!/^\w+:/.test(link)) visit(normalize(join(dirname(page), link.split('#')[0] ?? '')));
  };
  visit('docs/README.md');
  const pages = PAGES.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('what a published page links is published, too', () => {
  const { files } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { files: string[] };
  const isPacked = (path: string): boolean => files.some((entry) => path === entry || path.startsWith(`${entry}/`));
  const missing = PAGES.filter(isPacked).flatMap((page) =>
    listLinks(readFileSync(join(repository, page), 'utf8'))
      .filter((link) => !/^\w+:/.test(link))
      .map((link) => normalize(join(dirname(page), link.split('#')[0] ?? '')))
      .filter((target) => !isPacked(target))
      .map((target) => `${page}: ${target}`),
  );
  expect(missing).toEqual([]);
});
