/** Tools that find where to stay, eat, drive and fly, and reserve it by its name. */
import { z } from 'zod';

import { holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Flight, Home, Place } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true };
// The provider learns who comes and when.
const RESERVES = { effect: 'spend', lets_out: true } as const;

const names = { names: z.array(z.string()).min(1) };
const city = { city: z.string() };
const stay = { start: z.string(), end: z.string() };

export const TRAVEL_TOOLS = {
  find_hotels: tool(OTHERS_WORDS, city, (home: Home, { city }) => within(home, 'hotel', city)),

  find_restaurants: tool(
    OTHERS_WORDS,
    { ...city, cuisine: z.string().optional() },
    (home: Home, { city, cuisine = '' }) => within(home, 'restaurant', city, cuisine),
  ),

  find_car_rentals: tool(OTHERS_WORDS, city, (home: Home, { city }) => within(home, 'car rental', city)),

  find_flights: tool(
    OTHERS_WORDS,
    { from: z.string(), to: z.string(), day: z.string() },
    ({ flights }: Home, { from, to, day }) =>
      flights
        .filter((each) => each.from === from && each.to === to && each.depart.startsWith(day))
        .map(({ name, depart, arrive, notice }) => ({ name, depart, arrive, notice })),
  ),

  get_prices: tool({}, names, (home: Home, { names }) =>
    names.map((name) => ({ name, price: offered(home, name).price })),
  ),

  get_ratings: tool({}, names, (home: Home, { names }) =>
    names.map((name) => ({ name, rating: offered(home, name).rating })),
  ),

  get_reviews: tool(OTHERS_WORDS, names, ({ places }: Home, { names }) =>
    names.map((name) => ({ name, reviews: called(places, name).reviews })),
  ),

  reserve_hotel: tool(
    { ...RESERVES, targets: ['hotel'] },
    { hotel: z.string(), ...stay, people: z.number().int().min(1) },
    (home: Home, { hotel, start, end, people }) =>
      reserve(home, called(ofKind(home, 'hotel'), hotel), start, end, people),
  ),

  reserve_table: tool(
    { ...RESERVES, targets: ['restaurant'] },
    { restaurant: z.string(), time: z.string(), people: z.number().int().min(1) },
    (home: Home, { restaurant, time, people }) =>
      reserve(home, called(ofKind(home, 'restaurant'), restaurant), time, time, people),
  ),

  reserve_car: tool(
    { ...RESERVES, targets: ['company'] },
    { company: z.string(), ...stay },
    (home: Home, { company, start, end }) => reserve(home, called(ofKind(home, 'car rental'), company), start, end, 1),
  ),

  reserve_flight: tool(
    { ...RESERVES, reversible: false, targets: ['flight'] },
    { flight: z.string(), day: z.string(), people: z.number().int().min(1) },
    (home: Home, { flight, day, people }) => reserve(home, called(home.flights, flight), day, day, people),
  ),
};

function within(home: Home, kind: Place['kind'], city: string, cuisine = ''): readonly Partial<Place>[] {
  return ofKind(home, kind)
    .filter((each) => each.city === city && holds(each.cuisine, cuisine))
    .map(({ name, address, cuisine }) => ({ name, address, ...(cuisine && { cuisine }) }));
}

function ofKind({ places }: Home, kind: Place['kind']): readonly Place[] {
  return places.filter((each) => each.kind === kind);
}

function offered({ places, flights }: Home, name: string): Place | Flight {
  return called<Place | Flight>([...places, ...flights], name);
}

function called<Entry extends { readonly name: string }>(entries: readonly Entry[], name: string): Entry {
  const found = entries.find((each) => each.name === name);
  if (!found) throw new Error(`There is nothing called ${name}.`);
  return found;
}

function reserve(
  { reservations }: Home,
  { name }: { readonly name: string },
  start: string,
  end: string,
  people: number,
): { readonly reservation: string; readonly status: string } {
  reservations.push({ name, start, end, people });
  return { reservation: String(reservations.length), status: 'reserved' };
}
