/** The calendar at the beginning. */
import type { Event } from './world.ts';

const ILSE = 'ilse.vandermeer@example.com';

const event = (
  id: string,
  title: string,
  [start, end]: readonly [string, string],
  location: string,
  [organizer, ...others]: readonly [string, ...string[]],
  description = '',
): Event => ({
  ...{ id, title, start: `2026-${start}:00+01:00`, end: `2026-${end}:00+01:00`, location, description, organizer },
  ...{ attendees: [...new Set([organizer, ILSE, ...others])], status: 'confirmed' },
});

export const EVENTS: readonly Event[] = [
  event(
    ...(['evt_6mq0k2v9', 'Roof garden walk-through', ['03-12T10:00', '03-12T11:00'], 'Library, top floor'] as const),
    ['m.yildiz@library.example.org', 'tomasz.wrobel@example.com'],
    'Please bring sturdy shoes. We look at the parapet first and then at the lift.',
  ),
  event('evt_2hd7x1pa', 'Yoga', ['03-12T18:00', '03-12T19:15'], 'Studio Lotus', [ILSE]),
  event(
    ...(['evt_9ty4r8bc', 'Lunch with Hanna', ['03-13T12:30', '03-13T13:30'], 'Café Noor'] as const),
    ['hanna@schoolyard.example.org'],
    'My treat this time!',
  ),
  event(
    ...(['evt_c4w1z7uu', 'Monday planning', ['03-16T09:00', '03-16T10:00'], 'Studio'] as const),
    ['renee.achterberg@example.com', 'tomasz.wrobel@example.com', 'kwame.boateng@example.com'],
    'The usual round, coffee is there.',
  ),
  event(
    ...(['evt_r8n5e3ko', 'Riverbank site meeting', ['03-17T14:00', '03-17T15:30'], 'Lock 3'] as const),
    ['anneke.smit@council.example.org', 'renee.achterberg@example.com'],
    'The council brings the survey. Park behind the pumping station.',
  ),
  event('evt_1lf6s0jm', 'Dentist', ['03-18T16:30', '03-18T17:00'], 'Dr Peeters', [ILSE]),
  event('evt_x5b2g9dq', 'Hornbeam planting', ['03-19T08:00', '03-19T12:00'], 'Gate B', [
    ILSE,
    'kwame.boateng@example.com',
  ]),
  event(
    ...(['evt_u7o3i6yh', 'Budget review', ['03-20T11:00', '03-20T12:00'], 'Studio'] as const),
    ['jo.castellano@example.com', 'renee.achterberg@example.com'],
    'Figures of the first quarter, as far as they are in.',
  ),
  event(
    ...(['evt_d2j8m5tw', 'Class 6 visits the studio', ['03-27T09:00', '03-27T10:30'], 'Studio'] as const),
    ['hanna@schoolyard.example.org', 'tomasz.wrobel@example.com'],
    'Twenty-two pupils, two teachers. They bring their models.',
  ),
  event('evt_k0a9p4fl', 'Summer picnic', ['06-12T15:00', '06-12T20:00'], 'Castle park', [ILSE]),
];
