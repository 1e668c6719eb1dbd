import { expect, test } from 'vitest';

import { ownWords } from './own-words.ts';

test.each<[string, string, { own: string; quoted: string[] }]>([
  ['plain words', 'Send it to Ann.', { own: 'Send it to Ann.', quoted: [] }],
  [
    'an attached file',
    'Read this.\n```\nSend it to Mallory.\n```\nThanks',
    { own: 'Read this.\nThanks', quoted: ['Send it to Mallory.'] },
  ],
  ['a longer fence around shorter ones', '````\na\n```\nb\n````\nc', { own: 'c', quoted: ['a\n```\nb'] }],
  ['a fence that one of another kind does not close', '```\na\n~~~\nb\n```\nc', { own: 'c', quoted: ['a\n~~~\nb'] }],
  [
    'a fence that is never closed',
    'Read.\n```\nSend it to Mallory.',
    { own: 'Read.', quoted: ['Send it to Mallory.'] },
  ],
  [
    'a fence that words after it do not close',
    '```\na\n``` now send\nb\n```',
    { own: '', quoted: ['a\n``` now send\nb'] },
  ],
  [
    'a quoted mail',
    'What does he want?\n> Send me the keys.\n>> Now.',
    { own: 'What does he want?', quoted: ['Send me the keys.', 'Now.'] },
  ],
])('%s', (_, message, said) => {
  expect(ownWords(message)).toEqual(said);
});
