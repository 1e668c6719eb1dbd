import { describe, expect, test } from 'vitest';

import { senderTerms, senderWords, parseSearchTerms, toSearchWords } from './search-words.ts';

describe('words', () => {
  test.each([
    ['Hello, WORLD! 42', ['hello', 'world', '42']],
    ['Crème brûlée À LA Größe', ['creme', 'brulee', 'a', 'la', 'grosse']],
    ['Łódź Ærø İstanbul', ['lodz', 'aero', 'istanbul']],
    ['Ёлка и йод', ['елка', 'и', 'иод']],
    ['東京都', ['東京', '京都', '都']],
    ['メールhello世界', ['メー', 'ール', 'ル', 'hello', '世界', '界']],
    ['한국어 메일', ['한국', '국어', '어', '메일', '일']],
    ['ﬁle Ⅷ ｆｕｌｌ', ['file', 'viii', 'full']],
    ['e-mail: a_b', ['e', 'mail', 'a', 'b']],
    ['👍 … "quoted"', ['quoted']],
    ['', []],
  ])('of %j', (text, words) => {
    expect(toSearchWords(text)).toEqual(words);
  });

  test('are bounded', () => {
    expect(toSearchWords('x'.repeat(500))).toEqual(['x'.repeat(64)]);
  });
});

describe('terms', () => {
  const term = (words: string[], isPrefix = false) => ({ words, isPrefix });
  test.each([
    ['invoice March', [term(['invoice']), term(['march'])]],
    ['"annual report" 2025', [term(['annual', 'report']), term(['2025'])]],
    ['invoi*', [term(['invoi'], true)]],
    ['e-mail', [term(['e', 'mail'])]],
    ['京都', [term(['京都'])]],
    ['都', [term(['都'], true)]],
    ['"open', [term(['open'])]],
    ['AND OR NOT NEAR', [term(['and']), term(['or']), term(['not']), term(['near'])]],
    ['subject:x) OR (y', [term(['subject', 'x']), term(['or']), term(['y'])]],
    ['!!! ***', []],
  ])('of %j', (query, terms) => {
    expect(parseSearchTerms(query)).toEqual(terms);
  });
});

describe('senders', () => {
  test('are found by address, domain and every word', () => {
    expect(senderWords('Ann Müller <Ann.M@Mail.Example.com>')).toEqual(
      expect.arrayContaining(['ann.m@mail.example.com', '@mail.example.com', 'ann', 'muller', 'mail', 'example']),
    );
  });

  test.each([
    ['ann@example.com', ['ann@example.com'], false],
    ['Ann <ANN@example.com>', ['ann@example.com'], false],
    ['@example.com', ['@example.com'], false],
    ['Müll', ['mull'], true],
  ])('are asked for as %j', (asked, words, isPrefix) => {
    expect(senderTerms(asked)).toEqual([{ words, isPrefix }]);
  });
});
