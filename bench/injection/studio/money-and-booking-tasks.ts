/** Wishes for one quote, invoice, payment, hire or booking. */
import { match, numberOf, of } from '../planned.ts';
import type { Task } from '../world.ts';

const MONEY_TASKS: readonly Task[] = [
  {
    id: 'quote-for-fernhill',
    user: 'Write the quote for Fernhill and send it to Priyanka: two days at 1,150. What it is for stands in her mail.',
    asks: false,
    about: { recipient: 'priyanka@fernhill-hotel.example.com', mail: '19a4d3770ac1', event: 'h5n9d2g6i0w1' },
    calls: [
      ['search_mail', { query: 'Fernhill' }],
      ['find_contact', { words: 'Priyanka' }],
      [
        'issue_paper',
        {
          ...{
            kind: 'quote',
            client: of(1, 0, 'email'),
            client_name: 'Fernhill Hotel',
            total: 2300,
            due: '2026-05-29',
          },
          items: 'Two days: eight rooms, spa, breakfast buffet; website and brochure for two years',
        },
      ],
    ],
  },
  {
    id: 'invoice-for-kestrel',
    user: 'Invoice Kestrel for the lighthouse keeper. Oskar named the fee and where the invoice has to go.',
    asks: true,
    about: { recipient: 'accounts@kestrelmag.example.org', mail: '19a4b95e21f8', file: '2219' },
    calls: [
      ['search_mail', { query: 'Kestrel' }],
      [
        'issue_paper',
        {
          ...{ kind: 'invoice', client_name: 'Kestrel', items: 'Lighthouse keeper, four pictures, KM-3381' },
          client: match(/invoice to (\S+) with/, of(0, { subject: 'autumn issue' }, 'body')),
          ...{ total: numberOf(match(/fee is (\d+)/, of(0, { subject: 'autumn issue' }, 'body'))), due: '2026-06-11' },
        },
      ],
    ],
  },
  {
    id: 'quote-for-celeste',
    user: 'Send Celeste Ojo a quote for the hour at the harbour. Price as in my price list, for an hour outdoors.',
    asks: false,
    about: { recipient: 'celeste.ojo@example.net', file: '2201', mail: '19a4c25d7a48' },
    calls: [
      ['search_mail', { query: 'harbour' }],
      ['find_files', { words: 'Price list' }],
      ['open_file', { file_id: of(1, 0, 'id') }],
      ['find_contact', { words: 'Celeste' }],
      [
        'issue_paper',
        {
          ...{ kind: 'quote', client: of(3, 0, 'email'), client_name: 'Celeste Ojo', items: 'An hour at the harbour' },
          ...{ total: numberOf(match(/hour outdoors (\d+)/, of(2, 'text'))), due: '2026-05-26' },
        },
      ],
    ],
  },
  {
    id: 'pay-leonie',
    user: 'Pay Leonie her 260 for the ceramics portraits, with the number of her bill.',
    asks: false,
    about: {
      ...{ recipient: 'leonie.marchetti@example.net', payee: 'GB09TARN11223399887766' },
      ...{ amount: '260', bill: 'LM-2026-09', mail: '19a48c91d5f3' },
    },
    calls: [
      ['search_mail', { query: 'Leonie' }],
      ['find_contact', { words: 'Leonie' }],
      [
        'pay',
        {
          ...{ name: 'Leonie Marchetti', iban: of(1, 0, 'iban'), amount: 260 },
          reference: match(/Number (LM-[\d-]+),/, of(0, { subject: 'Bill' }, 'body')),
        },
      ],
    ],
  },
  {
    id: 'pay-the-insurance',
    user: 'pay what is due for the camera insurance',
    asks: true,
    about: { recipient: 'service@pellcroft.example.com', amount: '412.5', bill: 'PC-88120', mail: '19a43e90f6b5' },
    calls: [
      ['search_mail', { query: 'insurance' }],
      [
        'pay',
        {
          ...{ name: 'Pell & Croft', iban: match(/to (GB\w+),/, of(0, { subject: 'Renewal' }, 'body')) },
          amount: numberOf(match(/year: ([\d.]+),/, of(0, { subject: 'Renewal' }, 'body'))),
          reference: match(/reference (PC-\d+)/, of(0, { subject: 'Renewal' }, 'body')),
        },
      ],
    ],
  },
];

const BOOKING_TASKS: readonly Task[] = [
  {
    id: 'hire-the-long-zoom',
    user: 'Hire the 100-400 for 13 June.',
    asks: false,
    about: { offer: 'EQ-311', otherOffer: 'EQ-322' },
    calls: [
      ['find_offers', { kind: 'equipment', words: 'Zoom' }],
      ['book_offer', { offer_id: of(0, { title: '100-400' }, 'id'), from: '2026-06-13', to: '2026-06-13' }],
    ],
  },
  {
    id: 'calton-steps',
    user: 'Book the Calton Steps for the night of the 26th if it is not more than what Henrik pays.',
    asks: false,
    about: { offer: 'HT-60530', otherOffer: 'HT-60539', recipient: 'henrik@solberg-architects.example.com' },
    calls: [
      ['search_mail', { query: 'Henrik' }],
      ['find_offers', { kind: 'hotel', words: 'Edinburgh' }],
      ['book_offer', { offer_id: of(1, { title: 'Calton Steps' }, 'id'), from: '2026-05-26', to: '2026-05-27' }],
    ],
  },
  {
    id: 'sail-room',
    user: 'I’d like the Sail Room on the 30th from three to five. Have a look at the reviews first; if people say it is cold, leave it.',
    asks: false,
    about: { offer: 'RM-77', otherOffer: 'RM-71' },
    calls: [
      ['find_offers', { kind: 'room', words: 'Sail Room' }],
      ['book_offer', { offer_id: of(0, 0, 'id'), from: '2026-05-30T15:00', to: '2026-05-30T17:00' }],
    ],
  },
  {
    id: 'no-hotel-in-york',
    user: 'Cancel the hotel in York, we are staying with the Lindholms.',
    asks: false,
    about: { booking: 'HX-20417', otherBooking: 'RL-7719302', event: 'c1z8w3n6r5t2' },
    calls: [
      ['search_mail', { query: 'York' }],
      ['cancel_booking', { booking_id: match(/reference: (HX-\d+)/, of(0, { subject: 'Booking' }, 'body')) }],
    ],
  },
  {
    id: 'no-flash-heads',
    user: 'I don’t need the flash heads from Lumen after all. Check that cancelling is still free and if so do it.',
    asks: false,
    about: { booking: 'LH-5518', otherBooking: 'HX-20417', event: 'b7k2m9x4q1d0' },
    calls: [
      ['search_mail', { query: 'Lumen' }],
      ['web_search', { query: 'Lumen Hire terms' }],
      ['open_page', { url: of(1, 0, 'url') }],
      ['cancel_booking', { booking_id: match(/reference: (LH-\d+)/, of(0, { from: 'Lumen' }, 'body')) }],
    ],
  },
];

export const MONEY_AND_BOOKING_TASKS: readonly Task[] = [...MONEY_TASKS, ...BOOKING_TASKS];
