/** The calendar events of the people of the example company, from today on. */
import type { NewOrganizationEvent } from '../../ports/organization-calendar.ts';
import { COLLEAGUES, YOU, type DemoPerson } from './demo-company.ts';
import { pickItem, seededRandom, pickInteger } from './seeded-random.ts';

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

interface DemoEvent {
  readonly calendar: 'work' | 'private';
  readonly event: Omit<NewOrganizationEvent, 'accountId'>;
}

export function demoEvents(person: DemoPerson, now: number): readonly DemoEvent[] {
  const random = seededRandom(person.email.length * 1_000 + (person.email.codePointAt(0) ?? 0));
  const colleagues = [YOU, ...COLLEAGUES].filter(
    (one) => one !== person && one.departments.some((name) => person.departments.includes(name)),
  );
  return Array.from({ length: OF_EACH }, (_, at): DemoEvent => {
    const isPrivate = at % 4 === 3;
    const [title, location] = isPrivate ? [pickItem(random, PRIVATE), ''] : pickItem(random, WORK);
    const start = Math.floor(now / DAY) * DAY + (1 + at * 2) * DAY + (8 + pickInteger(random, 8)) * 3_600_000;
    return {
      calendar: isPrivate ? 'private' : 'work',
      event: {
        ...{ title, location, description: '', sendInvites: false },
        start: new Date(start).toISOString(),
        end: new Date(start + (1 + pickInteger(random, 2)) * 3_600_000).toISOString(),
        attendees: isPrivate ? [] : [pickItem(random, colleagues).email],
      },
    };
  });
}
