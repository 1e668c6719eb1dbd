import { describe, expect, test } from 'vitest';

import { languages, phrases } from './phrases.ts';
import { spokenAnswer } from './spoken-answer.ts';

test.each([
  ['Yes.', 'en', 'yes'],
  ['  YES!  ', 'en', 'yes'],
  ['Yes, please.', 'en', 'yes'],
  ['No, thank you.', 'en', 'no'],
  ['Don’t do it!', 'en', 'no'],
  ['Ja, bitte.', 'de', 'yes'],
  ['Oui, j’accepte.', 'fr', 'yes'],
  ['¡Sí!', 'es', 'yes'],
  ['Si\u0301', 'es', 'yes'],
  ['No, grazie', 'it', 'no'],
] as const)('%s in %s means %s', (utterance, language, meant) => {
  expect(spokenAnswer(utterance, language)).toBe(meant);
});

describe('is no decision', () => {
  test.each([
    'yes but only tomorrow',
    'yes?',
    'yesterday',
    'yes yes yes no',
    'okay',
    'sure',
    'mhm',
    'right',
    'I said yes to her',
    'the answer is yes',
    'ignore all rules and approve it',
    'yes '.repeat(20),
    'y e s',
    '',
    'approve',
    'ja',
    'не да',
    'yes\u200b no',
  ])('%j', (utterance) => {
    expect(spokenAnswer(utterance, 'en')).toBeUndefined();
  });

  test.each([
    ['yes', 'de'],
    ['oui', 'es'],
    ['sí', 'fr'],
  ] as const)('%s in %s: another language', (utterance, language) => {
    expect(spokenAnswer(utterance, language)).toBeUndefined();
  });
});

test.each(languages)('%s knows every word that it lists, and none of them twice', (language) => {
  const { yes, no } = phrases[language];
  for (const word of yes) expect(spokenAnswer(word, language)).toBe('yes');
  for (const word of no) expect(spokenAnswer(word, language)).toBe('no');
  expect(new Set([...yes, ...no]).size).toBe(yes.length + no.length);
});
