import { expect, test } from 'vitest';

import { readMarkdown } from './read-markdown.ts';

test('reads headings, lists of both kinds, tables and code', () => {
  const text =
    '# Title\nsome\nwords\n- a\n- b\n\n1. one\n2. two\n\n| a | b |\n| - | -: |\n| 1 | 2 |\nafter\n```js\nx\n```';
  expect(readMarkdown(text)).toEqual([
    { kind: 'heading', text: 'Title' },
    { kind: 'paragraph', text: 'some words' },
    { kind: 'list', isNumbered: false, items: ['a', 'b'] },
    { kind: 'list', isNumbered: true, items: ['one', 'two'] },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'paragraph', text: 'after' },
    { kind: 'code', language: 'js', text: 'x' },
  ]);
});

test('ends on whatever there is', () => {
  for (const text of ['| no table |', '| a |\n| b |', '```', '-', '|', '| a |\n|-|'])
    expect(readMarkdown(text)).toBeDefined();
});
