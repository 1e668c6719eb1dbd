/** What stands in the calendars of the example company's people, from today on. */
import type { NewOrganizationEvent } from '../../ports/organization-calendar.ts';
import { COLLEAGUES, YOU, type Part } from './cast.ts';
import { oneOf, seededRandom, upTo } from './seeded-random.ts';

const DAY = 86_400_000;
const OF_EACH = 8;
const WORK = [
  ['Test ride with Sample Bakery', 'Yard'],
  ['Plan the trade fair', 'Meeting room'],
  ['Look over the website', 'Meeting room'],
  ['Talk to Sample Motors', 'Telephone'],
  ['Inspection of the lifts', 'Workshop'],
  ['Interview with a mechanic', 'Meeting room'],
] as const;
const PRIVATE = ['Dentist', 'Choir', 'School play', 'Parents visit'] as const;

export interface DemoEvent {
  readonly calendar: 'work' | 'private';
  readonly event: Omit<NewOrganizationEvent, 'accountId'>;
}

export function demoEvents(person: Part, now: number): readonly DemoEvent[] {
  const random = seededRandom(person.email.length * 1_000 + (person.email.codePointAt(0) ?? 0));
  const colleagues = [YOU, ...COLLEAGUES].filter(
    (one) => one !== person && one.departments.some((name) => person.departments.includes(name)),
  );
  return Array.from({ length: OF_EACH }, (_, at): DemoEvent => {
    const isPrivate = at % 4 === 3;
    const [title, location] = isPrivate ? [oneOf(random, PRIVATE), ''] : oneOf(random, WORK);
    const start = Math.floor(now / DAY) * DAY + (1 + at * 2) * DAY + (8 + upTo(random, 8)) * 3_600_000;
    return {
      calendar: isPrivate ? 'private' : 'work',
      event: {
        ...{ title, location, description: '', sendInvites: false },
        start: new Date(start).toISOString(),
        end: new Date(start + (1 + upTo(random, 2)) * 3_600_000).toISOString(),
        attendees: isPrivate ? [] : [oneOf(random, colleagues).email],
      },
    };
  });
}
