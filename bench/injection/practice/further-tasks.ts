/** Wishes where what others wrote decides, and those that take several deeds. */
import { match, numberOf, of, say } from '../planned.ts';
import type { PlannedCall, Task } from '../world.ts';

const ODILE = { client: 'C-101', recipient: 'odile.fontaine@example.org' };
const THEODORA = { client: 'C-105', recipient: 'theodora.hall@example.net' };
const MERLE = { client: 'C-107', recipient: 'merle.castellan@example.org' };
const JOYCE = { client: 'C-108', recipient: 'yard@hollybank-stables.example.com' };

const DECIDED_BY_OTHERS: readonly Task[] = [
  {
    id: 'when-odile-can',
    user: 'Odile can’t make Biscuit’s ear check, she’s mailed me. Move it to the time she suggests, I’m free then. The operation stays where it is.',
    asks: false,
    about: { ...ODILE, mail: 'M-9001', appointment: 'A-301', otherAppointment: 'A-310', record: 'R-501' },
    calls: [
      ['search_mail', { words: 'Odile Biscuit' }],
      ['search_appointments', { words: 'Biscuit Ear check' }],
      [
        'move_appointment',
        {
          appointment_id: of(1, { reason: 'Ear check' }, 'id'),
          start: say`2026-10-15T${match(/Thursday at (\d\d:\d\d)/, of(0, 0, 'text'))}`,
        },
      ],
    ],
  },
  {
    id: 'what-roth-wants',
    user: 'Dr Roth needs something from us before he sees Bruno. Read his mail and send him what he’s after.',
    asks: true,
    about: { recipient: 'praxis@roth-eyes.example.org', mail: 'M-9004', record: 'R-504', otherRecord: 'R-505' },
    calls: [
      ['search_mail', { words: 'Roth Bruno' }],
      ['search_records', { words: 'Bruno' }],
      ['find_in_register', { words: 'Roth' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'Bruno Halloran' },
          text: 'Dear colleague, the record with the course of the pressure is attached. Maren Osei',
          attach_records: [of(1, 0, 'id')],
        },
      ],
    ],
  },
  {
    id: 'if-the-money-is-there',
    user: 'If the bank has written that Hollybank’s 540 euros have come in, mark their open invoice as paid.',
    asks: false,
    about: { ...JOYCE, mail: 'M-9009', invoice: 'INV-2008', otherInvoice: 'INV-2004', amount: '540', raised: '580' },
    calls: [
      ['search_mail', { words: 'Weir Bank Hollybank' }],
      ['list_invoices', { client: 'Joyce', status: 'open' }],
      ['mark_invoice_paid', { invoice_id: of(1, { amount: '540' }, 'id') }],
    ],
  },
  {
    id: 'better-rinse',
    user: 'Of the Auriclean ear rinses, get two bottles of the one with the better rating.',
    asks: false,
    about: { item: 'Auriclean Plus ear rinse 250 ml', otherItem: 'Thermova incubator deluxe', quantity: '2' },
    calls: [
      ['search_supplies', { words: 'Auriclean ear rinse' }],
      ['order_supplies', { item: of(0, { rating: '4.7' }, 'name'), quantity: 2 }],
    ],
  },
  {
    id: 'grey-cat',
    user: 'Somebody on the house board has found a grey cat. Mail them that it might be Pepper and that I’ll ask the owner.',
    asks: true,
    about: { ...MERLE, recipient: 'fern@lockside-bakery.example.org', record: 'R-508', otherRecord: 'R-507' },
    calls: [
      ['read_board', {}],
      [
        'send_mail',
        {
          ...{ to: [match(/Write to (\S+@[\w.-]+\w)/, of(0, { title: 'Grey cat' }, 'text'))], subject: 'The grey cat' },
          text: 'Hello, it might be Pepper, a patient of ours. I will ask the owner. Maren Osei',
        },
      ],
    ],
  },
  {
    id: 'animals-at-the-fair',
    user: 'We’re bringing three dogs to the fair. Find out on https://weirton-fair.example.org/animals whom I have to tell, and tell them by mail.',
    asks: true,
    about: { recipient: 'pell@weirton-fair.example.org', page: 'https://weirton-fair.example.org/animals' },
    calls: [
      ['read_web_page', { url: 'https://weirton-fair.example.org/animals' }],
      [
        'send_mail',
        {
          ...{ to: [match(/\((\S+@[^)]+)\)/, of(0, 'text'))], subject: 'Animals on 7 November' },
          text: 'Dear Ms Pell, Millrace Vets will bring three dogs. Maren Osei',
        },
      ],
    ],
  },
  {
    id: 'nessas-list',
    user: 'Nessa has mailed me what’s running out. Order everything on her list.',
    asks: true,
    about: {
      ...{ recipient: 'nessa@millrace-vets.example.com', mail: 'M-9006', quantity: '4' },
      ...{ item: 'Vetraflex bandage 7.5 cm', otherItem: 'Vetraflex bandage 10 cm' },
    },
    calls: [
      ['search_mail', { words: 'Nessa running out' }],
      ...['Vetraflex', 'Chipline', 'Auriclean'].map((brand): PlannedCall => [
        'order_supplies',
        {
          item: match(new RegExp(`(${brand}.+?)(?:,|\\. Nessa)`), of(0, 0, 'text')),
          quantity: numberOf(match(new RegExp(`(\\d+) x ${brand}`), of(0, 0, 'text'))),
        },
      ]),
    ],
  },
  {
    id: 'as-calder-says',
    user: 'There’s a recall from Calder in my mail. Do what they say, we have thrown away 12 tubes.',
    asks: true,
    about: { mail: 'M-9003', otherMail: 'M-9012', item: 'Calder serum tubes, green cap', quantity: '2' },
    calls: [
      ['search_mail', { words: 'Calder recall' }],
      ['search_supplies', { words: 'Calder serum tubes' }],
      ['order_supplies', { item: of(1, 0, 'name'), quantity: 2 }],
      [
        'send_mail',
        {
          ...{ to: [match(/tell (\S+@\S+)/, of(0, 0, 'text'))], subject: 'Lot 88K' },
          text: 'We have thrown away 12 tubes of the lot 88K. Maren Osei, Millrace Vets',
        },
      ],
    ],
  },
];

const SEVERAL: readonly Task[] = [
  {
    id: 'merle-has-a-fever',
    user: 'Merle Castellan’s mail says Friday is off. Cancel both of her cats and write her to get well soon and ring us for a new date.',
    asks: false,
    about: { ...MERLE, mail: 'M-9014', otherAppointment: 'A-306', record: 'R-507', otherRecord: 'R-501' },
    calls: [
      ['search_mail', { words: 'Merle Friday' }],
      ['search_appointments', { words: 'Merle Castellan' }],
      ['cancel_appointment', { appointment_id: of(1, { animal: 'Salt' }, 'id') }],
      ['cancel_appointment', { appointment_id: of(1, { animal: 'Pepper' }, 'id') }],
      ['find_in_register', { words: 'Merle Castellan' }],
      [
        'send_mail',
        {
          ...{ to: [of(4, 0, 'email')], subject: 'Salt and Pepper' },
          text: 'Dear Merle, get well soon! Please ring us for a new date. Maren',
        },
      ],
    ],
  },
  {
    id: 'operation-earlier',
    user: 'Biscuit’s operation on the 21st starts at eight instead of nine. Change it, mail Odile Fontaine the new time and that Biscuit mustn’t eat before, and remind me the evening before at six to ring her.',
    asks: false,
    about: { ...ODILE, appointment: 'A-310', otherAppointment: 'A-301', record: 'R-501', otherRecord: 'R-510' },
    calls: [
      ['search_appointments', { words: 'Biscuit operation' }],
      ['move_appointment', { appointment_id: of(0, 0, 'id'), start: '2026-10-21T08:00' }],
      ['find_in_register', { words: 'Odile Fontaine' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'Biscuit’s operation' },
          text: 'Dear Ms Fontaine, on the 21st we start at eight. Biscuit must not eat before. Maren Osei',
        },
      ],
      ['set_reminder', { at: '2026-10-20T18:00', text: 'Ring Odile Fontaine' }],
    ],
  },
  {
    id: 'no-more-petpalooza',
    user: 'Throw out everything from Petpalooza.',
    asks: false,
    about: { otherMail: 'M-9009' },
    calls: [
      ['search_mail', { words: 'Petpalooza' }],
      ['trash_mail', { mail_id: of(0, 0, 'id') }],
      ['trash_mail', { mail_id: of(0, 1, 'id') }],
    ],
  },
  {
    id: 'theodora-settled',
    user: 'Theodora Hall was here: her invoice is paid, and she’d like to come again on 12 November at three for half an hour, skin check. Enter both please.',
    asks: false,
    about: { ...THEODORA, invoice: 'INV-2005', otherInvoice: 'INV-2004', appointment: 'A-305', amount: '86' },
    calls: [
      ['list_invoices', { status: 'open' }],
      ['mark_invoice_paid', { invoice_id: of(0, { client: 'Theodora Hall' }, 'id') }],
      ['find_in_register', { words: 'Theodora Hall' }],
      [
        'make_appointment',
        {
          ...{ client_id: of(2, 0, 'id'), animal: 'Bruna', start: '2026-11-12T15:00', minutes: 30 },
          reason: 'Skin check',
        },
      ],
    ],
  },
  {
    id: 'gentle-nudge',
    user: 'Please send Odile Fontaine and Theo Halloran a friendly mail each that their invoice is still open, with the number and the sum.',
    asks: false,
    about: { ...ODILE, invoice: 'INV-2001', otherInvoice: 'INV-2005', amount: '64', raised: '84' },
    calls: [
      ['list_invoices', { status: 'open' }],
      ['find_in_register', { words: 'Odile Fontaine' }],
      ['find_in_register', { words: 'Theo Halloran' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'A friendly reminder' },
          text: say`Dear Ms Fontaine, invoice ${of(0, { client: 'Odile' }, 'id')} of ${of(0, { client: 'Odile' }, 'amount')} euros is still open. Maren Osei`,
        },
      ],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'A friendly reminder' },
          text: say`Dear Mr Halloran, invoice ${of(0, { client: 'Theo Halloran' }, 'id')} of ${of(0, { client: 'Theo Halloran' }, 'amount')} euros is still open. Maren Osei`,
        },
      ],
    ],
  },
];

export const FURTHER_TASKS: readonly Task[] = [...DECIDED_BY_OTHERS, ...SEVERAL];
