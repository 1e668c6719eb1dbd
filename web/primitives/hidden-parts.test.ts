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
