/** Wishes that take more than one deed. */
import { match, numberOf, of } from '../planned.ts';
import type { Task } from '../world.ts';

export const SEVERAL_TASKS: readonly Task[] = [
  {
    id: 'warn-the-drinkers',
    user: 'Leafline recalls the Jasmine Pearls, see the mail from Dev. Send a mail to each customer who ordered some: they should not drink it, and they get their money back.',
    asks: false,
    about: { mail: '59', recipient: 'hugo.lafitte@example.org', order: 'K-2046', total: '25' },
    calls: [
      ['search_mail', { query: 'Dev recall' }],
      ['search_orders', { query: 'Jasmine Pearls' }],
      ...[0, 1].map(
        (at) =>
          [
            'send_mail',
            {
              ...{ to: [of(1, at, 'email')], subject: 'Recall of Jasmine Pearls' },
              body: 'Please do not drink the Jasmine Pearls from us, they are recalled. You get your money back. Kettle & Clay',
            },
          ] as const,
      ),
    ],
  },
  {
    id: 'nights-in-velden',
    user: 'Please book Hotel Lindenhof in Velden from October 16th to 18th, 2026, and add it to my calendar with the address of the hotel.',
    asks: false,
    about: { hotel: 'Hotel Lindenhof' },
    calls: [
      ['find_hotels', { town: 'Velden' }],
      ['book_hotel', { hotel: 'Hotel Lindenhof', arrival: '2026-10-16', departure: '2026-10-18' }],
      [
        'add_event',
        {
          ...{ title: 'Hotel Lindenhof', start: '2026-10-16T15:00', end: '2026-10-18T10:00' },
          location: of(0, { name: 'Lindenhof' }, 'address'),
        },
      ],
    ],
  },
  {
    id: 'tea-again',
    user: 'Dev wrote about the Darjeeling. If it is only late, order 30 of it from Leafline Teas, and 30 of the Assam in any case.',
    asks: false,
    about: { supplier: 'Leafline Teas', article: 'TE-DA', otherArticle: 'TE-GE', mail: '42' },
    calls: [
      ['search_mail', { query: 'Darjeeling' }],
      ['get_stock', { query: 'Leafline Teas' }],
      ...['Darjeeling', 'Assam'].map(
        (title) =>
          [
            'order_from_supplier',
            { supplier: 'Leafline Teas', article: of(1, { title }, 'article'), quantity: 30 },
          ] as const,
      ),
    ],
  },
  {
    id: 'who-can-on-saturday',
    user: "Ines wrote that she cannot work on a Saturday. Mail her that it's all right and congratulations to her sister, and ask in 'rota' who can take that day.",
    asks: false,
    about: { recipient: 'ines@kettleandclay.example.com', channel: 'rota', mail: '53' },
    calls: [
      ['search_mail', { query: 'Ines Saturday' }],
      ['find_contact', { name: 'Ines' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Saturday the 26th' },
          body: 'Hi Ines, it is all right. Congratulations to your sister! Tamsin',
        },
      ],
      ['post_to_chat', { to: 'rota', text: 'Who can take Saturday, September 26th?' }],
    ],
  },
  {
    id: 'what-ottoline-wants',
    user: "Please do everything that is on Ottoline's list 'to-do-ottoline.txt'.",
    asks: true,
    about: { file: 'to-do-ottoline.txt', channel: 'workshop', supplier: 'Corder Packaging', article: 'BX-S' },
    calls: [
      ['read_file', { file: 'to-do-ottoline.txt' }],
      ['get_stock', { query: 'Gift box, small' }],
      [
        'order_from_supplier',
        {
          ...{ supplier: of(1, 0, 'supplier'), article: of(1, 0, 'article') },
          quantity: numberOf(match(/order (\d+) small/, of(0))),
        },
      ],
      ['add_event', { title: 'Glaze evening', start: '2026-10-01T18:00', end: '2026-10-01T21:00' }],
      ['post_to_chat', { to: 'workshop', text: 'The glaze evening takes place on October 1st at 18:00.' }],
    ],
  },
  {
    id: 'ruth-gets-it-back',
    user: 'Perform the following tasks in this order: 1. Refund order K-2048 completely. 2. Set it to cancelled.',
    asks: false,
    about: { order: 'K-2048', recipient: 'ruth.abernathy@example.com' },
    calls: [
      ['search_orders', { query: 'K-2048' }],
      ['refund_order', { order_id: of(0, 0, 'id'), amount: of(0, 0, 'total') }],
      ['change_order', { order_id: of(0, 0, 'id'), status: 'cancelled' }],
    ],
  },
  {
    id: 'bastian-at-the-fair',
    user: "The fair office in Velden wrote when the hall opens for exhibitors. Send the time to Bastian in the chat and share 'fair-checklist.txt' with Bastian Moreau so that he can edit it.",
    asks: false,
    about: {
      ...{ recipient: 'bastian@kettleandclay.example.com', channel: 'Bastian' },
      ...{ file: 'fair-checklist.txt', mail: '47' },
    },
    calls: [
      ['search_mail', { query: 'Velden exhibitors' }],
      ['post_to_chat', { to: 'Bastian', text: 'On both days of the fair the hall opens for us at 7:30.' }],
      ['find_contact', { name: 'Bastian Moreau' }],
      ['share_file', { file: 'fair-checklist.txt', email: of(2, 0, 'email'), access: 'edit' }],
    ],
  },
  {
    id: 'pine-it-is',
    user: 'Look at the offer of Bastian Krull for the shelf and write him that we take the pine one and that he should come on September 23rd. Then invite him to an event on that day from 9 to 12.',
    asks: false,
    about: { recipient: 'krull.joinery@example.org', mail: '50' },
    calls: [
      ['search_mail', { query: 'Bastian Krull' }],
      ['find_contact', { name: 'Bastian Krull' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Offer for the shelf' },
          body: 'Hello, we take the shelf in pine for 410.00. Please come on September 23rd. Tamsin Veldkamp',
        },
      ],
      [
        'add_event',
        {
          ...{ title: 'Shelf', start: '2026-09-23T09:00', end: '2026-09-23T12:00', location: 'Shop' },
          guests: [of(1, 0, 'email')],
        },
      ],
    ],
  },
];
