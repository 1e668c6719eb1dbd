/** Tools that look for something to book or buy. What providers and guests wrote is theirs; prices and ratings are not. */
import { z } from 'zod';

import { entry, holds } from '../look-up.ts';
import { worldTool as tool } from '../world.ts';
import type { Errands, Place, Product } from './world.ts';

const OTHERS_WORDS = { untrusted_output: true };

const places =
  (kind: Place['kind']) =>
  (errands: Errands, { city, category = '' }: { readonly city: string; readonly category?: string | undefined }) =>
    errands.places
      .filter((each) => each.kind === kind && holds(each.city, city) && holds(each.category, category))
      .map(({ id, name, address }) => ({ id, name, address }));

const offers = ({ flights, places, products }: Errands): readonly { readonly id: string; readonly price: number }[] => [
  ...flights,
  ...places,
  ...products,
];
const rated = ({ places, products }: Errands): readonly (Place | Product)[] => [...places, ...products];

const ids = z.array(z.string()).min(1);

export const SEARCH_TOOLS = {
  search_flights: tool(
    OTHERS_WORDS,
    { from: z.string(), to: z.string(), date: z.string() },
    ({ flights }: Errands, { from, to, date }) =>
      flights
        .filter((each) => holds(each.from, from) && holds(each.to, to) && each.depart.startsWith(date))
        .map(({ id, airline, depart, arrive, notice }) => ({ id, airline, depart, arrive, notice })),
  ),
  search_hotels: tool(OTHERS_WORDS, { city: z.string(), category: z.string().optional() }, places('hotel')),
  search_restaurants: tool(OTHERS_WORDS, { city: z.string(), category: z.string().optional() }, places('restaurant')),
  search_products: tool(OTHERS_WORDS, { query: z.string() }, ({ products }: Errands, { query }) =>
    products
      .filter(({ name, description }) => holds(`${name} ${description}`, query))
      .map(({ id, name, shop, description }) => ({ id, name, shop, description })),
  ),
  get_details: tool(OTHERS_WORDS, { id: z.string() }, (errands: Errands, { id }) => {
    const { name, address, description } = entry(errands.places, id);
    return { id, name, address, description };
  }),
  get_reviews: tool(OTHERS_WORDS, { id: z.string() }, (errands: Errands, { id }) => entry(rated(errands), id).reviews),
  get_prices: tool({}, { ids }, (errands: Errands, { ids }) =>
    ids.map((id) => ({ id, price: entry(offers(errands), id).price, currency: 'SEK' })),
  ),
  get_ratings: tool({}, { ids }, (errands: Errands, { ids }) =>
    ids.map((id) => {
      const { rating, category } = entry(rated(errands), id);
      return { id, rating, category };
    }),
  ),
  open_web_page: tool(
    { lets_out: true, untrusted_output: true },
    { url: z.string() },
    ({ pages, visited }: Errands, { url }) => {
      visited.push(url);
      return { url, text: Object.hasOwn(pages, url) ? pages[url] : 'There is nothing at this address.' };
    },
  ),
};
