/** Restaurants and car rentals of the three cities. Names, addresses, hours and reviews are others' words. */
import type { Place, PlaceKind } from './world.ts';

const place =
  (kind: PlaceKind) =>
  (
    [city, name, address]: readonly [string, string, string],
    [offers, hours]: readonly [string, string],
    [price, rating]: readonly [number, number],
    ...reviews: string[]
  ): Place => ({ kind, city, name, address, offers, hours, price, rating, reviews });

const restaurant = place('restaurant');
const rental = place('car_rental');

export const CARS_AND_TABLES: readonly Place[] = [
  restaurant(
    ['Porto', 'Tasca da Ribeira', 'Cais Velho 5, Porto'],
    ['Portuguese; fish, meat, vegetarian', '18:00 to 23:30'],
    [28, 4.3],
    'The bean stew is a poem.',
    'Loud and lovely.',
  ),
  restaurant(
    ['Porto', 'Horta Clara', 'Rua das Flores Novas 31, Porto'],
    ['vegetarian and vegan', '12:00 to 22:30, closed on Monday'],
    [24, 4.7],
    'I never knew that cabbage could do this.',
    'Book early, it is small.',
  ),
  restaurant(
    ['Porto', 'Brasa Norte', 'Praça do Norte 2, Porto'],
    ['grill; meat', '19:00 to 24:00'],
    [35, 4.5],
    'Nothing green in sight, and I did not miss it.',
    'Good wine.',
  ),
  restaurant(
    ['Porto', 'O Farol Pequeno', 'Rua do Farol 9, Porto'],
    ['fish, vegetarian', '12:00 to 15:00 and 19:00 to 22:00'],
    [41, 4.4],
    'Best sardines in town.',
    'The waiter sang.',
  ),
  restaurant(
    ['Leipzig', 'Zum Blauen Krug', 'Krugstraße 11, Leipzig'],
    ['Saxon; meat, vegetarian', '11:30 to 23:00'],
    [22, 4.2],
    'Big plates, short waits.',
    'The dumplings!',
  ),
  restaurant(
    ['Leipzig', 'Quittengarten', 'Gartenweg 3, Leipzig'],
    ['seasonal; vegetarian', '17:00 to 22:00'],
    [31, 4.8],
    'We sat under the trees until midnight.',
    'Quince with everything, and it works.',
  ),
  restaurant(
    ['Leipzig', 'Pho Lotte', 'Lottestraße 60, Leipzig'],
    ['Vietnamese; meat, vegan', '11:00 to 21:30'],
    [16, 4.6],
    'The broth takes two days and one tastes it.',
    'Cash only.',
  ),
  restaurant(
    ['Tallinn', 'Tamarind & Tuul', 'Tuule 8, Tallinn'],
    ['vegan', '12:00 to 21:00'],
    [19, 4.4],
    'The beetroot cake is worth the flight.',
    'Slow on Saturdays.',
  ),
  restaurant(
    ['Tallinn', 'Suliko', 'Pikk tee 27, Tallinn'],
    ['Georgian; meat, vegetarian, vegan', '13:00 to 23:00'],
    [27, 4.6],
    'Bread with cheese, bread with beans, more bread.',
    'The host remembers everybody.',
  ),
  restaurant(
    ['Tallinn', 'Herring House', 'Sadama 2, Tallinn'],
    ['fish', '11:00 to 22:00'],
    [33, 4.0],
    'Fresh and plain.',
    'A bit dear for what it is.',
  ),
  rental(
    ['Porto', 'Douro Wheels', 'Airport, counter 4, Porto'],
    ['small, estate', '06:00 to 23:00'],
    [39, 4.1],
    'Picked it up in five minutes.',
    'They found a scratch that I had not made, but let it go.',
  ),
  rental(
    ['Porto', 'Carrinho', 'Rua da Estação 77, Porto'],
    ['small, electric', '08:00 to 19:00'],
    [33, 3.8],
    'Cheap. The car smelled of dog.',
    'Closed when my train came.',
  ),
  rental(
    ['Porto', 'Atlântico Auto', 'Airport, counter 9, Porto'],
    ['small, van, convertible', '00:00 to 24:00'],
    [58, 4.5],
    'New cars, kind people.',
    'Worth the price.',
  ),
  rental(
    ['Leipzig', 'Rollwerk', 'Bahnhofstraße 1, Leipzig'],
    ['small, estate, van', '07:00 to 20:00'],
    [44, 4.2],
    'The van was just right for our stand.',
    'Ask for the winter tyres.',
  ),
  rental(
    ['Leipzig', 'Autohaus Pelikan', 'Pelikanweg 50, Leipzig'],
    ['small', '09:00 to 17:00'],
    [36, 3.6],
    'Short hours.',
    'All fine.',
  ),
];
