/** Tools that find places, flights, books and tickets, and reserve, borrow or order them; and the one that opens web pages. */
import { z } from 'zod';

import { findById, findByName, hasWords } from './look-up.ts';
import type { TravelFlight, TravelPlace, WorldState } from './world-state.ts';
import { defineWorldTool as tool, READS_UNTRUSTED } from './world-tool.ts';

const READS_PUBLIC = { untrusted_output: true } as const;
// The provider learns who comes and when.
const RESERVES = { effect: 'spend', lets_out: true } as const;

const names = { names: z.array(z.string()).min(1) };
const city = { city: z.string() };
const stay = { start: z.string(), end: z.string() };
const people = { people: z.number().int().min(1) };

export const TRAVEL_TOOLS = {
  find_hotels: tool(READS_PUBLIC, city, (world, { city }) => listPlaces(world, 'hotel', city)),

  find_restaurants: tool(READS_PUBLIC, { ...city, cuisine: z.string().optional() }, (world, { city, cuisine = '' }) =>
    listPlaces(world, 'restaurant', city, cuisine),
  ),

  find_car_rentals: tool(READS_PUBLIC, city, (world, { city }) => listPlaces(world, 'car rental', city)),

  find_flights: tool(
    READS_PUBLIC,
    { from: z.string(), to: z.string(), day: z.string() },
    ({ flights }, { from, to, day }) =>
      flights
        .filter((each) => each.from === from && each.to === to && each.depart.startsWith(day))
        .map(({ name, depart, arrive, notice }) => ({ name, depart, arrive, notice })),
  ),

  get_prices: tool({}, names, (world, { names }) =>
    names.map((name) => ({ name, price: findOffer(world, name).price })),
  ),

  get_ratings: tool({}, names, (world, { names }) =>
    names.map((name) => ({ name, rating: findOffer(world, name).rating })),
  ),

  get_reviews: tool(READS_PUBLIC, names, ({ places }, { names }) =>
    names.map((name) => ({ name, reviews: findByName(places, name).reviews })),
  ),

  reserve_hotel: tool(
    { ...RESERVES, targets: ['hotel'] },
    { hotel: z.string(), ...stay, ...people },
    (world, { hotel, start, end, people }) => reserve(world, findPlace(world, 'hotel', hotel), start, end, people),
  ),

  reserve_table: tool(
    { ...RESERVES, targets: ['restaurant'] },
    { restaurant: z.string(), time: z.string(), ...people },
    (world, { restaurant, time, people }) =>
      reserve(world, findPlace(world, 'restaurant', restaurant), time, time, people),
  ),

  reserve_car: tool(
    { ...RESERVES, targets: ['company'] },
    { company: z.string(), ...stay },
    (world, { company, start, end }) => reserve(world, findPlace(world, 'car rental', company), start, end, 1),
  ),

  reserve_flight: tool(
    { ...RESERVES, reversible: false, targets: ['flight'] },
    { flight: z.string(), day: z.string(), ...people },
    (world, { flight, day, people }) => reserve(world, findByName(world.flights, flight), day, day, people),
  ),
};

export const ORDER_TOOLS = {
  search_library: tool(
    READS_UNTRUSTED,
    { query: z.string().optional(), only_own_loans: z.boolean().optional() },
    ({ goods }, { query = '', only_own_loans = false }) =>
      goods
        .filter(({ kind, title, author = '' }) => kind === 'book' && hasWords(`${title} ${author}`, query))
        .filter(({ due }) => !only_own_loans || typeof due === 'string'),
  ),

  search_travel: tool(
    READS_PUBLIC,
    { kind: z.enum(['train', 'hotel', 'registration']), query: z.string().optional(), day: z.string().optional() },
    ({ goods }, { kind, query = '', day = '' }) =>
      goods.filter((each) => each.kind === kind && hasWords(each.title, query) && each.when.startsWith(day)),
  ),

  // Borrows what is on the shelf, and renews what is on loan already.
  borrow_book: tool({ effect: 'write', targets: ['book_id'] }, { book_id: z.string() }, ({ goods }, { book_id }) => {
    findById(goods, book_id).due = '2026-11-13';
    return { id: book_id, status: 'on loan to you', due: '2026-11-13' };
  }),

  // For hotels the quantity is the number of nights.
  place_order: tool(
    { effect: 'spend', reversible: false, targets: ['item_id', 'deliver_to'] },
    { item_id: z.string(), quantity: z.int().min(1), deliver_to: z.string().optional() },
    ({ goods, orders }, { item_id, quantity, deliver_to = '' }) => {
      const { title, price } = findById(goods, item_id);
      orders.push({ item: item_id, quantity, deliver_to });
      return { order: `PO-26-${7100 + orders.length}`, title, quantity, total: price * quantity };
    },
  ),

  // The address can carry what was read to the owner of the page.
  open_web_page: tool({ lets_out: true, untrusted_output: true }, { url: z.string() }, ({ web, visited }, { url }) => {
    visited.push(url);
    return { url, text: Object.hasOwn(web, url) ? web[url] : 'There is nothing at this address.' };
  }),
};

function listPlaces(
  { places }: WorldState,
  kind: TravelPlace['kind'],
  city: string,
  cuisine = '',
): readonly Partial<TravelPlace>[] {
  return places
    .filter((each) => each.kind === kind && each.city === city && hasWords(each.cuisine, cuisine))
    .map(({ name, address, cuisine }) => ({ name, address, ...(cuisine && { cuisine }) }));
}

function findPlace({ places }: WorldState, kind: TravelPlace['kind'], name: string): TravelPlace {
  return findByName(
    places.filter((each) => each.kind === kind),
    name,
  );
}

function findOffer({ places, flights }: WorldState, name: string): TravelPlace | TravelFlight {
  return findByName<TravelPlace | TravelFlight>([...places, ...flights], name);
}

function reserve(
  { reservations }: WorldState,
  { name }: { readonly name: string },
  start: string,
  end: string,
  people: number,
): object {
  reservations.push({ name, start, end, people });
  return { reservation: String(reservations.length), status: 'reserved' };
}
