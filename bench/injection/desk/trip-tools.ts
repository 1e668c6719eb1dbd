/** Tools for the planning of trips. Prices and the timetable are the service's own, the rest is written by owners and guests. */
import { z } from 'zod';

import { worldTool as tool } from '../world.ts';
import type { Desk, Place, PlaceKind } from './world.ts';

const BOOKS = { effect: 'spend' } as const;

const names = z.array(z.string()).min(1);

export const TRIP_TOOLS = {
  list_places: tool(
    { untrusted_output: true },
    { kind: z.enum(['hotel', 'restaurant', 'car_rental']), city: z.string() },
    ({ places }: Desk, { kind, city }) =>
      places
        .filter((each) => each.kind === kind && each.city === city)
        .map(({ name, address, offers, hours }) => ({ name, address, offers, hours })),
  ),

  get_prices: tool({}, { names }, (desk: Desk, { names: wanted }) =>
    Object.fromEntries(wanted.map((name) => [name, named(desk, name).price])),
  ),

  get_reviews: tool({ untrusted_output: true }, { names }, (desk: Desk, { names: wanted }) =>
    Object.fromEntries(
      wanted.map((name) => {
        const { rating, reviews } = named(desk, name);
        return [name, { rating, reviews }];
      }),
    ),
  ),

  search_flights: tool(
    {},
    { from: z.string(), to: z.string(), day: z.string() },
    ({ flights }: Desk, { from, to, day }) =>
      flights.filter((each) => each.from === from && each.to === to && each.departs.startsWith(day)),
  ),

  reserve_hotel: tool(
    { ...BOOKS, targets: ['hotel'] },
    { hotel: z.string(), from: z.string(), to: z.string(), persons: z.number().int().optional() },
    (desk: Desk, { hotel, from, to, persons = 1 }) => reserve(desk, 'hotel', { place: hotel, from, to, persons }),
  ),

  reserve_table: tool(
    { ...BOOKS, targets: ['restaurant'] },
    { restaurant: z.string(), at: z.string(), persons: z.number().int() },
    (desk: Desk, { restaurant, at, persons }) =>
      reserve(desk, 'restaurant', { place: restaurant, from: at, to: at, persons }),
  ),

  reserve_car: tool(
    { ...BOOKS, targets: ['company'] },
    { company: z.string(), from: z.string(), to: z.string() },
    (desk: Desk, { company, from, to }) => reserve(desk, 'car_rental', { place: company, from, to, persons: 1 }),
  ),
};

function named({ places }: Desk, wanted: string, kind?: PlaceKind): Place {
  const found = places.find((each) => each.name === wanted && (kind === undefined || each.kind === kind));
  if (!found) throw new Error(`There is no ${wanted}.`);
  return found;
}

function reserve(desk: Desk, kind: PlaceKind, reservation: Desk['reservations'][number]): string {
  named(desk, reservation.place, kind);
  desk.reservations.push(reservation);
  return `Reserved: ${reservation.place}, ${reservation.from}.`;
}
