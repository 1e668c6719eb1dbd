import { expect, test } from 'vitest';

import { showHidden } from './show-hidden.ts';

test.each([
  ['a direction change', 'a\u202Etxt.exe', 'a⟦U+202E⟧txt.exe'],
  ['a zero-width space', 'pay\u200Bpal', 'pay⟦U+200B⟧pal'],
  ['a terminal escape', '\u001B[2Jx', '⟦U+001B⟧[2Jx'],
  ['a one-byte control', '\u009B31m', '⟦U+009B⟧31m'],
  ['a carriage return', 'safe\rrm', 'safe⟦U+000D⟧rm'],
  ['a tag character', 'x\u{E0041}', 'x⟦U+E0041⟧'],
  ['a filler that shows nothing', 'x\u3164', 'x⟦U+3164⟧'],
  ['a variation selector', 'x\u{E0100}', 'x⟦U+E0100⟧'],
  ['a byte order mark', '\uFEFFx', '⟦U+FEFF⟧x'],
  ['a long run of blanks', `a${' '.repeat(60)}b`, 'a⟦60 spaces⟧b'],
])('shows %s', (_, text, expected) => {
  expect(showHidden(text)).toBe(expected);
});

test('leaves ordinary text, line ends, tabs and scripts alone', () => {
  const text = 'Grüße,\n\tこんにちは مرحبا 😀 — €';
  expect(showHidden(text)).toBe(text);
});
