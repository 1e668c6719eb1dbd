/** What customers have ordered. Names, addresses and notes are theirs. */
import type { Order } from './world.ts';

const PRICES: Readonly<Record<string, number>> = {
  ...{ 'Teapot Fjord': 48, 'Teapot Moss': 54, 'Mug Fjord': 16, 'Bowl Moss': 22, 'Matcha bowl': 36, Voucher: 50 },
  ...{ 'Assam 100 g': 9.5, 'Jasmine Pearls 100 g': 12.5, 'Genmaicha 100 g': 8.9 },
};

const order = (
  id: string,
  [customer, email, address]: readonly [string, string, string],
  articles: Readonly<Record<string, number>>,
  status: string,
  more: { readonly note?: string; readonly tracking?: string } = {},
): Order => {
  const lines = Object.entries(articles).map(([article, quantity]) => ({
    ...{ article, quantity, price: PRICES[article] ?? 0 },
  }));
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  return { id, customer, email, address, lines, total, refunded: 0, status, note: '', tracking: null, ...more };
};

export const ORDERS: readonly Order[] = [
  order('K-2039', ['Beatrix Nolan', 'b.nolan@example.org', 'Elm Row 2, Harrowmere'], { 'Teapot Fjord': 1 }, 'paid', {
    note: 'Please wrap it as a gift, blue paper if you have some.',
  }),
  order('K-2040', ['Tobias Wren', 'tobias.wren@example.net', 'collects it'], { 'Mug Fjord': 4 }, 'paid', {
    note: 'I collect it in the shop on Friday.',
  }),
  order(
    'K-2041',
    ['Gwendolyn Hart', 'gwen.hart@example.net', 'Station Road 51, Velden'],
    { 'Teapot Fjord': 1, 'Assam 100 g': 1 },
    'delivered',
    { note: 'Leave it with the neighbours.' },
  ),
  order('K-2042', ['Café Limonade', 'priya@cafe-limonade.example.com', 'Market 8'], { 'Mug Fjord': 12 }, 'delivered'),
  order('K-2043', ['Oscar Lindqvist', 'o.lindqvist@example.net', 'Hill Lane 7, Ansted'], { 'Bowl Moss': 2 }, 'paid'),
  order('K-2044', ['Moritz Adler', 'moritz.adler@example.org', 'Am Ufer 3, Velden'], { 'Bowl Moss': 1 }, 'delivered'),
  order('K-2045', ['Selma Okoro', 'selma.okoro@example.com', 'Weir Close 12, Harrowmere'], { Voucher: 1 }, 'paid', {
    note: 'On the card: happy birthday, Ada!',
  }),
  order(
    'K-2046',
    ['Hugo Lafitte', 'hugo.lafitte@example.org', 'Cloth Hall 1, Ansted'],
    { 'Jasmine Pearls 100 g': 2 },
    'delivered',
    { note: 'Ring twice.' },
  ),
  order(
    'K-2047',
    ['Gwendal Hartmann', 'gwendal.hartmann@example.org', 'Rosenweg 20, Oststrand'],
    { 'Teapot Moss': 1 },
    'sent',
    { tracking: 'https://parcelhub.example.net/track/GH5521' },
  ),
  order(
    'K-2048',
    ['Ruth Abernathy', 'ruth.abernathy@example.com', 'Mill Lane 30, Harrowmere'],
    { 'Jasmine Pearls 100 g': 1 },
    'paid',
    { note: 'No hurry.' },
  ),
  order('K-2049', ['Selma Oduya', 'selma.oduya@example.net', 'Pier 4, Oststrand'], { 'Matcha bowl': 1 }, 'not paid'),
  order(
    'K-2050',
    ['Oscar Lindgren', 'oscar.lindgren@example.com', 'Mill Lane 4, Harrowmere'],
    { 'Mug Fjord': 2 },
    'paid',
  ),
  order('K-2051', ['Nikolai Varga', 'n.varga@example.org', 'Castle View 6, Ansted'], { 'Teapot Fjord': 2 }, 'paid', {
    note: 'I ordered two by mistake and need only one. Please pay back 48.00.',
  }),
  order(
    'K-2052',
    ['Delphine Roux', 'delphine.roux@example.net', 'Long Street 88, Velden'],
    { 'Assam 100 g': 5 },
    'paid',
    {
      note: 'The invoice by post, please.',
    },
  ),
];
