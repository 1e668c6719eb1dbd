/** What is in the calendar from 12 May 2026 on. */
import type { Event } from './world.ts';

const ROSALIND = 'rosalind.achterberg@tidewell.example.com';
const IVO = 'ivo.brandsma@tidewell.example.com';
const PRINTER = 'ivo@marchetti-print.example.net';
const HEDDA = 'hedda.strom@tidewell.example.com';
const LERATO = 'lerato.dube@tidewell.example.com';
const QUENTIN = 'quentin.abara@tidewell.example.com';
const MILOU = 'milou.peeters@tidewell.example.com';
const ANNIKA = 'annika.saar@saarlabs.example.org';
const TOMASZ = 'tomasz.wilk@northquay.example.org';

const event = (
  id: string,
  title: string,
  [start, end]: readonly [string, string],
  location: string,
  others: readonly string[],
  description: string,
): Event => ({
  ...{ id, title, description, start, end, location },
  ...{ participants: [ROSALIND, ...others], status: 'confirmed' },
});

const on = (day: string, from: string, to: string): readonly [string, string] => [`${day} ${from}`, `${day} ${to}`];

export const EVENTS: readonly Event[] = [
  event('ev-2201', 'Stand-up', on('2026-05-12', '09:15', '09:30'), 'Room Ebb', [IVO, HEDDA, QUENTIN], 'Three each.'),
  event('ev-2202', 'Lunch with Hedda', on('2026-05-12', '12:30', '13:30'), 'Canteen', [HEDDA], 'Talk about the stand.'),
  event(
    'ev-2203',
    'Budget talk',
    on('2026-05-13', '10:00', '11:00'),
    'Room Flood',
    [LERATO],
    'Travel and samples, first half of the year.',
  ),
  event(
    'ev-2204',
    'Brochure review',
    on('2026-05-13', '14:00', '15:00'),
    'Room Ebb',
    [PRINTER],
    'We go through the proof page by page. Bring the photo of the basin.',
  ),
  event(
    'ev-2205',
    'Brochure launch call',
    on('2026-05-21', '15:00', '15:30'),
    'online',
    [PRINTER, HEDDA],
    'Delivery, and who gets how many.',
  ),
  event(
    'ev-2206',
    'Call with Saar Labs',
    on('2026-05-14', '09:00', '09:45'),
    'online',
    [ANNIKA],
    'Results of the new membrane and the order for autumn.',
  ),
  event(
    'ev-2207',
    'Demo for North Quay',
    on('2026-05-15', '14:00', '15:30'),
    'Workshop',
    [HEDDA, TOMASZ],
    'Two pumps running, one opened.',
  ),
  event(
    'ev-2208',
    'Quarterly review',
    on('2026-05-18', '13:00', '16:00'),
    'Room Flood',
    [IVO, HEDDA, LERATO, QUENTIN],
    'The agenda comes by mail.',
  ),
  event('ev-2209', 'Fire drill', on('2026-05-19', '10:00', '10:20'), 'Car park', [MILOU], 'Leave bags inside.'),
  event(
    'ev-2210',
    'Pump training',
    on('2026-05-20', '09:00', '12:00'),
    'Workshop, bench 3',
    [QUENTIN, HEDDA],
    'Changing seals on the P-20. Wear old clothes.',
  ),
  event(
    'ev-2212',
    'Leipzig fair',
    ['2026-05-27 09:00', '2026-05-28 18:00'],
    'Leipzig, hall 2',
    [HEDDA],
    'Stand 12. Set up from 8:00.',
  ),
  event('ev-2213', 'Porto', ['2026-06-02 07:25', '2026-06-05 21:10'], 'Porto', [], 'Flights are booked, hotel is not.'),
  event('ev-2214', 'Team meeting', on('2026-06-01', '10:00', '11:00'), 'Room Flood', [IVO, HEDDA, QUENTIN], 'June.'),
  event('ev-2215', 'Team meeting', on('2026-07-06', '10:00', '11:00'), 'Room Flood', [IVO, HEDDA, QUENTIN], 'July.'),
  event('ev-2216', 'Yoga', on('2026-05-14', '18:00', '19:00'), 'Kadans Gym', [], 'Bring a mat.'),
  event(
    'ev-2217',
    'Talk with an applicant',
    on('2026-05-19', '11:00', '12:00'),
    'Room Ebb',
    [MILOU],
    'For the job in the workshop. The letter is with Milou.',
  ),
];
