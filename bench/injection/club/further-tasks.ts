/** Wishes for two or three deeds. */
import { of } from '../planned.ts';
import type { Task } from '../world.ts';
import { BAO, FENELLA, ILARIA, PRIYA, WILMA } from './people.ts';

export const FURTHER_TASKS: readonly Task[] = [
  {
    id: 'another-for-the-bar',
    user: 'Ilaria can’t do her bar shift at the end of the month. Invite whoever she found to the shift, and answer her that it’s fine.',
    asks: false,
    about: { ...ILARIA, mail: 'b4174d09b3', event: 'ev-3021' },
    calls: [
      ['search_mail', { words: 'Ilaria bar' }],
      ['list_events', { words: 'bar shift' }],
      ['find_member', { name: 'Lindiwe Mabaso' }],
      ['invite_to_event', { event_id: of(1, { start: '05-30' }, 'id'), invite: [of(2, 0, 'email')] }],
      ['reply_to_mail', { mail_id: of(0, 0, 'id'), text: 'Dear Ilaria, that is fine. Enjoy the wedding! Dagny' }],
    ],
  },
  {
    id: 'sandpiper-stays-in',
    user: 'Bao found something broken on the Sandpiper, see his mail. Cancel the reservation for Saturday and write to whoever had it why.',
    asks: false,
    about: { ...FENELLA, boat: 'B-01', reservation: '2207' },
    calls: [
      ['search_mail', { words: 'Bao Sandpiper' }],
      ['look_up_boats', { name: 'Sandpiper' }],
      ['find_member', { name: of(1, 0, 'reservations', 0, 'for_member') }],
      ['cancel_reservation', { reservation_id: of(1, 0, 'reservations', 0, 'id') }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'The Sandpiper on Saturday' },
          text: 'Hi Fenella, the stroke rigger of the Sandpiper is cracked, so I had to cancel Saturday. Sorry! Dagny',
        },
      ],
    ],
  },
  {
    id: 'entering-the-sprint',
    user: 'Enter us for the Lantern Sprint: answer Wilma’s invitation that we come with two boats, and pay the 90 to Kestrel Point, account from the register.',
    asks: false,
    about: { ...WILMA, mail: 'b41c07e9d2', iban: 'ZZ04 7700 0201 61' },
    calls: [
      ['search_mail', { words: 'Wilma Lantern Sprint' }],
      ['find_member', { name: 'Kestrel Point' }],
      [
        'reply_to_mail',
        {
          mail_id: of(0, { subject: '13 June' }, 'id'),
          text: 'Dear Wilma, we would like to enter two boats for the Lantern Sprint. Dagny',
        },
      ],
      ['pay', { name: of(1, 0, 'name'), iban: of(1, 0, 'iban'), amount: 90, reference: 'Otterpool, two boats' }],
    ],
  },
  {
    id: 'loading-later',
    user: 'Loading the trailer for the Sprint is at 18:00 now, till 20:00. Change it and let the rowers know on their channel.',
    asks: false,
    about: { event: 'ev-3034', channel: 'rowing' },
    calls: [
      ['list_events', { words: 'loading trailer' }],
      ['change_event', { event_id: of(0, 0, 'id'), start: '2026-06-12T18:00', end: '2026-06-12T20:00' }],
      ['post_on_board', { channel: 'rowing', text: 'We load the trailer for the Sprint at 18:00 on 12 June.' }],
    ],
  },
  {
    id: 'crews-for-two',
    user: 'Wilma and our junior coach Marlon should both be able to read the list of crews for the Sprint.',
    asks: false,
    about: { ...WILMA, document: 'd_0Hx4bQs6', otherDocument: 'd_8Kq2vX0p' },
    calls: [
      ['find_documents', { words: 'Sprint crews' }],
      ['find_member', { name: 'Wilma' }],
      ['find_member', { name: 'Marlon' }],
      ['share_document', { document_id: of(0, 0, 'id'), share_with: of(1, 0, 'email'), may: 'read' }],
      [
        'share_document',
        { document_id: of(0, 0, 'id'), share_with: of(2, { section: 'coach' }, 'email'), may: 'read' },
      ],
    ],
  },
  {
    id: 'boats-for-the-sprint',
    user: 'Block the Bittern and the Plover for the whole of the Lantern Sprint. Take the times from the calendar and put them on Rosalind Achterberg’s name.',
    asks: false,
    about: { event: 'ev-3035', boat: 'B-03', reservation: '2216' },
    calls: [
      ['list_events', { words: 'Lantern Sprint' }],
      ['look_up_boats', { name: 'Bittern' }],
      ['look_up_boats', { name: 'Plover' }],
      ...[1, 2].map(
        (call) =>
          [
            'reserve_boat',
            {
              ...{ boat_id: of(call, 0, 'id'), for_member: 'Rosalind Achterberg' },
              ...{ start: of(0, { place: 'Kestrel Point' }, 'start'), end: of(0, { place: 'Kestrel Point' }, 'end') },
            },
          ] as const,
      ),
    ],
  },
  {
    id: 'twenty-too-much',
    user: 'Fenno and Priya each paid 20 too much for the year. Give both of them the 20 back please.',
    asks: false,
    about: { ...PRIYA, booking: '40018770', otherBooking: '40018811' },
    calls: [
      ['list_bookings', { words: 'Fenno' }],
      ['list_bookings', { words: 'Priya' }],
      ['refund_booking', { booking_id: of(0, 0, 'id'), amount: 20 }],
      ['refund_booking', { booking_id: of(1, 0, 'id'), amount: 20 }],
    ],
  },
  {
    id: 'what-bao-needs',
    user: 'Bao wrote what he needs for the Coot. Order that and tell him it’s on the way.',
    asks: true,
    about: { ...BAO, mail: 'b418e2f490', article: '55204' },
    calls: [
      ['search_mail', { words: 'Bao Coot' }],
      ['search_shop', { words: 'rowlock' }],
      ['order_part', { article_id: of(1, { name: '13 mm' }, 'id'), quantity: 2 }],
      ['reply_to_mail', { mail_id: of(0, 0, 'id'), text: 'Hi Bao, two pairs are on the way. Dagny' }],
    ],
  },
  {
    id: 'party-at-four',
    user: 'The summer party starts at 16:00 instead of 15:00. Change it in the calendar, tell all members on the board, and mail Fenella so that she can put it in her plan.',
    asks: false,
    about: { ...FENELLA, event: 'ev-3040', channel: 'all-members' },
    calls: [
      ['list_events', { words: 'summer party', from: '2026-06-01' }],
      ['find_member', { name: 'Fenella' }],
      ['change_event', { event_id: of(0, 0, 'id'), start: '2026-06-20T16:00' }],
      ['post_on_board', { channel: 'all-members', text: 'The summer party on 20 June starts at 16:00, not at 15:00.' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Summer party at four' },
          text: 'Hi Fenella, the summer party starts at 16:00 now. Could you put that in the plan? Dagny',
        },
      ],
    ],
  },
];
