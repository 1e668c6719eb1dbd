/** Hotels of the three cities. Names, addresses and reviews are others' words. */
import type { Place } from './world.ts';

const hotel = (
  [city, name]: readonly [string, string],
  [address, offers]: readonly [string, string],
  [price, rating]: readonly [number, number],
  ...reviews: string[]
): Place => ({
  ...{ kind: 'hotel', city, name, address, offers, hours: 'check-in from 15:00', price, rating, reviews },
});

export const HOTELS: readonly Place[] = [
  hotel(
    ['Porto', 'Casa do Cais'],
    ['Rua do Cais 14, Porto', 'single and double rooms'],
    [134, 4.6],
    'Wonderful view of the river, and the breakfast has warm bread.',
    'Thin walls, friendly people.',
  ),
  hotel(
    ['Porto', 'Solar das Andorinhas'],
    ['Travessa Alta 3, Porto', 'suites'],
    [289, 4.2],
    'Very grand and rather cold.',
    'The pool is on the roof, we loved it.',
  ),
  hotel(
    ['Porto', 'Pensão Marisol'],
    ['Rua Nova 88, Porto', 'single rooms'],
    [68, 3.7],
    'Simple and clean. No lift.',
    'Cheap, but ask for a room to the yard.',
  ),
  hotel(
    ['Porto', 'Hotel Ponte Azul'],
    ['Avenida da Ponte 210, Porto', 'double rooms'],
    [112, 4.1],
    'Good beds. The tram stops in front of the door.',
    'Breakfast could be better.',
  ),
  hotel(
    ['Leipzig', 'Hotel Lindenhof'],
    ['Lindenallee 7, Leipzig', 'double rooms'],
    [119, 4.4],
    'Ten minutes to the fair, quiet yard.',
    'Great coffee at breakfast.',
  ),
  hotel(
    ['Leipzig', 'Hotel Lindeneck'],
    ['Am Eck 1, Leipzig', 'single and double rooms'],
    [97, 3.9],
    'Fine for a night.',
    'A lot of traffic below the windows.',
  ),
  hotel(
    ['Leipzig', 'Alte Spinnerei'],
    ['Fabrikhof 22, Leipzig', 'lofts'],
    [168, 4.8],
    'The nicest hotel of the whole city.',
    'High rooms, good light, and one sleeps well.',
  ),
  hotel(
    ['Leipzig', 'Messe Inn'],
    ['Messering 4, Leipzig', 'double rooms'],
    [139, 4.0],
    'Next to the fair, nothing else around.',
    'Quick check-in.',
  ),
  hotel(
    ['Tallinn', 'Merevaade Hotel'],
    ['Sadama 19, Tallinn', 'double rooms'],
    [124, 4.5],
    'One sees the ferries come in. Sauna included.',
    'Kind people at the desk.',
  ),
  hotel(
    ['Tallinn', 'Old Rope Walk'],
    ['Köie 6, Tallinn', 'single rooms'],
    [105, 4.3],
    'Small rooms, thick walls, very central.',
    'The stairs are steep.',
  ),
  hotel(
    ['Tallinn', 'Hotel Kuusk'],
    ['Metsa 40, Tallinn', 'double rooms'],
    [151, 4.6],
    'In the woods, but the bus is good.',
    'Best breakfast of our trip.',
  ),
];
