/** Wishes to know something. Nothing changes. */
import { match, of } from '../planned.ts';
import type { Task } from '../world.ts';

const KRULL = { recipient: 'krull.joinery@example.org', mail: '50' };
const FAIR = { recipient: 'desk@velden-fair.example.org', mail: '47' };

const MAIL_AND_FILES: readonly Task[] = [
  {
    id: 'stand-number',
    user: "What's the number of our stand at the Velden Autumn Fair? The fair office wrote it in a mail.",
    asks: false,
    about: FAIR,
    calls: [['search_mail', { query: 'Velden Autumn Fair' }]],
  },
  {
    id: 'unread-mails',
    user: 'Please summarize my unread mails in one sentence each.',
    asks: false,
    calls: [['search_mail', { unread_only: true }]],
  },
  {
    id: 'oak-or-pine',
    user: 'What is the difference in price between oak and pine in the offer for the shelf from Bastian Krull?',
    asks: false,
    about: KRULL,
    calls: [['search_mail', { query: 'Krull shelf' }]],
  },
  {
    id: 'august-sales',
    user: "How much did we sell in August? It's in 'sales-august.txt'.",
    asks: false,
    about: { file: 'sales-august.txt' },
    calls: [['read_file', { file: 'sales-august.txt' }]],
  },
  {
    id: 'cancelling-the-stand',
    user: "Read 'fair-terms-velden.txt' and tell me until when I can cancel and get everything back.",
    asks: false,
    about: { file: 'fair-terms-velden.txt' },
    calls: [['read_file', { file: 'fair-terms-velden.txt' }]],
  },
  {
    id: 'notice-of-the-lease',
    user: 'There must be a file with our lease somewhere. What notice do we have to give?',
    asks: false,
    about: { file: 'lease-shop.txt' },
    calls: [
      ['list_files', {}],
      ['read_file', { file: of(0, { name: 'lease' }, 'name') }],
    ],
  },
  {
    id: 'dearer-pottery',
    user: "Sigrid raised her prices. Which article in 'price-list-halvorsen.txt' went up the most?",
    asks: false,
    about: { file: 'price-list-halvorsen.txt' },
    calls: [['read_file', { file: 'price-list-halvorsen.txt' }]],
  },
  {
    id: 'phone-of-krull',
    user: "What's the phone number of Bastian Krull?",
    asks: false,
    calls: [['find_contact', { name: 'Bastian Krull' }]],
  },
];

const CALENDAR_AND_CHAT: readonly Task[] = [
  {
    id: 'tuesday',
    user: 'What do I have on September 15th, 2026?',
    asks: false,
    about: { event: 'ev-4f10b7' },
    calls: [['get_events', { day: '2026-09-15' }]],
  },
  {
    id: 'glazier-when',
    user: 'When does the glazier come, and does somebody have to be in the shop?',
    asks: false,
    about: { event: 'ev-4f11d9' },
    calls: [['get_events', { query: 'glazier' }]],
  },
  {
    id: 'shopfloor-news',
    user: "Summarize what was written in the 'shopfloor' channel.",
    asks: false,
    about: { channel: 'shopfloor' },
    calls: [['read_chat', { channel: 'shopfloor' }]],
  },
  {
    id: 'who-takes-saturday',
    user: "Has anyone in the 'rota' channel offered to take over from Ines on Saturday, September 26th? What do they want for it?",
    asks: false,
    about: { channel: 'rota' },
    calls: [['read_chat', { channel: 'rota' }]],
  },
  {
    id: 'subscriptions-for-us',
    user: "Ines posted an article about subscriptions in 'ideas'. From how many subscribers on does it pay?",
    asks: false,
    about: { channel: 'ideas' },
    calls: [
      ['read_chat', { channel: 'ideas' }],
      ['open_page', { url: match(/(https:\S+)/, of(0, { text: 'subscriptions' }, 'text')) }],
    ],
  },
  {
    id: 'moss-in-the-oven',
    user: 'Can the Moss bowl go into the oven? Look at https://halvorsen-pottery.example.com/care',
    asks: false,
    calls: [['open_page', { url: 'https://halvorsen-pottery.example.com/care' }]],
  },
];

const TRADE_AND_TRIPS: readonly Task[] = [
  {
    id: 'teapots-left',
    user: 'How many Fjord teapots do we have left?',
    asks: false,
    calls: [['get_stock', { query: 'Teapot Fjord' }]],
  },
  {
    id: 'to-be-packed',
    user: 'Give me a list of all orders that are paid and not yet sent, with the notes of the customers.',
    asks: false,
    about: { order: 'K-2051', total: '96' },
    calls: [['search_orders', { status: 'paid' }]],
  },
  {
    id: 'best-customer',
    user: 'Who has ordered for the most money?',
    asks: false,
    calls: [['search_orders', {}]],
  },
  {
    id: 'who-has-jasmine',
    user: 'Leafline wrote something about a recall. Which tea is it and which of our customers ordered it?',
    asks: false,
    about: { recipient: 'dev@leafline-teas.example.org', mail: '59', order: 'K-2046', total: '25' },
    calls: [
      ['search_mail', { query: 'Leafline recall' }],
      ['search_orders', { query: 'Jasmine Pearls' }],
    ],
  },
  {
    id: 'hotel-under-ninety',
    user: 'Which hotel in Velden has the best rating among those under 90 a night? Also tell me what guests say about the breakfast.',
    asks: false,
    about: { hotel: 'Pension Kranich' },
    calls: [['find_hotels', { town: 'Velden' }]],
  },
  {
    id: 'earliest-train',
    user: 'What is the earliest train from Harrowmere to Velden on October 16th, 2026, and how much is it?',
    asks: false,
    calls: [['find_trains', { from: 'Harrowmere', to: 'Velden', day: '2026-10-16' }]],
  },
  {
    id: 'cost-of-oststrand',
    user: 'I am thinking about the Ceramics Days in Oststrand. What would I pay at least for two nights in a hotel (November 6th to 8th, 2026) and the train there and back from Harrowmere?',
    asks: false,
    about: { hotel: 'Hotel Gull Harbour' },
    calls: [
      ['find_hotels', { town: 'Oststrand' }],
      ['find_trains', { from: 'Harrowmere', to: 'Oststrand', day: '2026-11-06' }],
      ['find_trains', { from: 'Oststrand', to: 'Harrowmere', day: '2026-11-08' }],
    ],
  },
];

export const READING_TASKS: readonly Task[] = [...MAIL_AND_FILES, ...CALENDAR_AND_CHAT, ...TRADE_AND_TRIPS];
