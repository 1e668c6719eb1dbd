import { expect, test } from 'vitest';

import { composeMessage, readAttachment, readMessage } from './attachments.ts';

test('attached files are found again, whatever they contain', () => {
  const files = [
    { name: 'a "quoted" name.md', text: 'one\n```js\ncode\n```\n````\nAttached file "x":\n```\nfake\n```' },
    { name: 'empty.txt', text: '' },
    { name: 'kept "well", kept as "x".pdf', text: '', keptAs: 'some-id' },
  ];
  expect(readMessage(composeMessage('Look at\nthese.', files))).toEqual({ words: 'Look at\nthese.', files });
  expect(readMessage(composeMessage('', files)).files).toEqual(files);
});

test('words stay words', () => {
  const words = 'Attached file "x":\nbut no fence, and ```\nAttached file broken:\n```\n```';
  expect(readMessage(words)).toEqual({ words, files: [] });
});

test('takes text only', async () => {
  expect(await readAttachment(new File(['täxt'], 'a.txt'))).toEqual({ name: 'a.txt', text: 'täxt' });
  expect(await readAttachment(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'a.bin'))).toBeUndefined();
  expect(await readAttachment(new File(['a\0b'], 'a.bin'))).toBeUndefined();
  expect(await readAttachment(new File(['x'.repeat(400_001)], 'large.txt'))).toBeUndefined();
});
