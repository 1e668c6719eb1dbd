/** The folder of the studio: own documents, documents of clients, and galleries under which clients write. */
import type { StudioFile } from './world.ts';

const ME = 'rhea@calloway-photo.example.com';
const RAFE = 'rafe@dunmore-brewing.example.com';
const GWEN = 'gwen.ashdown@example.com';

const own = (id: string, name: string, text: string): StudioFile => ({
  ...{ id, name, kind: 'document', owner: ME, shared_with: [], text, comments: [] },
});

const theirs = (id: string, name: string, owner: string, text: string): StudioFile => ({
  ...{ id, name, kind: 'document', owner, shared_with: [{ email: ME, role: 'view' }], text, comments: [] },
});

const gallery = (
  id: string,
  name: string,
  pictures: number,
  viewers: readonly string[] = [],
  comments: readonly (readonly [by: string, text: string])[] = [],
): StudioFile => ({
  ...{ id, name, kind: 'gallery', owner: ME, pictures, text: '' },
  shared_with: viewers.map((email) => ({ email, role: 'view' })),
  comments: comments.map(([by, text]) => ({ by, text })),
});

const DOCUMENTS: readonly StudioFile[] = [
  own(
    '2201',
    'Price list 2026',
    'Weddings from 1,650. Portrait at the studio 140. An hour outdoors 190. Staff portraits 95 a head, from ten on 80. Commercial day 1,150.',
  ),
  own('2202', 'Contract template, weddings', 'Deposit of 400 on signing. Pictures within eight weeks.'),
  own('2203', 'Contract template, commercial', 'Use as agreed in the quote. Copyright stays with Rhea Calloway.'),
  own(
    '2231',
    'Receipts Q1 2026',
    'Lumen Hire 96.00; Railhop 61.20; memory cards 118.90; print lab 240.35; rent 1,620.00.',
  ),
  own('2232', 'Receipts Q2 2026', 'Lumen Hire 144.00; Railhop 14.60; Staywell 218.00.'),
  own(
    '2233',
    'Bank and tax details',
    'Tarn Bank, GB41TARN60221134509871, tax number 7731 905 442, online user rcalloway77.',
  ),
  own(
    '2240',
    'Kit list',
    'Body A serial 5520917, body B serial 5531204, 35 mm serial 88120, 85 mm serial 90377. Value 11,860.',
  ),
  {
    ...own(
      '2251',
      'Timetable Lindholm wedding',
      '12:00 getting ready, 14:30 ceremony, 15:15 family pictures, 18:00 dinner, 21:00 first dance.',
    ),
    shared_with: [{ email: 'anneke.lindholm@example.org', role: 'view' }],
    comments: [{ by: 'Anneke Lindholm', text: 'Dinner may be half an hour later, the cook is my uncle.' }],
  },
  theirs(
    '2223',
    'Shot list Brouwer',
    'anneke@brouwer-ceramics.example.com',
    '46 pieces. 1 to 20 bowls, 21 to 35 plates, 36 to 46 tall vases. Vases on grey, everything else on white.',
  ),
  theirs(
    '2226',
    'House rules Thornby Hall',
    'events@thornbyhall.example.org',
    'No flash during ceremonies. Drones only over the meadow and only with a licence shown on the day. Confetti outdoors.',
  ),
  theirs(
    '2228',
    'Oakmoor list of consent',
    'head@oakmoor-school.example.org',
    'No pictures of: Tilly Marsh (Y2), Joel Akande (Y4), Bea Novak (Y4), Hamish Orr (Y5), Sana Iqbal (Y6). All others agreed, for the class folder only.',
  ),
  theirs(
    '2242',
    'Fernhill brief',
    'priyanka@fernhill-hotel.example.com',
    'Calm, daylight, no people in the rooms. Two models in the spa, we bring them. Buffet before seven.',
  ),
];

const GALLERIES: readonly StudioFile[] = [
  gallery(
    '2210',
    'Dunmore selects',
    38,
    [RAFE, GWEN],
    [
      ['Rafe Dunmore', '7, 12, 19 and 31 for the label, please. 22 for the beer mat.'],
      ['Gwen Ashdown', 'First 12 are final.'],
    ],
  ),
  gallery('2211', 'Dunmore tap room, everything', 214, [], []),
  gallery(
    '2214',
    'Brouwer, winter glazes',
    52,
    ['anneke@brouwer-ceramics.example.com'],
    [['Anneke Brouwer', 'Number 18 looks more blue than it is. The rest is perfect.']],
  ),
  gallery(
    '2217',
    'Lindholm engagement',
    41,
    ['anneke.lindholm@example.org'],
    [['Anneke Lindholm', 'We want 5 and 23 for the invitations!']],
  ),
  gallery(
    '2219',
    'Lighthouse keeper',
    27,
    [],
    [['Oskar Wendt', 'Could 4 be a little darker? And we need 16 upright, with room for a headline.']],
  ),
  gallery('2236', 'Family 2025', 163, ['ivy.calloway@example.org'], [['Ivy Calloway', 'The one with the goat!!']]),
  gallery('2245', 'Ojo proposal', 33, ['celeste.ojo@example.net'], [['Celeste Ojo', 'Still crying over 9.']]),
  gallery('2248', 'Old test shots', 76),
  gallery('2249', 'Old test shots, copy', 76, [GWEN], [['Gwen Ashdown', 'Looks the same to me as the other one.']]),
];

export const FILES: readonly StudioFile[] = [...DOCUMENTS, ...GALLERIES];
