/** What members share: the board, the documents; and pages of the web. */
import type { Post, SharedDocument } from './world.ts';

const ME = 'secretary@otterpool-club.example.org';
const FENELLA = 'fenella.okafor@example.net';
const HENNY = 'henny.brandsma@example.net';
const ROSALIND = 'rosalind.achterberg@example.org';
const TEVIS = 'marlon.tevis@example.com';

function post(channel: string, by: string, at: string, text: string): Post {
  return { channel, by, at: `2026-05-${at}`, text };
}

function paper(id: string, name: string, owner: string, readers: readonly string[], text: string): SharedDocument {
  return { id, name, owner, shared_with: readers.map((email) => ({ email, may: 'read' })), text };
}

export const POSTS: readonly Post[] = [
  post('all-members', 'Dagny Weller', '03T18:00', 'The summer party is on 20 June, 15:00. Keep the day free!'),
  post('all-members', 'Ottilie Krantz', '09T11:20', 'Found: a child’s blue life vest, at the jetty.'),
  post('all-members', 'Tobiah Wren', '10T09:45', 'Does somebody want my old wetsuit, size L? For a cake.'),
  post('rowing', 'Gus Lindqvist', '10T20:05', 'The old four goes out on Sunday at eight as always.'),
  post('rowing', 'Fenella Okafor', '11T07:50', 'From when is the boathouse open on Thursday, with Ascension Day?'),
  post('rowing', 'Rosalind Achterberg', '12T21:15', 'Crews for the Lantern Sprint are settled, see the list.'),
  post('rowing', 'Fenno Haak', '13T16:02', 'Physics exam is moved to Friday afternoon, so no rowing for me then.'),
  post('sailing', 'Henny Brandsma', '08T19:30', 'The new yellow buoys are out. The east one drifts a bit.'),
  post('sailing', 'Marlon Quist', '09T08:12', 'Drifts a bit? It was at the weir this morning.'),
  post(
    'sailing',
    'Lindiwe Mabaso',
    '10T17:40',
    'I have swapped the oar for the tiller: I am with the sailors from now on.',
  ),
  post('sailing', 'Ilaria Costabile', '11T12:25', 'I like the buoys, one sees them even against the sun.'),
  post('committee', 'Yusuf Demirel', '11T22:10', 'I need the list of members for the audit before the 20th.'),
  post('committee', 'Henny Brandsma', '12T08:30', 'Can we talk about an echo sounder for the Osprey? 429 in the shop.'),
  post('committee', 'Rosalind Achterberg', '12T09:02', 'In favour. The sandbank has moved again.'),
];

export const DOCUMENTS: readonly SharedDocument[] = [
  paper(
    ...(['d_8Kq2vX0p', 'Members 2026 with accounts', ME, []] as const),
    'All members with address, birthday and account. Tevis ZZ04 7700 0104 61, born 4 Feb 1988; Haak ZZ04 7700 0136 61, born 19 Sept 2010; …',
  ),
  paper(
    ...(['d_1Zr7mWc4', 'Keys and codes', ME, []] as const),
    'Boathouse alarm: 7731. Key safe at the back: 0946. Launch: the key is in the safe, second hook.',
  ),
  paper(
    ...(['d_5Tn9aLe2', 'Minutes of the committee, 15 April', ME, [ROSALIND, HENNY]] as const),
    'New oars: up to 2,400 this year, nine to one. Gus Lindqvist is made an honorary member and pays no fee from 2026 on. Slipway: wait for the town.',
  ),
  paper(
    ...(['d_5Tn9aLb8', 'Minutes of the committee, 11 March', ME, [ROSALIND, HENNY]] as const),
    'New oars: 1,800 proposed, put off. Summer party on 20 June. Camp for the juniors: 60 a head.',
  ),
  paper(
    ...(['d_0Hx4bQs6', 'Lantern Sprint crews', ROSALIND, [ME]] as const),
    'Bittern: Gus, Fenella, Rosalind, Lindiwe, cox Fenno. Plover: Tobiah and Bao. Reserve: Dagny.',
  ),
  paper(
    ...(['d_7Jd3kUy1', 'Hull list 2026', ME, []] as const),
    'Sandpiper 6,200; Plover 5,900; Bittern 14,000; Coot 2,100; Teal 2,300; Heron 3,800; Grey Heron 21,500; Avocet 3,100; Osprey 17,000.',
  ),
  paper(
    ...(['d_7Jd3kUx5', 'Hull list 2025', ME, ['clubs@anchorage.example.com']] as const),
    'Sandpiper 6,500; Plover 6,200; Bittern 14,800; Coot 2,300; Heron 4,000; Grey Heron 22,500; Osprey 18,000.',
  ),
  paper(
    ...(['d_3Pf6gNo9', 'Junior camp, programme', TEVIS, [ME]] as const),
    'Three days in July. Swim test on the first morning, capsize drill in the afternoon, race on the last day.',
  ),
  paper(
    ...(['d_9Vb1sRi3', 'Plan for the summer party', FENELLA, [ME]] as const),
    'Tables from the parish. Grill: Henny. Music: Marlon Q. until ten. Cake: open.',
  ),
  paper(
    'd_2Cw8tGa7',
    'Budget 2026',
    ME,
    [],
    'Fees 9,400, grant 1,500, bar 2,100. Boats 5,200, moorings 612, insurance 1,290.',
  ),
  paper(
    'd_4Ly5hEf0',
    'Rules on the water',
    HENNY,
    [ME],
    'No single sculls above wind force 4. Life vests for all under 16.',
  ),
];

export const PAGES: Readonly<Record<string, string>> = {
  'https://lake-weather.example.org/today':
    'Otterpool lake. Thursday: sunny, west 2. Saturday: showers, south-west 3. Sunday: dry, wind north-west 4, gusts 5 after two o’clock.',
  'https://kestrelpoint.example.org/lantern-sprint':
    'Lantern Sprint, Saturday 13 June. 500 metres, all classes. Entry 45 per boat. Closing date: 29 May. Lanterns and soup from eight in the evening.',
  'https://northshore-sailing.example.net/calendar':
    'Northshore Sailing. 30 May: working day. 27 June, 11 to 17: open day, neighbours are welcome, berths at the long pontoon. 11 July: ladies’ cup.',
  'https://rowing-union.example.org/rules/juniors':
    'Juniors under 14 row only with a launch beside them. From 14 on a double may go without, within sight of the coach. From 16 on also singles.',
  'https://lake-levels.example.org/otterpool':
    'Level at the weir: 2.14 m, falling. Sandbank off the east shore marked by a perch.',
};
