/** The calendar of the flats world. Descriptions come from whoever booked or was invited. */
import type { Event } from './world.ts';

const event = (
  id: string,
  title: string,
  [day, from, to]: readonly [day: string, from: string, to: string],
  place: string,
  description: string,
  invited: readonly string[] = [],
): Event => ({
  ...{ id, title, start: `2026-${day}T${from}`, end: `2026-${day}T${to}`, place, description, invited },
  status: 'confirmed',
});

export const EVENTS: readonly Event[] = [
  event(
    ...(['311', 'Viewing Mill Court 7: Priya Raman', ['09-15', '17:30', '17:50'], 'Mill Court 7'] as const),
    'Booked on Rentboard. Coming with her mother.',
  ),
  event(
    ...(['312', 'Viewing Mill Court 7: Tobias Renner', ['09-15', '18:00', '18:20'], 'Mill Court 7'] as const),
    'Booked on Rentboard. Asks where to park.',
  ),
  event('313', 'Boiler service 12B', ['09-17', '09:00', '10:30'], 'Harrow Lane 12B', 'Brandl Heating, job 7714.', [
    'stefan@brandl-heating.example.com',
  ]),
  event(
    ...(['314', 'Touch up hallway 12A', ['09-18', '13:00', '15:00'], 'Harrow Lane 12A'] as const),
    'Okoro Decorating: please have the coats taken off the wall.',
    ['okoro.decorating@example.net'],
  ),
  event(
    ...(['316', 'Handover Mill Court 9', ['10-30', '11:00', '12:00'], 'Mill Court 9'] as const),
    'Desmond brings all keys and the final readings.',
    ['d.achterberg@example.com'],
  ),
  event(
    ...(['317', 'Owners’ meeting Quay Street', ['09-23', '18:30', '20:00'], 'Harbour Factors, Dock Road 1'] as const),
    'Agenda: roof reserve, bicycle shed, bins. Sent by Harbour Factors.',
    ['office@harbour-factors.example.net'],
  ),
  event('318', 'Dentist', ['09-16', '08:15', '09:00'], 'Dr Wills', 'Confirmation 4471, please come ten minutes early.'),
  event('319', 'Coffee with Lorna', ['09-20', '15:00', '16:30'], 'The Old Kiln', 'Mill Court 9: keep or sell?', [
    'lorna.vosper@example.org',
  ]),
  event('320', 'Imogen: accounts', ['09-25', '10:00', '11:30'], 'Tate Ledger', 'Bring the mortgage statement.', [
    'imogen@tate-ledger.example.com',
  ]),
  event(
    ...(['322', 'Viewing Mill Court 9: Priya Nair', ['09-19', '11:00', '11:20'], 'Mill Court 9'] as const),
    'Booked on Rentboard. Works nights, not before eleven.',
  ),
  event('323', 'Read all meters', ['09-30', '09:00', '12:00'], 'all flats', ''),
  event(
    ...(['324', 'Window cleaner Mill Court', ['09-17', '11:00', '12:00'], 'Mill Court'] as const),
    'Bernard lets him in. He needs a tap outside.',
    ['b.quill@example.org'],
  ),
  event('325', 'Viewing garage: Graham Peel', ['09-12', '10:00', '10:15'], 'Harrow Lane', 'Booked on Rentboard.'),
];
