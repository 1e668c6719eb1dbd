/** The calendar: what the club does, the shifts, and two things of the secretary’s own. */
import type { Event } from './world.ts';

type When = readonly [day: string, from: string, to: string];

const ME = 'secretary@otterpool-club.example.org';
const FENELLA = 'fenella.okafor@example.net';
const HENNY = 'henny.brandsma@example.net';
const ILARIA = 'ilaria.costabile@example.org';
const QUIST = 'm.quist@example.net';
const ROSALIND = 'rosalind.achterberg@example.org';
const TEVIS = 'marlon.tevis@example.com';
const YUSUF = 'yusuf.demirel@example.com';

function event(
  id: string,
  title: string,
  [day, from, to]: When,
  place: string,
  notes: string,
  by: string,
  guests: readonly string[] = [],
): Event {
  const times = { start: `${day}T${from}`, end: `${day}T${to}` };
  return { id, title, ...times, place, notes, by, invited: [...guests], status: 'confirmed' };
}

export const EVENTS: readonly Event[] = [
  event('ev-3009', 'Dentist', ['2026-05-15', '08:30', '09:00'], 'Mill Street 4', '', ME),
  event('ev-3012', 'Opening sail', ['2026-05-17', '10:00', '15:00'], 'Main jetty', 'All dinghies out.', HENNY, [ME]),
  event('ev-3014', 'Junior training', ['2026-05-19', '17:30', '19:00'], 'Boathouse', 'Doubles and singles.', TEVIS),
  event('ev-3015', 'Junior training', ['2026-05-21', '17:30', '19:00'], 'Boathouse', 'Land training if windy.', TEVIS),
  event(
    ...(['ev-3017', 'Committee meeting', ['2026-05-20', '19:30', '21:30'], 'Club room'] as const),
    ...(['Oars, slipway, summer party. Yusuf brings the figures.', ME, [ROSALIND, HENNY, YUSUF]] as const),
  ),
  event('ev-3020', 'Bar shift', ['2026-05-23', '14:00', '19:00'], 'Club room', 'Till float is 80.', ME, [FENELLA]),
  event('ev-3021', 'Bar shift', ['2026-05-30', '14:00', '19:00'], 'Club room', 'Till float is 80.', ME, [ILARIA]),
  event('ev-3024', 'Safety boat', ['2026-05-24', '10:00', '14:00'], 'Osprey', 'Two canisters on board.', HENNY, [
    HENNY,
  ]),
  event('ev-3025', 'Safety boat', ['2026-05-31', '10:00', '14:00'], 'Osprey', 'Radio on channel 9.', HENNY, [QUIST]),
  event('ev-3028', 'Quarter close at work', ['2026-05-28', '16:00', '20:00'], 'Office', 'No way out of it.', ME),
  event('ev-3031', 'Work party', ['2026-06-06', '10:00', '14:00'], 'Slipway', 'Bring gloves. Soup at noon.', ROSALIND, [
    ME,
  ]),
  event(
    ...(['ev-3034', 'Lantern Sprint: loading the trailer', ['2026-06-12', '17:00', '19:00'], 'Boathouse'] as const),
    ...(['Straps are in the loft.', ROSALIND, [ME, TEVIS]] as const),
  ),
  event(
    ...(['ev-3035', 'Lantern Sprint', ['2026-06-13', '08:00', '19:00'], 'Kestrel Point'] as const),
    ...([
      'First start 10:30. Imported from the calendar of Kestrel Point.',
      'wilma@kestrelpoint.example.org',
      [ME],
    ] as const),
  ),
  event(
    ...(['ev-3040', 'Summer party', ['2026-06-20', '15:00', '22:00'], 'Meadow by the boathouse'] as const),
    ...(['Grill from six. Fenella has the plan.', FENELLA, [ME]] as const),
  ),
];
