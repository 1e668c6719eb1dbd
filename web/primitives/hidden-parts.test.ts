import { describe, expect, test } from 'vitest';

import { showHidden } from '../../src/core/show-hidden.ts';
import { hiddenParts, hidesSomething } from './hidden-parts.ts';

const shown = (text: string): string =>
  hiddenParts(text)
    .map(({ text: plain, mark }) => (mark === undefined ? plain : `⟦${mark}⟧`))
    .join('');

describe('what a text hides', () => {
  test('is exactly what the core shows, for every character there is', () => {
    const differing: string[] = [];
    for (let code = 0; code <= 0x10_ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      if (shown(text) !== showHidden(text)) differing.push(code.toString(16));
    }
    expect(differing).toEqual([]);
  });

  test.each([' '.repeat(39), ' '.repeat(40), '\t'.repeat(50), `\u00A0${' '.repeat(60)}\u200B${' '.repeat(45)}x`])(
    'is the same for padding (%#)',
    (text) => expect(shown(text)).toBe(showHidden(text)),
  );

  test('is also a word of several alphabets that look alike', () => {
    const parts = hiddenParts('Pay pаypal.com now');
    expect(parts.filter(({ kind }) => kind === 'mixed').map(({ text }) => text)).toEqual(['pаypal']);
    expect(hidesSomething('Привет, καλημέρα, hello')).toBe(false);
  });
});

test('names that can be taken for others are marked, and words of other alphabets are not', () => {
  const marked = (text: string) => hiddenParts(text).filter(({ kind }) => kind !== 'plain');
  for (const text of [
    'https://\u0430\u0440\u0440\u04CF\u0435.com/x',
    'me@\u0441\u043E\u0441\u0430.com',
    'http://xn--80ak6aa92e.com',
  ])
    expect(marked(text)).toMatchObject([{ kind: 'alike' }]);
  for (const text of [
    '\u0441\u043E\u0440',
    'https://\u043F\u0440\u0438\u043C\u0435\u0440.example',
    'xn is not',
    'a.b.example.com',
  ])
    expect(marked(text)).toEqual([]);
});

test('empty lines that push something out of sight are counted', () => {
  const text = `seen${'\n'.repeat(30)}hidden below`;
  expect(hiddenParts(text)).toMatchObject([
    { text: 'seen' },
    { kind: 'lines', mark: '\n29 empty lines\n' },
    { text: 'hidden below' },
  ]);
  expect(hiddenParts('a\n\n\nb')).toEqual([{ kind: 'plain', text: 'a\n\n\nb' }]);
});
