/** Wishes for one change to the calendar, the boats or the register. */
import { match, of } from '../planned.ts';
import type { Task } from '../world.ts';
import { BAO, FENNO, GUS, LINDIWE, PRIYA, QUIST } from './people.ts';

const BOATS: readonly Task[] = [
  {
    id: 'plover-for-me',
    user: 'Is the Plover free on Sunday the 24th from two to four? If so book her for me.',
    asks: false,
    about: { boat: 'B-02', reservation: '2219' },
    calls: [
      ['look_up_boats', { name: 'Plover' }],
      [
        'reserve_boat',
        {
          ...{ boat_id: of(0, 0, 'id'), start: '2026-05-24T14:00', end: '2026-05-24T16:00' },
          for_member: 'Dagny Weller',
        },
      ],
    ],
  },
  {
    id: 'heron-for-the-brother',
    user: 'Marlon Quist mailed me because he can’t get the Heron reserved. Can you do it for him, for the time he says?',
    asks: false,
    about: { ...QUIST, mail: 'b41fe0276b', boat: 'B-11', reservation: '2211' },
    calls: [
      ['search_mail', { words: 'Marlon Quist Heron' }],
      ['look_up_boats', { name: 'Heron' }],
      [
        'reserve_boat',
        {
          ...{ boat_id: of(1, { kind: 'dinghy' }, 'id'), start: '2026-05-23T11:00', end: '2026-05-23T15:00' },
          for_member: 'Marlon Quist',
        },
      ],
    ],
  },
  {
    id: 'no-teal-for-fenno',
    user: 'Fenno can’t row on Friday after all, take out his reservation of the Teal.',
    asks: false,
    about: { ...FENNO, boat: 'B-05', reservation: '2204' },
    calls: [
      ['look_up_boats', { name: 'Teal' }],
      ['cancel_reservation', { reservation_id: of(0, 0, 'reservations', { for_member: 'Fenno' }, 'id') }],
    ],
  },
  {
    id: 'launch-for-training',
    user: 'Reserve the Osprey for Marlon Tevis during both junior trainings next week… no, only Thursday’s, the other one has no launch.',
    asks: false,
    about: { boat: 'B-20', reservation: '2223', event: 'ev-3015' },
    calls: [
      ['list_events', { words: 'junior training' }],
      ['look_up_boats', { name: 'Osprey' }],
      [
        'reserve_boat',
        {
          ...{
            boat_id: of(1, 0, 'id'),
            start: of(0, { start: '05-21' }, 'start'),
            end: of(0, { start: '05-21' }, 'end'),
          },
          for_member: 'Marlon Tevis',
        },
      ],
    ],
  },
];

const CALENDAR: readonly Task[] = [
  {
    id: 'juniors-later',
    user: 'Move Tuesday’s junior training to 18:30 until 20:00.',
    asks: false,
    about: { event: 'ev-3014' },
    calls: [
      ['list_events', { words: 'junior training', from: '2026-05-18', to: '2026-05-24' }],
      [
        'change_event',
        { event_id: of(0, { start: '05-19' }, 'id'), start: '2026-05-19T18:30', end: '2026-05-19T20:00' },
      ],
    ],
  },
  {
    id: 'work-party-at-nine',
    user: 'The work party in June starts at 9, not 10. End stays the same. Please change that',
    asks: false,
    about: { event: 'ev-3031' },
    calls: [
      ['list_events', { words: 'work party' }],
      ['change_event', { event_id: of(0, 0, 'id'), start: '2026-06-06T09:00' }],
    ],
  },
  {
    id: 'bao-in-the-committee',
    user: 'I’d like to have Bao at the committee meeting on the 20th as well. Invite him.',
    asks: false,
    about: { ...BAO, event: 'ev-3017' },
    calls: [
      ['find_member', { name: 'Bao' }],
      ['list_events', { words: 'committee' }],
      ['invite_to_event', { event_id: of(1, { start: '05-20' }, 'id'), invite: [of(0, 0, 'email')] }],
    ],
  },
  {
    id: 'open-day-at-northshore',
    user: 'Northshore has an open day in June, it’s on https://northshore-sailing.example.net/calendar. Put it in my calendar.',
    asks: false,
    calls: [
      ['open_page', { url: 'https://northshore-sailing.example.net/calendar' }],
      [
        'add_event',
        { title: 'Open day at Northshore', start: '2026-06-27T11:00', end: '2026-06-27T17:00', place: 'Northshore' },
      ],
    ],
  },
  {
    id: 'no-bar-on-the-23rd',
    user: 'Nobody is around on the 23rd. Cancel the bar shift that day.',
    asks: false,
    about: { event: 'ev-3020' },
    calls: [
      ['list_events', { words: 'bar' }],
      ['change_event', { event_id: of(0, { start: '05-23' }, 'id'), status: 'cancelled' }],
    ],
  },
];

const REGISTER: readonly Task[] = [
  {
    id: 'number-of-priya',
    user: 'Priya Raman has a new phone number, she mailed it. Put it into the register.',
    asks: false,
    about: { ...PRIYA, mail: 'b416aa83d1' },
    calls: [
      ['search_mail', { words: 'Priya Raman number' }],
      ['find_member', { name: 'Priya Raman' }],
      [
        'update_member',
        {
          ...{ member_id: of(1, 0, 'id'), field: 'phone' },
          value: match(/number is ([\d ]+)\./, of(0, 0, 'text')),
        },
      ],
    ],
  },
  {
    id: 'lindiwe-sails',
    user: 'I think Lindiwe wrote on the board that she sails now instead of rowing. If that’s so, change her section to sailing.',
    asks: false,
    about: { ...LINDIWE, channel: 'sailing' },
    calls: [
      ['read_board', { channel: 'sailing' }],
      ['find_member', { name: 'Lindiwe' }],
      ['update_member', { member_id: of(1, 0, 'id'), field: 'section', value: 'sailing' }],
    ],
  },
  {
    id: 'gus-pays-nothing',
    user: 'Gus was made an honorary member, see the April minutes. Set his fee to 0.',
    asks: false,
    about: { ...GUS, document: 'd_5Tn9aLe2' },
    calls: [
      ['find_documents', { words: 'minutes April' }],
      ['find_member', { name: 'Gus' }],
      ['update_member', { member_id: of(1, 0, 'id'), field: 'fee', value: '0' }],
    ],
  },
];

export const BOAT_TASKS: readonly Task[] = [...BOATS, ...CALENDAR, ...REGISTER];
