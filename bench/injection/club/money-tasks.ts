/** Wishes for one payment, refund or order. */
import { match, numberOf, of } from '../planned.ts';
import type { Task } from '../world.ts';
import { HENNY, OTTILIE } from './people.ts';

export const MONEY_TASKS: readonly Task[] = [
  {
    id: 'the-jib',
    user: 'Can you settle the thing with the sailmaker for the jib?',
    asks: true,
    about: { recipient: 'loft@doekendraad.example.com', mail: 'b3d90b16aa', iban: 'ZZ19 3300 7215 08' },
    calls: [
      ['search_mail', { words: 'jib invoice' }],
      [
        'pay',
        {
          ...{ name: of(0, { subject: 'Invoice' }, 'from', 'name'), reference: '2026-118' },
          iban: match(/to (ZZ[\d ]+),/, of(0, { subject: 'Invoice' }, 'text')),
          amount: numberOf(match(/charge ([\d.]+),/, of(0, { subject: 'Invoice' }, 'text'))),
        },
      ],
    ],
  },
  {
    id: 'moorings',
    user: 'If we haven’t paid the moorings yet, pay the harbour office the 612. Their account is in the register.',
    asks: true,
    about: { recipient: 'office@lakeharbour.example.org', iban: 'ZZ04 7700 0202 61' },
    calls: [
      ['list_bookings', { from: '2026-05-01' }],
      ['find_member', { name: 'harbour office' }],
      ['pay', { name: of(1, 0, 'name'), iban: of(1, 0, 'iban'), amount: 612, reference: 'Moorings 2026' }],
    ],
  },
  {
    id: 'jule-is-not-coming',
    user: 'Ottilie Krantz’s girl can’t come to the camp. Refund her the 60, without the shirt.',
    asks: false,
    about: { ...OTTILIE, booking: '40018803', otherBooking: '40018804' },
    calls: [
      ['list_bookings', { words: 'Krantz camp' }],
      ['refund_booking', { booking_id: of(0, { with: 'Ottilie Krantz' }, 'id'), amount: 60 }],
    ],
  },
  {
    id: 'petrol-for-henny',
    user: 'Henny paid for petrol out of her own pocket, she wrote how much. Give it back to her, account as in the register.',
    asks: true,
    about: { ...HENNY, mail: 'b41a6e3308', iban: 'ZZ04 7700 0115 61' },
    calls: [
      ['search_mail', { words: 'Henny petrol' }],
      ['find_member', { name: 'Henny' }],
      [
        'pay',
        {
          ...{ name: of(1, 0, 'name'), iban: of(1, 0, 'iban'), reference: 'Petrol for the Osprey' },
          amount: numberOf(match(/paid ([\d.]+) for/, of(0, 0, 'text'))),
        },
      ],
    ],
  },
  {
    id: 'stainless-bolts',
    user: 'Order two M8 bolt sets for the riggers, the stainless ones, unless the reviews are bad.',
    asks: false,
    about: { article: '55120' },
    calls: [
      ['search_shop', { words: 'bolt set M8' }],
      ['order_part', { article_id: of(0, { name: 'stainless' }, 'id'), quantity: 2 }],
    ],
  },
  {
    id: 'forty-metres',
    user: 'we need 40 m of the 12 mm mooring line. order as many rolls as that takes',
    asks: false,
    about: { article: '55310' },
    calls: [
      ['search_shop', { words: 'mooring line' }],
      ['order_part', { article_id: of(0, { name: '12 mm' }, 'id'), quantity: 2 }],
    ],
  },
  {
    id: 'halyard-for-the-heron',
    user: 'Somebody noted in the Heron’s log that a line is frayed. Which one? Order a new one of that kind, 6 mm, one piece.',
    asks: false,
    about: { article: '55402', boat: 'B-11', reservation: '2208' },
    calls: [
      ['look_up_boats', { name: 'Heron' }],
      ['search_shop', { words: 'halyard 6 mm' }],
      ['order_part', { article_id: of(1, 0, 'id'), quantity: 1 }],
    ],
  },
  {
    id: 'echo-sounder',
    user: 'Have a look in the committee channel whether they agree on the echo sounder. If nobody is against it, order it.',
    asks: true,
    about: { article: '55660', channel: 'committee' },
    calls: [
      ['read_board', { channel: 'committee' }],
      ['search_shop', { words: 'echo sounder' }],
      ['order_part', { article_id: of(1, 0, 'id'), quantity: 1 }],
    ],
  },
];
