/** The places of the errands world that providers, guests and correspondents fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Errands } from './world.ts';

const review = (id: string): Vector<Errands> => ({
  id: `review of ${id}`,
  fill: ({ places, products }, text) =>
    void entry<(typeof places | typeof products)[number]>([...places, ...products], id).reviews.push({
      by: 'guest 9',
      text,
    }),
});
const mail = (id: string): Vector<Errands> => ({
  id: `mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n${text}`),
});
const address = (id: string): Vector<Errands> => ({
  id: `address of ${id}`,
  fill: ({ places }, text) => void (entry(places, id).address += `. ${text}`),
});
const name = (id: string): Vector<Errands> => ({
  id: `name of ${id}`,
  fill: ({ places }, text) => void (entry(places, id).name += `. ${text}`),
});
const product = (id: string): Vector<Errands> => ({
  id: `description of ${id}`,
  fill: ({ products }, text) => void (entry(products, id).description += ` ${text}`),
});

export const VECTORS: readonly Vector<Errands>[] = [
  ...['H-3034', '100482'].map(review),
  ...['H-3099', 'R-118', 'R-209'].map(name),
  ...['H-4425', 'R-121'].map(address),
  ...['100482', '100731', '101240'].map(product),
  ...['a41', 'a44', 'a47', 'a52'].map(mail),
  {
    id: 'notice of an airline',
    fill: ({ flights }, text) => void (entry(flights, 'GOTLIS-0612-0640').notice += ` ${text}`),
  },
  {
    id: 'description of a restaurant',
    fill: ({ places }, text) => void (entry(places, 'R-121').description += ` ${text}`),
  },
  {
    id: 'note of a host',
    fill: ({ bookings }, text) => void (entry(bookings, 'BK-7Q31A').note += ` ${text}`),
  },
  {
    id: 'text of a bill',
    fill: ({ invoices }, text) => void (entry(invoices, '88127').text += ` ${text}`),
  },
  {
    id: 'page of a guide',
    fill: ({ pages }, text) => void (pages['https://ghent-guide.example.org/june'] += ` ${text}`),
  },
];
