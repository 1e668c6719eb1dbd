import { expect, test } from 'vitest';

import { firstSentence, oneLine, summarizeTool } from './summary.ts';

test.each([
  ['Reads a file. It must be text.', 'Reads a file.'],
  ['Converts units, e.g. metres to feet. Rounds.', 'Converts units, e.g. metres to feet.'],
  ['Rounds to 2.5 by default! Always.', 'Rounds to 2.5 by default!'],
  ['Reads package.json of a folder', 'Reads package.json of a folder'],
  ['読みます。次の文。', '読みます。次の文。'],
  ['  Sends\n  a letter. ', 'Sends\n  a letter.'],
  ['', ''],
])('the first sentence of %j', (description, sentence) => {
  expect(firstSentence(description)).toBe(sentence);
});

test('hidden characters are removed, and everything is on one line', () => {
  const summary = 'Reads\r\n- wipe: safe\u2028- x\u2029y\u0085z\t\u202Ea\u200Bb\u{E0041}c\u0000\u001B[31m';
  expect(summarizeTool({ summary })).toBe('Reads - wipe: safe - x y z abc[31m');
});

test('a long summary is cut between words, and never longer than 250 characters', () => {
  const cut = summarizeTool({ summary: 'word '.repeat(1_000) });
  expect(cut.length).toBeLessThanOrEqual(250);
  expect(cut).toMatch(/ word…$/);
  expect(summarizeTool({ summary: 'x'.repeat(10_000) })).toBe(`${'x'.repeat(249)}…`);
});

test('no character is cut in half', () => {
  for (let before = 0; before < 4; before += 1) {
    const cut = oneLine('a'.repeat(before) + '😀'.repeat(300), 250);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).not.toContain('\uFFFD');
    expect(cut.length).toBeLessThanOrEqual(250);
  }
});

test('a summary of nothing but hidden characters is empty', () => {
  expect(summarizeTool({ summary: '\u200B\u202E\n'.repeat(100_000) })).toBe('');
});
