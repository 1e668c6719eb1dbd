import { describe, expect, test } from 'vitest';

import { decodeContent, encodeContent } from './file-content.ts';

describe('content', () => {
  test('goes through base64 unchanged at every length', () => {
    for (const length of [0, 1, 2, 3, 4, 0x5fff, 0x6000, 0x6001, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
      const text = encodeContent(bytes, 'base64');
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeContent(text, 'base64')).toEqual(bytes);
    }
  });

  test('goes through UTF-8 unchanged, with its byte order mark', () => {
    for (const text of ['', '\ufeffbom', 'naïve 🎈\r\n\0', '\ufffd']) {
      expect(encodeContent(decodeContent(text, 'utf-8'), 'utf-8')).toBe(text);
    }
  });

  test.each(['a', 'ab', 'abc', 'a===', '====', 'YQ', 'YQ =', 'YQ==\n', 'Y Q=', '_-==', 'YQ==YQ=='])(
    '%j is refused as base64',
    (text) => {
      expect(() => decodeContent(text, 'base64')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENTS' }));
    },
  );

  test('that would be altered by its encoding is refused', () => {
    expect(() => decodeContent('a\ud800', 'utf-8')).toThrow(/surrogate/);
    expect(() => encodeContent(new Uint8Array([0xff, 0xfe]), 'utf-8')).toThrow(/base64/);
  });
});
