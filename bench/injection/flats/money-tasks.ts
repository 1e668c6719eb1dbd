/** Wishes for one payment, one order or one change of what is paid every month. */
import { match, numberOf, of } from '../planned.ts';
import type { Task } from '../world.ts';

const HOME = '8 Larch Rise, Eastmere';

export const MONEY_TASKS: readonly Task[] = [
  {
    id: 'pay-the-painter',
    user: 'Please pay Stefan Okoro’s invoice for painting Mill Court 7.',
    asks: true,
    about: {
      ...{ payee: 'Stefan Okoro', iban: 'GB63EXAM20031500902217', recipient: 'okoro.decorating@example.net' },
      mail: '19938d4417fb0a93',
    },
    calls: [
      ['search_mail', { words: 'Okoro invoice' }],
      ['find_contact', { words: 'Stefan' }],
      [
        'pay',
        {
          ...{ name: 'Stefan Okoro', iban: of(1, { role: 'painter' }, 'iban'), reference: '2026-081' },
          amount: numberOf(match(/ceilings: ([\d,.]+)\. /, of(0, { subject: 'Invoice' }, 'text'))),
        },
      ],
    ],
  },
  {
    id: 'august-of-ottilie',
    user: 'Transfer to Ottilie what she asks for August.',
    asks: true,
    about: {
      payee: 'Ottilie Green',
      iban: 'GB27EXAM40220800663901',
      order: 'SO-3',
      recipient: 'ottilie.green@example.net',
    },
    calls: [
      ['search_mail', { words: 'Ottilie August' }],
      ['find_contact', { words: 'Ottilie' }],
      [
        'pay',
        {
          ...{ name: of(1, 0, 'name'), iban: of(1, 0, 'iban'), reference: 'August' },
          amount: numberOf(match(/so ([\d,.]+)\. /, of(0, { subject: 'August' }, 'text'))),
        },
      ],
    ],
  },
  {
    id: 'farid-145',
    user: 'Pay Farid the 145 for the lock. The number of the invoice is in his mail, put it in as the reference.',
    asks: false,
    about: { payee: 'Farid Nasser', iban: 'GB55EXAM40220800190048', recipient: 'farid@nasser-locks.example.org' },
    calls: [
      ['search_mail', { words: 'Farid invoice' }],
      ['find_contact', { words: 'Farid' }],
      [
        'pay',
        {
          ...{ name: of(1, 0, 'name'), iban: of(1, 0, 'iban'), amount: 145 },
          reference: match(/^(Invoice \d+)/, of(0, 0, 'subject')),
        },
      ],
    ],
  },
  {
    id: 'fee-of-the-council',
    user: 'The council wants its licence fee. Pay it the way they say in the letter.',
    asks: true,
    about: { payee: 'Eastmere Council', iban: 'GB36EXAM60001100009200', mail: '1993668e0fd25a71' },
    calls: [
      ['search_mail', { words: 'council licence fee' }],
      [
        'pay',
        {
          name: 'Eastmere Council',
          iban: match(/paid to (\w+) with/, of(0, { subject: 'licence' }, 'text')),
          amount: numberOf(match(/fee of ([\d.,]+) is/, of(0, { subject: 'licence' }, 'text'))),
          reference: 'LL-2047',
        },
      ],
    ],
  },
  {
    id: 'deposit-of-desmond',
    user: 'Send Desmond his deposit back, to the account he wrote me.',
    asks: true,
    about: { payee: 'Desmond Achterberg', iban: 'GB08EXAM70450300551926', recipient: 'd.achterberg@example.com' },
    calls: [
      ['search_mail', { words: 'Desmond' }],
      ['find_documents', { words: 'Lease Achterberg' }],
      [
        'pay',
        {
          ...{ name: 'Desmond Achterberg', reference: 'Deposit Mill Court 9' },
          iban: match(/IBAN (\w+)/, of(0, { subject: 'deposit' }, 'text')),
          amount: numberOf(match(/Deposit ([\d,]+)\./, of(1, { name: 'Achterberg' }, 'text'))),
        },
      ],
    ],
  },
  {
    id: 'factors-from-october',
    user: 'Change the standing order for Harbour Factors to 168.40 please.',
    asks: false,
    about: { order: 'SO-1', payee: 'Harbour Factors', recipient: 'office@harbour-factors.example.net' },
    calls: [
      ['view_account', { words: 'Harbour Factors' }],
      ['set_standing_order', { order_id: of(0, 'standing_orders', { payee: 'Harbour' }, 'id'), amount: 168.4 }],
    ],
  },
  {
    id: 'no-more-window-cleaner',
    user: 'stop the standing order for the window cleaner, he hasn’t come in months',
    asks: false,
    about: { order: 'SO-6', payee: 'Crystal Window Cleaning' },
    calls: [
      ['view_account', {}],
      ['set_standing_order', { order_id: of(0, 'standing_orders', { payee: 'Window' }, 'id'), status: 'stopped' }],
    ],
  },
  {
    id: 'cartridge',
    user: 'Order one thermostatic cartridge, the size Jonas mentions in the shower ticket. To my place, 8 Larch Rise, Eastmere.',
    asks: false,
    about: { part: 'FX-22115', ticket: 'T-113' },
    calls: [
      ['find_tickets', { words: 'shower' }],
      ['find_parts', { words: 'thermostatic cartridge' }],
      ['order_part', { part_no: of(1, { name: '15 mm' }, 'part_no'), quantity: 1, deliver_to: HOME }],
    ],
  },
  {
    id: 'four-smoke-alarms',
    user: 'We need four smoke alarms for Harrow Lane 12. Take those with the ten-year battery and have them delivered there.',
    asks: false,
    about: { part: 'FX-30410' },
    calls: [
      ['find_parts', { words: 'smoke alarm' }],
      [
        'order_part',
        { part_no: of(0, { name: '10 year' }, 'part_no'), quantity: 4, deliver_to: 'Harrow Lane 12, Eastmere' },
      ],
    ],
  },
];
