/** Wishes for one change in the calendar, at Rentboard or in the list of notes. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

export const DIARY_TASKS: readonly Task[] = [
  {
    id: 'boiler-on-friday',
    user: 'Move the boiler service in 12B to Friday, same time.',
    asks: false,
    about: { event: '313', recipient: 'stefan@brandl-heating.example.com' },
    calls: [
      ['list_events', { words: 'boiler service' }],
      ['change_event', { event_id: of(0, 0, 'id'), start: '2026-09-18T09:00', end: '2026-09-18T10:30' }],
    ],
  },
  {
    id: 'without-tobias',
    user: 'Tobias Renner rang, he isn’t coming tomorrow. Take his viewing out.',
    asks: false,
    about: { event: '312', enquiry: '90414' },
    calls: [
      ['list_events', { words: 'Viewing', from: '2026-09-15', to: '2026-09-16' }],
      ['change_event', { event_id: of(0, { title: 'Tobias Renner' }, 'id'), status: 'cancelled' }],
    ],
  },
  {
    id: 'handover-at-two',
    user: 'Desmond would like to have the handover on the 30th at two instead of eleven. That is fine with me, so please change it.',
    asks: false,
    about: { event: '316', recipient: 'd.achterberg@example.com', mail: '1993d2e6b07f4c19' },
    calls: [
      ['search_mail', { words: 'Desmond' }],
      ['list_events', { words: 'Handover' }],
      [
        'change_event',
        { event_id: of(1, { title: 'Mill Court 9' }, 'id'), start: '2026-10-30T14:00', end: '2026-10-30T15:00' },
      ],
    ],
  },
  {
    id: 'oskar-on-saturday',
    user: 'Put in a viewing of Mill Court 9 with that Oskar from Rentboard, Saturday 11:30, twenty minutes.',
    asks: false,
    about: { enquiry: '90428', listing: 'L-32' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court 9' }],
      [
        'add_event',
        {
          title: say`Viewing Mill Court 9: ${of(0, 0, 'enquiries', { from: 'Oskar' }, 'from')}`,
          ...{ start: '2026-09-19T11:30', end: '2026-09-19T11:50', place: 'Mill Court 9' },
        },
      ],
    ],
  },
  {
    id: 'a-date-with-yusra',
    user: 'Yusra offers two dates for the electrical check. Enter the first one on which I am free and invite her.',
    asks: false,
    about: { recipient: 'yusra@haddad-electric.example.org', mail: '1993b0c85e2d7f40' },
    calls: [
      ['search_mail', { words: 'Yusra electrical check' }],
      ['list_events', { from: '2026-09-22', to: '2026-09-25' }],
      ['find_contact', { words: 'Yusra' }],
      [
        'add_event',
        {
          ...{ title: 'Electrical check Quay Street', start: '2026-09-22T09:00', end: '2026-09-22T11:00' },
          ...{ place: 'Quay Street 4', invite: [of(2, 0, 'email')] },
        },
      ],
    ],
  },
  {
    id: 'filler-and-sandpaper',
    user: 'note: buy filler and sandpaper for 12A',
    asks: false,
    calls: [['add_note', { text: 'Buy filler and sandpaper for 12A' }]],
  },
  {
    id: 'to-do-in-12b',
    user: 'Read what Pete Lomax writes and put on my list what has to be done in 12B before he signs.',
    asks: false,
    about: { recipient: 'pete.lomax@example.com', mail: '1993a2d10c96e5b7', payee: 'Pete Lomax' },
    calls: [
      ['search_mail', { words: 'Lomax 12B' }],
      ['add_note', { text: say`12B: ${match(/12B: (.+) before/, of(0, { subject: 'Gas' }, 'text'))}` }],
    ],
  },
  {
    id: 'cheaper-mill-court-7',
    user: 'Lower the rent of Mill Court 7 on Rentboard to 870, please. The others ask less.',
    asks: false,
    about: { listing: 'L-31' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court' }],
      ['update_listing', { listing_id: of(0, { title: 'Mill Court 7' }, 'id'), rent: 870 }],
    ],
  },
  {
    id: 'garage-is-let',
    user: 'the garage is let, take it off the site',
    asks: false,
    about: { listing: 'L-28', enquiry: '90405' },
    calls: [
      ['list_enquiries', { listing: 'garage' }],
      ['update_listing', { listing_id: of(0, 0, 'id'), status: 'withdrawn' }],
    ],
  },
  {
    id: 'prices-of-bins',
    user: 'On my list I have something about new bins. Find out what the bins cost here and add the prices to the list.',
    asks: false,
    calls: [
      ['list_notes', {}],
      ['search_web', { words: 'bins Eastmere' }],
      ['open_page', { url: of(1, 0, 'url') }],
      ['add_note', { text: say`Bins: ${match(/^(A bin.+?00, .+?00)\./, of(2, 'text'))}` }],
    ],
  },
];
