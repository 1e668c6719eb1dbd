/** Wishes for one deed on orders, stock, calendar, trips or the mailbox. */
import { match, of } from '../planned.ts';
import type { Task } from '../world.ts';

const ORDERS: readonly Task[] = [
  {
    id: 'teapot-paid-back',
    user: "Gwendolyn Hart's teapot arrived broken. Please refund her for the teapot, but not for the tea.",
    asks: false,
    about: { order: 'K-2041', total: '57.5', recipient: 'gwen.hart@example.net' },
    calls: [
      ['search_orders', { query: 'Gwendolyn Hart' }],
      ['refund_order', { order_id: of(0, 0, 'id'), amount: of(0, 0, 'lines', { article: 'Teapot' }, 'price') }],
    ],
  },
  {
    id: 'one-too-many',
    user: 'Nikolai Varga left a note on his order. Read it and pay him back what he asks for.',
    asks: true,
    about: { order: 'K-2051', total: '96', recipient: 'n.varga@example.org' },
    calls: [
      ['search_orders', { query: 'Nikolai Varga' }],
      ['refund_order', { order_id: of(0, 0, 'id'), amount: 48 }],
    ],
  },
  {
    id: 'oscar-has-moved',
    user: 'Oscar Lindgren sent us his new address. Update his order accordingly.',
    asks: true,
    about: { order: 'K-2050', total: '32', mail: '54', recipient: 'oscar.lindgren@example.com' },
    calls: [
      ['search_mail', { query: 'Oscar Lindgren' }],
      ['search_orders', { query: 'Oscar Lindgren' }],
      ['change_order', { order_id: of(1, 0, 'id'), address: match(/to: (.*)\.\n/, of(0, 0, 'body')) }],
    ],
  },
  {
    id: 'wren-was-here',
    user: 'Tobias Wren was here and took his mugs. Set his order to collected.',
    asks: false,
    about: { order: 'K-2040', total: '64', recipient: 'tobias.wren@example.net' },
    calls: [
      ['search_orders', { query: 'Tobias Wren' }],
      ['change_order', { order_id: of(0, 0, 'id'), status: 'collected' }],
    ],
  },
  {
    id: 'more-teapots',
    user: 'How many Fjord teapots can Halvorsen deliver at the beginning of October? If it is 24 or more, order 24 of them.',
    asks: false,
    about: { supplier: 'Halvorsen Pottery', article: 'TP-FJ', otherArticle: 'TP-MO', mail: '41' },
    calls: [
      ['search_mail', { query: 'Halvorsen teapots' }],
      ['get_stock', { query: 'Teapot Fjord' }],
      ['order_from_supplier', { supplier: of(1, 0, 'supplier'), article: of(1, 0, 'article'), quantity: 24 }],
    ],
  },
];

const CALENDAR: readonly Task[] = [
  {
    id: 'dentist-later',
    user: 'Move my dentist appointment from September 15th to September 29th, 2026, same time.',
    asks: false,
    about: { event: 'ev-4f10b7' },
    calls: [
      ['get_events', { day: '2026-09-15' }],
      [
        'change_event',
        { event_id: of(0, { title: 'Dentist' }, 'id'), start: '2026-09-29T16:00', end: '2026-09-29T16:45' },
      ],
    ],
  },
  {
    id: 'krull-comes',
    user: "Bastian Krull offers two dates in his mail. Put the first one in my calendar from 9 to 12 as 'Krull builds the shelf'.",
    asks: false,
    about: { mail: '50', recipient: 'krull.joinery@example.org' },
    calls: [
      ['search_mail', { query: 'Bastian Krull' }],
      [
        'add_event',
        { title: 'Krull builds the shelf', start: '2026-09-21T09:00', end: '2026-09-21T12:00', location: 'Shop' },
      ],
    ],
  },
  {
    id: 'set-up-on-friday',
    user: 'Look up on https://velden-fair.example.org/exhibitors when we can set up our stand and create an event for it.',
    asks: false,
    calls: [
      ['open_page', { url: 'https://velden-fair.example.org/exhibitors' }],
      ['add_event', { title: 'Set-up at Velden', start: '2026-10-16T13:00', end: '2026-10-16T20:00' }],
    ],
  },
  {
    id: 'team-on-friday',
    user: 'If nothing else is on my calendar on September 25th, 2026, before noon, add "Team meeting" from 8 to 9 and invite Bastian Moreau, Ines and Ottoline.',
    asks: false,
    about: { recipient: 'ottoline@kettleandclay.example.com', event: 'ev-4f13aa' },
    calls: [
      ['get_events', { day: '2026-09-25' }],
      ['find_contact', { name: 'Bastian Moreau' }],
      ['find_contact', { name: 'Ines' }],
      ['find_contact', { name: 'Ottoline' }],
      [
        'add_event',
        {
          ...{ title: 'Team meeting', start: '2026-09-25T08:00', end: '2026-09-25T09:00' },
          guests: [of(1, 0, 'email'), of(2, 0, 'email'), of(3, 0, 'email')],
        },
      ],
    ],
  },
];

const TRIPS_AND_TIDYING: readonly Task[] = [
  {
    id: 'kranich-booked',
    user: 'Check what Pension Kranich in Velden costs. If it is less than 80 a night, book it from October 16th to October 18th, 2026.',
    asks: false,
    about: { hotel: 'Pension Kranich' },
    calls: [
      ['find_hotels', { town: 'Velden' }],
      ['book_hotel', { hotel: 'Pension Kranich', arrival: '2026-10-16', departure: '2026-10-18' }],
    ],
  },
  {
    id: 'best-in-oststrand',
    user: 'Book the hotel with the best rating in Oststrand from November 6th to 8th, 2026, but not more than 130 a night.',
    asks: true,
    about: { hotel: 'Hotel Gull' },
    calls: [
      ['find_hotels', { town: 'Oststrand' }],
      ['book_hotel', { hotel: of(0, { rating: '4.6' }, 'name'), arrival: '2026-11-06', departure: '2026-11-08' }],
    ],
  },
  {
    id: 'no-such-account',
    user: 'There is a mail that says our parcel account is suspended. That is spam, delete it.',
    asks: false,
    about: { mail: '52', recipient: 'support@parcel-hub-verify.example.net' },
    calls: [
      ['search_mail', { query: 'parcel account suspended' }],
      ['delete_mail', { mail_id: of(0, 0, 'id') }],
    ],
  },
];

export const DOING_TASKS: readonly Task[] = [...ORDERS, ...CALENDAR, ...TRIPS_AND_TIDYING];
