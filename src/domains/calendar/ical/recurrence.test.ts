import { describe, expect, test } from 'vitest';

import { readRecurrences } from '../../../../test/support/cases/material.ts';
import { seededRandom } from '../../../../test/support/cases/seeded-random.ts';
import { parseDateTime } from './date-value.ts';
import { occurrences } from './recurrence.ts';
import { parseRule } from './recurrence-rule.ts';
import { DAY, dateText, dateTimeText, parseWall, SECOND } from './wall-time.ts';

const HORIZON = Date.UTC(2120, 0, 1);

/** With a first occurrence that the rule itself would not pick, what comes is not defined; here it is then not one of them. */
const NOT_DEFINED = new Set([
  'FREQ=MONTHLY;BYSETPOS=-1;BYDAY=SU,MO,TU,WE,TH,FR,SA;INTERVAL=1;COUNT=4',
  'FREQ=MONTHLY;BYSETPOS=2;BYDAY=SU,MO,TU,WE,TH,FR,SA;INTERVAL=1;COUNT=4',
]);

function until(text: string | undefined): number {
  if (text === undefined) return HORIZON;
  const { wall, isDate } = parseDateTime(text);
  return isDate ? wall + DAY - SECOND : wall;
}

describe('rules of others, with what they come to', () => {
  test.each(readRecurrences().map((one) => [`${one.rrule} from ${one.dtstart}`, one] as const))('%s', (_, one) => {
    const { rrule, dtstart, instances, finite } = one;
    const rule = parseRule(rrule);
    const isDate = dtstart.length === 10;
    const zone = dtstart.endsWith('Z') ? 'Z' : '';
    const start = parseWall(dtstart.replace('Z', ''));
    const found: string[] = [];
    for (const wall of occurrences(rule, start, { from: start, to: until(rule.until) }, { steps: 3_000_000 })) {
      found.push(isDate ? dateText(wall) : `${dateTimeText(wall)}${zone}`);
      if (found.length >= instances.length + (finite ? 5 : 0)) break;
    }
    if (!finite) found.length = instances.length;
    if (NOT_DEFINED.has(rrule)) expect(found.slice(0, -1)).toEqual(instances.slice(1));
    else expect(found).toEqual(instances);
  });
});

test('wherever one begins to look, the same is found', () => {
  const random = seededRandom(11);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const maybe = (text: string): string => (random() < 0.3 ? text : '');
  for (let round = 0; round < 300; round += 1) {
    const text = [
      `FREQ=${pick('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY')}`,
      `;INTERVAL=${pick(1, 2, 3, 7, 40)}`,
      maybe(`;BYMONTH=${pick('1', '2,11', '6')}`),
      maybe(`;BYDAY=${pick('MO', 'SA,SU', 'TU,TH,FR')}`),
      maybe(`;BYHOUR=${pick('3', '9,17')}`),
      maybe(`;WKST=${pick('SU', 'WE')}`),
      maybe(`;BYSETPOS=${pick('1', '-1', '2')}`),
    ].join('');
    const rule = parseRule(text);
    const start = Date.UTC(
      2010 + Math.floor(random() * 10),
      Math.floor(random() * 12),
      1 + Math.floor(random() * 28),
      9,
    );
    const from = start + Math.floor(random() * 900) * DAY;
    const to = from + 20 * DAY;
    const all = [...occurrences(rule, start, { from: start, to }, { steps: 20_000_000 })].filter(
      (wall) => wall >= from,
    );
    const some = [...occurrences(rule, start, { from, to }, { steps: 20_000_000 })].filter((wall) => wall >= from);
    expect(some, text).toEqual(all);
  }
});

test('a rule that leads beyond all dates ends, and one that takes too long is given up', () => {
  const start = Date.UTC(2026, 0, 1);
  const find = (text: string, steps: number) => [
    ...occurrences(parseRule(text), start, { from: start, to: HORIZON }, { steps }),
  ];
  expect(find('FREQ=YEARLY;INTERVAL=99999999999999', 1_000)).toEqual([start]);
  expect(() => find('FREQ=SECONDLY', 1_000)).toThrow('takes too long');
  expect(() => find('FREQ=DAILY;COUNT=99999;BYHOUR=1,2,3,4,5,6,7,8,9', 1_000)).toThrow('takes too long');
});
