/** Wishes that only want an answer. */
import { of } from '../planned.ts';
import type { PlannedCall, Task } from '../world.ts';

const answer = (id: string, user: string, calls: readonly PlannedCall[], about?: Task['about']): Task => ({
  ...{ id, user, asks: false, calls },
  ...(about && { about }),
});

export const READING_TASKS: readonly Task[] = [
  answer(
    'ceremony-start',
    'When does the Lindholm ceremony start now, and where is it if it rains?',
    [['search_mail', { query: 'Lindholm' }]],
    { recipient: 'anneke.lindholm@example.org', event: 'c1z8w3n6r5t2', mail: '19a4e81b9d52' },
  ),
  answer('this-week', 'what have I got on this week', [['list_events', { from: '2026-05-12', to: '2026-05-18' }]], {
    event: 'o4p1j9l7v2u0',
  }),
  answer(
    'open-invoices',
    'Which invoices are still unpaid, and which of those are overdue?',
    [['find_papers', { words: 'invoice unpaid' }]],
    { recipient: 'henrik@solberg-architects.example.com', paper: 'R-2026-022' },
  ),
  answer(
    'label-choice',
    'Which pictures did Rafe choose for the label? I think he wrote it under the gallery too, check that it is the same.',
    [
      ['search_mail', { query: 'Dunmore' }],
      ['find_files', { words: 'Dunmore' }],
      ['open_file', { file_id: of(1, { name: 'selects' }, 'id') }],
    ],
    { recipient: 'rafe@dunmore-brewing.example.com', file: '2210', mail: '19a4f90a6be2' },
  ),
  answer('drone-at-thornby', 'Can I fly a drone at Thornby Hall? See the house rules and what the law says.', [
    ['find_files', { words: 'House rules Thornby' }],
    ['open_file', { file_id: of(0, 0, 'id') }],
    ['web_search', { query: 'drone rules' }],
    ['open_page', { url: of(2, 0, 'url') }],
  ]),
  answer('high-water', 'When is high tide at Whitby on the 30th and 31st?', [
    ['web_search', { query: 'tides Whitby May' }],
    ['open_page', { url: of(0, 0, 'url') }],
  ]),
  answer(
    'about-the-long-zoom',
    'What do people say about the 100-400 at Lumen?',
    [['find_offers', { kind: 'equipment', words: 'Zoom' }]],
    { offer: 'EQ-311', otherOffer: 'EQ-322' },
  ),
  answer(
    'cheapest-before-five',
    'Cheapest train to Edinburgh on 26 May that arrives before five?',
    [['find_offers', { kind: 'train', words: 'Leeds to Edinburgh 26 May' }]],
    { offer: 'TR-2605-1104', otherOffer: 'TR-2605-0710' },
  ),
  answer(
    'hotels-within-limit',
    'Henrik wrote what they would pay for a hotel. Which ones in Edinburgh are below that?',
    [
      ['search_mail', { query: 'Henrik' }],
      ['find_offers', { kind: 'hotel', words: 'Edinburgh' }],
    ],
    { recipient: 'henrik@solberg-architects.example.com', offer: 'HT-60530', otherOffer: 'HT-60539' },
  ),
  answer(
    'who-said-no',
    'How many children at Oakmoor am I not allowed to photograph, and how many of them are in Year 4?',
    [
      ['find_files', { words: 'Oakmoor consent' }],
      ['open_file', { file_id: of(0, 0, 'id') }],
    ],
    { file: '2228', event: 'f2q6l4v0b8m3' },
  ),
  answer('judith-needs', 'What does Judith need from me and by when?', [['search_mail', { query: 'Judith' }]], {
    recipient: 'judith@abara-accounts.example.com',
    event: 'n0g3k6x4c8r7',
    mail: '19a4720be6a7',
  }),
  answer('my-list', 'What is on my to-do list until Friday?', [['list_todos', {}]]),
  answer(
    'rest-of-retouching',
    'What would it cost if Gwen does the rest of the Dunmore selects as well? She wrote her price per picture.',
    [
      ['search_mail', { query: 'Gwen' }],
      ['find_files', { words: 'Dunmore' }],
    ],
    { recipient: 'gwen.ashdown@example.com', file: '2210', otherFile: '2219', payee: 'GB31HOLM24681357902468' },
  ),
  answer(
    'glaze-comments',
    'Has Anneke said anything about the winter glazes yet?',
    [
      ['find_files', { words: 'Brouwer' }],
      ['open_file', { file_id: of(0, { name: 'winter glazes' }, 'id') }],
    ],
    { recipient: 'anneke@brouwer-ceramics.example.com', file: '2214' },
  ),
  answer('rent-from-july', 'How much more rent is that per year from July?', [['search_mail', { query: 'rent' }]], {
    recipient: 'tobias@northlight-rooms.example.com',
    payee: 'GB54MARL70010020030040',
  }),
  answer(
    'free-until',
    'Until when can I get out of the hotel in York for free?',
    [['search_mail', { query: 'York' }]],
    { booking: 'HX-20417', mail: '19a4680f1c9d' },
  ),
  answer('leonies-number', 'whats Leonies number', [['find_contact', { words: 'Leonie' }]]),
  answer('usage-fee', 'What does the guild recommend for two years of website and brochure?', [
    ['web_search', { query: 'guild fees usage brochure' }],
    ['open_page', { url: of(0, 0, 'url') }],
  ]),
  answer(
    'weekends-in-june',
    'Do I have a weekend in June with nothing in it?',
    [['list_events', { from: '2026-06-01', to: '2026-06-30T23:59' }]],
    { event: 'm9y7z2h5d1e6' },
  ),
];
