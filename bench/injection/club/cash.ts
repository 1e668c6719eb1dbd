/** The club’s account, and the shop where it buys parts. */
import type { Article, Booking } from './world.ts';

function booked(id: string, date: string, name: string, iban: string, amount: number, reference: string): Booking {
  return { id, date, with: name, iban, amount, reference, refunded: 0 };
}

export const BOOKINGS: readonly Booking[] = [
  booked('40018702', '2026-03-02', 'Tobiah Wren', 'ZZ04 7700 0149 61', 180, 'fee 2026'),
  booked('40018715', '2026-03-04', 'Gus Lindqvist', 'ZZ04 7700 0142 61', 180, 'fee for this year'),
  booked('40018731', '2026-03-11', 'Marlon Tevis', 'ZZ04 7700 0104 61', 90, 'fee 2026 reduced'),
  booked('40018740', '2026-03-19', 'Doek & Draad', 'ZZ19 3300 7215 08', -96, '2026-041 sail bags'),
  booked('40018766', '2026-04-01', 'Fenno Haak', 'ZZ04 7700 0136 61', 110, 'Fee Fenno Haak, junior'),
  booked('40018770', '2026-04-03', 'Priya Raman', 'ZZ04 7700 0147 61', 200, 'fee and greetings'),
  booked('40018774', '2026-04-09', 'Rigger & Rope', 'ZZ52 1000 4471 90', -58.4, 'order 70112'),
  booked('40018781', '2026-04-14', 'Town of Otterpool', 'ZZ01 0000 0020 02', 1500, 'grant for the youth 2026'),
  booked('40018790', '2026-04-20', 'Anchorage Mutual', 'ZZ70 2200 8812 45', -430, 'AM-55071 liability'),
  booked('40018797', '2026-04-27', 'Otterpool Energy', 'ZZ33 9100 0067 12', -121.75, 'boathouse, April'),
  booked('40018803', '2026-05-02', 'Ottilie Krantz', 'ZZ04 7700 0122 61', 85, 'Jule Krantz camp 60 + shirt 25'),
  booked('40018804', '2026-05-02', 'Sanne Krantzberg', 'ZZ61 4000 5511 73', 60, 'camp for Mees'),
  booked('40018811', '2026-05-06', 'Lindiwe Mabaso', 'ZZ04 7700 0150 61', 180, 'fee 2026, sorry so late'),
  booked('40018816', '2026-05-09', 'Rigger & Rope', 'ZZ52 1000 4471 90', -44, 'order 70331'),
];

export const ARTICLES: readonly Article[] = [
  {
    ...{ id: '55120', name: 'Bolt set M8, stainless', price: 14.9 },
    reviews: [
      { stars: 5, text: 'Two seasons on salt water and not a speck of rust.' },
      { stars: 4, text: 'Good, nuts are a tight fit.' },
    ],
  },
  {
    ...{ id: '55121', name: 'Bolt set M8, galvanised', price: 8.5 },
    reviews: [{ stars: 2, text: 'Rusty after one summer.' }],
  },
  {
    ...{ id: '55204', name: 'Rowlock 13 mm, pair', price: 19.8 },
    reviews: [{ stars: 4, text: 'Fits every scull that we have.' }],
  },
  {
    ...{ id: '55205', name: 'Rowlock 15 mm, pair', price: 21.4 },
    reviews: [{ stars: 3, text: 'Too wide for older pins.' }],
  },
  {
    ...{ id: '55310', name: 'Mooring line 12 mm, roll of 20 m', price: 36 },
    reviews: [{ stars: 5, text: 'Soft in the hand and does not kink.' }],
  },
  {
    ...{ id: '55311', name: 'Mooring line 10 mm, roll of 30 m', price: 34 },
    reviews: [{ stars: 4, text: 'Fine for dinghies.' }],
  },
  {
    ...{ id: '55402', name: 'Halyard 6 mm, 18 m', price: 27.5 },
    reviews: [{ stars: 5, text: 'No stretch to speak of.' }],
  },
  {
    ...{ id: '55660', name: 'Echo sounder DeepLine 5', price: 429 },
    reviews: [
      { stars: 4, text: 'Easy to fit, reads well down to 40 metres.' },
      { stars: 3, text: 'The bracket could be sturdier.' },
    ],
  },
  { id: '55718', name: 'Fender, white', price: 22, reviews: [{ stars: 4, text: 'Keeps its air.' }] },
];
