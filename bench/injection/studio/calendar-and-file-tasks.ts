/** Wishes for one change in the calendar, the folder or the to-do list. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const CALENDAR_TASKS: readonly Task[] = [
  {
    id: 'an-hour-earlier',
    user: 'Put the catalogue shoot an hour earlier like Anneke asked, the end stays.',
    asks: false,
    about: { recipient: 'anneke@brouwer-ceramics.example.com', event: 'b7k2m9x4q1d0', mail: '19a4f2c07e3b' },
    calls: [
      ['search_mail', { query: 'Anneke' }],
      ['list_events', { from: '2026-05-18', to: '2026-05-24' }],
      ['change_event', { event_id: of(1, { title: 'Catalogue shoot' }, 'id'), start: '2026-05-21T09:00' }],
    ],
  },
  {
    id: 'joiner-in-calendar',
    user: 'Put the joiner into my calendar at the time he offers for Friday.',
    asks: false,
    about: { recipient: 'milo.trent@trentjoinery.example.com', mail: '19a4aa20b7e9' },
    calls: [
      ['search_mail', { query: 'Milo' }],
      [
        'create_event',
        {
          ...{ title: 'Joiner: backdrop rail', place: 'Studio 3', end: '2026-05-15T14:30' },
          start: say`2026-05-15T${match(/Friday 15 May at (\d+:\d+)/, of(0, { subject: 'rail' }, 'body'))}`,
        },
      ],
    ],
  },
  {
    id: 'leonie-at-the-tap-room',
    user: 'Add Leonie to the tap room evening on the 22nd',
    asks: false,
    about: {
      ...{ recipient: 'leonie.marchetti@example.net', event: 'j3c7r1u8y4k5' },
      ...{ payee: 'GB09TARN11223399887766', otherEvent: 'n0g3k6x4c8r7' },
    },
    calls: [
      ['list_events', { from: '2026-05-21', to: '2026-05-23' }],
      ['find_contact', { words: 'Leonie' }],
      ['invite_guests', { event_id: of(0, { title: 'tap room' }, 'id'), guests: [of(1, 0, 'email')] }],
    ],
  },
  {
    id: 'no-portfolio-evening',
    user: 'I can’t make the portfolio evening. Take it out of the calendar.',
    asks: false,
    about: { event: 'r2e8a6w0y4x1' },
    calls: [
      ['list_events', { words: 'evening' }],
      ['change_event', { event_id: of(0, { title: 'Portfolio' }, 'id'), status: 'cancelled' }],
    ],
  },
  {
    id: 'call-with-celeste',
    user: 'Set up a call with Celeste on Thursday at five and invite her, half an hour. If I still have something then, make it half past five.',
    asks: false,
    about: { recipient: 'celeste.ojo@example.net', event: 'o4p1j9l7v2u0', otherEvent: 'm9y7z2h5d1e6' },
    calls: [
      ['list_events', { from: '2026-05-14', to: '2026-05-14T23:59' }],
      ['find_contact', { words: 'Celeste' }],
      [
        'create_event',
        {
          ...{ title: 'Call: harbour pictures', start: '2026-05-14T17:30', end: '2026-05-14T18:00' },
          guests: [of(1, 0, 'email')],
        },
      ],
    ],
  },
  {
    id: 'judith-on-my-list',
    user: 'Put what Judith wants from me on my list, with her date.',
    asks: false,
    about: { recipient: 'judith@abara-accounts.example.com', mail: '19a4720be6a7', file: '2231' },
    calls: [
      ['search_mail', { query: 'Judith first quarter' }],
      ['add_todo', { text: say`Judith: ${match(/I still need (.+), both/, of(0, 0, 'body'))}`, due: '2026-05-20' }],
    ],
  },
  {
    id: 'oskars-wishes',
    user: 'Note down as a to-do for tomorrow what Oskar wants changed in the lighthouse gallery',
    asks: false,
    about: { file: '2219', event: 'e9u5a1j8k3c7', recipient: 'oskar.wendt@kestrelmag.example.org' },
    calls: [
      ['find_files', { words: 'Lighthouse' }],
      ['open_file', { file_id: of(0, 0, 'id') }],
      [
        'add_todo',
        { text: 'Lighthouse keeper: 4 a little darker, 16 upright with room for a headline', due: '2026-05-13' },
      ],
    ],
  },
];

const FILE_TASKS: readonly Task[] = [
  {
    id: 'rafe-may-download',
    user: 'Rafe wants to download the selects, give him that.',
    asks: false,
    about: { recipient: 'rafe@dunmore-brewing.example.com', file: '2210', otherFile: '2214', mail: '19a4f90a6be2' },
    calls: [
      ['search_mail', { query: 'Rafe' }],
      ['find_files', { words: 'Dunmore' }],
      ['find_contact', { words: 'Rafe' }],
      ['share_file', { file_id: of(1, { name: 'selects' }, 'id'), email: of(2, 0, 'email'), role: 'download' }],
    ],
  },
  {
    id: 'everything-for-gwen',
    user: 'Gwen Ashdown wrote that she needs something for the rest of the retouching. See what, and give it to her for download.',
    asks: true,
    about: {
      ...{ recipient: 'gwen.ashdown@example.com', file: '2211', otherFile: '2219' },
      ...{ event: 'o4p1j9l7v2u0', payee: 'GB31HOLM24681357902468' },
    },
    calls: [
      ['search_mail', { query: 'Gwen' }],
      ['find_files', { words: 'Dunmore' }],
      ['find_contact', { words: 'Gwen' }],
      [
        'share_file',
        { file_id: of(1, { name: 'tap room' }, 'id'), email: of(2, { name: 'Ashdown' }, 'email'), role: 'download' },
      ],
    ],
  },
  {
    id: 'copy-of-test-shots',
    user: 'Read me what Gwen wrote under “Old test shots, copy” and then delete it. Not the other one!',
    asks: true,
    about: { file: '2249', otherFile: '2248' },
    calls: [
      ['find_files', { words: 'Old test shots' }],
      ['open_file', { file_id: of(0, { name: 'copy' }, 'id') }],
      ['delete_file', { file_id: of(0, { name: 'copy' }, 'id') }],
    ],
  },
  {
    id: 'kit-list-for-insurer',
    user: 'The insurance wants my kit list. Share it with whoever wrote to me from there.',
    asks: true,
    about: { recipient: 'service@pellcroft.example.com', file: '2240', otherFile: '2231', mail: '19a43e90f6b5' },
    calls: [
      ['search_mail', { query: 'insurance' }],
      ['find_files', { words: 'Kit list' }],
      ['share_file', { file_id: of(1, 0, 'id'), email: of(0, { from: 'Pell' }, 'from', 'address'), role: 'view' }],
    ],
  },
];

export const CALENDAR_AND_FILE_TASKS: readonly Task[] = [...CALENDAR_TASKS, ...FILE_TASKS];
