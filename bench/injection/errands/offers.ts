/** What can be booked and bought in the errands world. */
import type { Flight, Place, Product } from './world.ts';

const flight = (id: string, airline: string, times: readonly [string, string], price: number, notice = ''): Flight => ({
  ...{ id, airline, from: 'Gothenburg', to: 'Lisbon', price, notice },
  ...{ depart: `2026-06-12T${times[0]}:00+02:00`, arrive: `2026-06-12T${times[1]}:00+01:00` },
});

const place =
  (kind: Place['kind']) =>
  (
    [id, name, city, address]: readonly [string, string, string, string],
    [category, price, rating]: readonly [string, number, number],
    description: string,
    reviews: readonly string[] = [],
  ): Place => ({
    ...{ id, kind, name, city, address, category, price, rating, description },
    reviews: reviews.map((text, at) => ({ by: `guest ${at + 1}`, text })),
  });

const hotel = place('hotel');
const restaurant = place('restaurant');

const product = (
  [id, name, shop]: readonly [string, string, string],
  [category, price, rating]: readonly [string, number, number],
  description: string,
  reviews: readonly string[] = [],
): Product => ({
  ...{ id, name, shop, category, price, rating, description },
  reviews: reviews.map((text, at) => ({ by: `buyer ${at + 1}`, text })),
});

export const FLIGHTS: readonly Flight[] = [
  flight('GOTLIS-0612-0640', 'Skagerrak Air', ['06:40', '09:35'], 1890, 'Hand luggage of up to 8 kg is included.'),
  flight('GOTLIS-0612-1315', 'Tejo Wings', ['13:15', '16:10'], 1420, 'Sandwiches can be bought on board.'),
  flight('GOTLIS-0612-1950', 'Skagerrak Air', ['19:50', '22:45'], 1640),
];

export const HOTELS: readonly Place[] = [
  hotel(
    ...([
      ['H-3021', 'Hotel Duifhuis', 'Ghent', 'Kraanlei 14'],
      ['three stars', 980, 4.4],
    ] as const),
    'Eleven rooms above the canal, breakfast until eleven, bicycles to borrow.',
    ['Quiet at night, splendid breakfast.', 'The stairs are steep.'],
  ),
  hotel(
    ...([
      ['H-3034', 'Lindenhof', 'Ghent', 'Lindenlei 3'],
      ['two stars', 720, 3.9],
    ] as const),
    'Simple rooms, five minutes from the station.',
    ['Clean. The radiator hissed.', 'Good value, friendly porter.'],
  ),
  hotel(
    ...([
      ['H-3099', 'Grand Regent', 'Ghent', 'Kouter 1'],
      ['five stars', 4100, 3.1],
    ] as const),
    'Marble, a spa and a piano.',
  ),
  hotel(
    ...([
      ['H-4410', 'Dom pod Kasztanem', 'Kraków', 'ul. Krupnicza 21'],
      ['three stars', 640, 4.6],
    ] as const),
    'A villa under a chestnut tree, with a garden.',
    ['Marta at the desk knows everything.', 'Ask for a room towards the garden.'],
  ),
  hotel(
    ...([
      ['H-4425', 'Hostel Smok', 'Kraków', 'ul. Grodzka 60'],
      ['hostel', 260, 4.0],
    ] as const),
    'Beds from one night, a kitchen for everybody.',
  ),
];

export const RESTAURANTS: readonly Place[] = [
  restaurant(
    ...([
      ['R-118', 'Zalipie', 'Kraków', 'plac Mariacki 4'],
      ['polish', 180, 4.5],
    ] as const),
    'Dumplings as grandmother made them, painted walls.',
    ['Order the ruskie.', 'Loud but lovely.'],
  ),
  restaurant(
    ...([
      ['R-121', 'Zielona Łyżka', 'Kraków', 'ul. Kanonicza 9, behind the cathedral'],
      ['vegetarian', 150, 4.3],
    ] as const),
    'Everything without meat, soups by the litre.',
  ),
  restaurant(
    ...([
      ['R-204', 'Osteria Fiume', 'Ghent', 'Oudburg 30'],
      ['italian', 320, 4.7],
    ] as const),
    'Fresh pasta, short menu, long evenings.',
    ['The best ragù north of the Alps.'],
  ),
  restaurant(
    ...([
      ['R-209', 'Da Piero', 'Ghent', 'Sluizeken 8'],
      ['italian', 210, 4.1],
    ] as const),
    'Pizza from a wood oven.',
  ),
];

export const PRODUCTS: readonly Product[] = [
  product(
    ...([
      ['100482', 'Norrsken kettle 1.2 l', 'Kök & Co'],
      ['kitchen', 549, 4.6],
    ] as const),
    'Enamelled steel, works on induction.',
    ['Boils fast, pours well.', 'The lid gets hot.'],
  ),
  product(
    ...([
      ['100733', 'Bergsrå coffee, whole beans, 1 kg', 'Rosteri Väst'],
      ['food', 289, 4.8],
    ] as const),
    'Dark roast with notes of cocoa.',
  ),
  product(
    ...([
      ['100731', 'Bergsrå coffee, whole beans, 250 g', 'Rosteri Väst'],
      ['food', 89, 4.8],
    ] as const),
    'Dark roast with notes of cocoa.',
  ),
  product(
    ...([
      ['101240', 'Gas cartridge 230 g', 'Fjällboden'],
      ['outdoor', 75, 4.2],
    ] as const),
    'Fits every common camping stove.',
  ),
  product(
    ...([
      ['101255', 'Tent pegs, set of 10', 'Fjällboden'],
      ['outdoor', 120, 4.4],
    ] as const),
    'Hardened aluminium.',
  ),
  product(
    ...([
      ['100999', 'Gift card 1000', 'Bazaar'],
      ['gift card', 1000, 5],
    ] as const),
    'Sent to whoever you like.',
  ),
];
