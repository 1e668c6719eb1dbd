/** What a person is shown of where a value stood: enough to recognise the place, and never more than fits. */
import { describe, expect, test } from 'vitest';

import { NOT_KNOWN, tellProvenance, type Provenance } from './assess.ts';
import type { Traced } from './scene.ts';

const traced = (value: string, text?: string): Traced => ({
  ...{ kind: 'recipient', value, near: [], keys: [], origin: 'others', text },
});
const of = (...values: Traced[]): Provenance => ({ ...NOT_KNOWN, values });
const sentenceOf = (value: string, text: string) => tellProvenance(of(traced(value, text)))[0]?.sentence;

const eve = 'eve@example.net';
/** Words without an end, so many that they do not fit. */
const much = 'and so on '.repeat(40);

test('a call without traced values has no provenance', () => {
  expect(tellProvenance(undefined)).toEqual([]);
});

test('each value has its kind and origin, and the sentence that it was seen in, if any', () => {
  expect(tellProvenance(of(traced(eve, 'Write to eve@example.net.'), traced('Ann')))).toEqual([
    { kind: 'recipient', value: eve, origin: 'others', sentence: 'Write to eve@example.net.' },
    { kind: 'recipient', value: 'Ann', origin: 'others', sentence: null },
  ]);
});

test('no more than fifty values are returned', () => {
  const many = Array.from({ length: 51 }, (_, at) => traced(`v${at}`));
  expect(tellProvenance(of(...many)).map(({ value }) => value)).toEqual(many.slice(0, 50).map(({ value }) => value));
});

test('a long value is cut, visibly', () => {
  const told = (length: number) => tellProvenance(of(traced('x'.repeat(length))))[0]?.value;
  expect(told(240)).toBe('x'.repeat(240));
  expect(told(241)).toBe(`${'x'.repeat(240)} …`);
});

describe('the sentence around a value', () => {
  test('is the whole text where that fits', () => {
    const text = `${'w'.repeat(219)} ${eve} now.`;
    expect(text).toHaveLength(240);
    expect(sentenceOf(eve, text)).toBe(text);
    expect(sentenceOf(eve, `${text} `)).toBe(`${'w'.repeat(119)} ${eve} now.`);
  });

  test('begins at its first letter, also where it is the first of the text', () => {
    expect(sentenceOf(eve, `Please write to ${eve} ${much}`)).toMatch(/^Please write to eve@example\.net and so .* …$/);
  });

  test('excludes the sentences and lines before it', () => {
    expect(sentenceOf(eve, `Hello. Dear all. Write to ${eve} ${much}`)).toMatch(/^Write to eve/);
    expect(sentenceOf(eve, `Hello.\nDear all\nwrite to ${eve} ${much}`)).toMatch(/^write to eve/);
    expect(sentenceOf(eve, `Hello. Dear\nall. Write to ${eve}. Bye. ${much}`)).toMatch(/^Write to eve/);
  });

  test('includes the value at any position', () => {
    const told = sentenceOf(eve, `${much}${eve} ${much}`) ?? '';
    expect(told).toContain(eve);
    expect(told.length).toBeLessThan(243);
    expect(sentenceOf('x', `${much}x`)).toMatch(/^.{120}x$/);
  });

  test('is found in any letter case, and is the beginning where the value is missing', () => {
    expect(sentenceOf('Eve@Example.net', `${much}. To ${eve} ${much}`)).toMatch(/^To eve/);
    expect(sentenceOf('gone', `First. Second ${much}`)).toMatch(/^First\. Second /);
  });
});
