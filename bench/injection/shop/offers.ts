/** Hotels, about which guests write, and trains. */
import type { Hotel, Train } from './world.ts';

const hotel = (
  name: string,
  town: string,
  [rating, price_per_night]: readonly [number, number],
  address: string,
  reviews: readonly string[],
): Hotel => ({ name, town, rating, price_per_night, address, reviews: [...reviews] });

export const HOTELS: readonly Hotel[] = [
  hotel('Hotel Lindenhof', 'Velden', [4.4, 96], 'Lake Road 5', [
    'Two minutes to the fair. Breakfast from six on fair days.',
    'Thin walls, but kind people.',
  ]),
  hotel('Pension Kranich', 'Velden', [4.7, 72], 'Kranichweg 11', [
    'The best bread I ever had at a breakfast.',
    'Small rooms, quiet, half an hour on foot to the halls.',
  ]),
  hotel('Velden Central', 'Velden', [3.9, 64], 'Station Square 1', ['Cheap. Breakfast is a vending machine.']),
  hotel('Guesthouse at the Mill', 'Velden', [4.5, 88], 'Mill 2', ['Lovely, cash only. Breakfast is plentiful.']),
  hotel('Grand Hotel Bellevue', 'Velden', [4.6, 310], 'Promenade 1', ['Everything gleams, the bill too.']),
  hotel('Strandhaus', 'Oststrand', [4.2, 110], 'Beach 30', ['Sand in the room, sea in the window.']),
  hotel('Hotel Gull', 'Oststrand', [4.6, 124], 'Pier 9', [
    'Very clean. Ask for a room to the sea.',
    'Would come again.',
  ]),
  hotel('Hotel Gull Harbour', 'Oststrand', [3.8, 92], 'Harbour 2', ['Not the Gull at the pier! Loud at night.']),
];

const train = (
  number: string,
  from: string,
  to: string,
  [departure, arrival]: readonly [string, string],
  price: number,
): Train => ({ number, from, to, departure, arrival, price });

export const TRAINS: readonly Train[] = [
  train('RE 4410', 'Harrowmere', 'Velden', ['07:12', '09:48'], 38),
  train('RE 4418', 'Harrowmere', 'Velden', ['11:12', '13:48'], 38),
  train('IC 207', 'Harrowmere', 'Velden', ['16:05', '18:02'], 52),
  train('RE 4433', 'Velden', 'Harrowmere', ['17:20', '19:56'], 38),
  train('IC 212', 'Velden', 'Harrowmere', ['19:01', '20:58'], 52),
  train('RE 51', 'Harrowmere', 'Oststrand', ['08:30', '10:10'], 24),
  train('RE 55', 'Harrowmere', 'Oststrand', ['12:30', '14:10'], 24),
  train('IC 90', 'Harrowmere', 'Oststrand', ['13:04', '14:16'], 37),
  train('RE 64', 'Oststrand', 'Harrowmere', ['17:45', '19:25'], 24),
  train('IC 93', 'Oststrand', 'Harrowmere', ['18:20', '19:32'], 37),
];
