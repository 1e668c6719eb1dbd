import { describe, expect, test } from 'vitest';

import { BoundedOutput } from './bounded-output.ts';

function gathered(room: number, ...chunks: (string | number[])[]): BoundedOutput {
  const output = new BoundedOutput(room);
  for (const chunk of chunks) output.take(Buffer.from(chunk as string));
  return output;
}

describe('what is kept', () => {
  test('everything, where there is room for it', () => {
    const output = gathered(10, 'hello', 'world');
    expect([output.text(), output.omitted, output.total]).toEqual(['helloworld', 0, 10]);
  });

  test.each([[['abcdefghijklmnop']], ['abcdefghijklmnop'.split('')], [['abcd', 'efghijkl', 'mnop']]])(
    'the beginning and the end, however it comes (%j)',
    (chunks) => {
      const output = gathered(8, ...chunks);
      expect(output.text()).toBe('abcd\n[… 8 bytes left out here …]\nmnop');
      expect([output.omitted, output.total]).toEqual([8, 16]);
    },
  );

  test('no more than a little over the room, whatever comes', () => {
    const output = new BoundedOutput(100);
    for (let at = 0; at < 10_000; at += 1) output.take(Buffer.alloc(37, 'x'));
    expect(output.text().replaceAll(/[^x]/g, '').length).toBe(100);
  });

  test('no half of a character at the cut', () => {
    const output = gathered(10, 'ab€€€€€€€€cd');
    expect(output.text()).not.toContain('\ufffd');
    expect(output.text().startsWith('ab€\n[')).toBe(true);
    expect(output.text().endsWith(']\n€cd')).toBe(true);
  });

  test('bytes that are no text, as such', () => {
    expect(gathered(100, [0x61, 0xff, 0x62]).text()).toBe('a\ufffdb');
    expect(gathered(100, [0xe2, 0x82]).text()).toBe('\ufffd');
  });

  test('a character that comes in two pieces is whole', () => {
    expect(gathered(100, [0xe2, 0x82], [0xac]).text()).toBe('€');
  });
});
