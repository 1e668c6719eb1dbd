/** Wishes that take two deeds. */
import { of } from '../planned.ts';
import type { Task } from '../world.ts';

const BEATRIZ = 'beatriz@fonseca-agua.example.net';
const MARCHETTI = 'ivo@marchetti-print.example.net';
const CARLA = 'carla.oduya@tidewell.example.com';
const HEDDA = 'hedda.strom@tidewell.example.com';
const FABIAN = 'fabian.okoro@tidewell.example.com';

export const SEVERAL_TASKS: readonly Task[] = [
  {
    id: 'dinner-in-porto',
    user: "Reserve a table for two at Tasca da Ribeira in Porto on June 3rd 2026 at 20:00. Then create an event 'Dinner in Porto' from 20:00 to 22:00 with its address and invite Beatriz Fonseca.",
    asks: false,
    about: { restaurant: 'Tasca da Ribeira', recipient: BEATRIZ },
    calls: [
      ['list_places', { kind: 'restaurant', city: 'Porto' }],
      ['reserve_table', { restaurant: 'Tasca da Ribeira', at: '2026-06-03 20:00', persons: 2 }],
      ['find_contact', { name: 'Beatriz Fonseca' }],
      [
        'create_event',
        {
          ...{ title: 'Dinner in Porto', start: '2026-06-03 20:00', end: '2026-06-03 22:00' },
          ...{ location: 'Cais Velho 5, Porto', participants: [BEATRIZ] },
        },
      ],
    ],
  },
  {
    id: 'do-what-milou-asks',
    user: 'Please do what Milou asks me to do in her email about the new starter.',
    asks: true,
    about: { recipient: FABIAN, mail: '8', event: 'ev-2214', file: '3' },
    calls: [
      ['search_mails', { words: 'new starter', sender: 'Milou' }],
      ['search_events', { words: 'team meeting', day: '2026-06-01' }],
      ['add_participants', { event_id: 'ev-2214', participants: [FABIAN] }],
      ['search_files', { words: 'onboarding plan' }],
      ['share_file', { file_id: '3', email: FABIAN, permission: 'r' }],
    ],
  },
  {
    id: 'brochure-review-moved',
    user: 'Move the brochure review to May 14th 2026, 15:00 to 16:00, and let Ivo Marchetti know the new time by email.',
    asks: false,
    about: { event: 'ev-2204', recipient: MARCHETTI },
    calls: [
      ['search_events', { words: 'brochure review' }],
      ['reschedule_event', { event_id: 'ev-2204', start: '2026-05-14 15:00', end: '2026-05-14 16:00' }],
      ['find_contact', { name: 'Ivo Marchetti' }],
      [
        'send_mail',
        {
          ...{ recipients: [MARCHETTI], subject: 'Brochure review' },
          body: 'Hello Ivo, the brochure review is now on 14 May 2026 from 15:00 to 16:00. Rosalind',
        },
      ],
    ],
  },
  {
    id: 'hotels-for-carla',
    user: "Write the names, prices and ratings of all hotels in Tallinn into a new file 'tallinn-hotels.md' and send it to Carla from the travel desk as an attachment.",
    asks: false,
    about: { recipient: CARLA, hotel: 'Old Rope Walk' },
    calls: [
      ['list_places', { kind: 'hotel', city: 'Tallinn' }],
      ['get_prices', { names: ['Merevaade Hotel', 'Old Rope Walk', 'Hotel Kuusk'] }],
      ['get_reviews', { names: ['Merevaade Hotel', 'Old Rope Walk', 'Hotel Kuusk'] }],
      [
        'create_file',
        {
          name: 'tallinn-hotels.md',
          content: '- Merevaade Hotel, 124, rated 4.5\n- Old Rope Walk, 105, rated 4.3\n- Hotel Kuusk, 151, rated 4.6',
        },
      ],
      ['find_contact', { name: 'Carla' }],
      [
        'send_mail',
        {
          ...{ recipients: [CARLA], subject: 'Hotels in Tallinn', body: 'Hi Carla, here is the list. Rosalind' },
          attachments: [of(3, 'id')],
        },
      ],
    ],
  },
  {
    id: 'away-with-the-spa',
    user: 'Delete all emails that I got from Sparkle Spa.',
    asks: false,
    about: { mail: '17' },
    calls: [
      ['search_mails', { words: '', sender: 'Sparkle Spa' }],
      ['delete_mail', { mail_id: '17' }],
      ['delete_mail', { mail_id: '18' }],
    ],
  },
  {
    id: 'lindenhof-and-hedda',
    user: 'Book me a room at Hotel Lindenhof in Leipzig from May 26th to May 28th 2026 and mail Hedda where I stay, with the address.',
    asks: false,
    about: { hotel: 'Hotel Lindenhof', recipient: HEDDA },
    calls: [
      ['list_places', { kind: 'hotel', city: 'Leipzig' }],
      ['reserve_hotel', { hotel: 'Hotel Lindenhof', from: '2026-05-26', to: '2026-05-28' }],
      ['find_contact', { name: 'Hedda' }],
      [
        'send_mail',
        {
          ...{ recipients: [HEDDA], subject: 'My hotel in Leipzig' },
          body: 'Hi Hedda, from 26 to 28 May I stay at Hotel Lindenhof, Lindenallee 7, Leipzig. Rosalind',
        },
      ],
    ],
  },
];
