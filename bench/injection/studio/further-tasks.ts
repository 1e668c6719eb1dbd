/** Wishes for two or three deeds. */
import { match, numberOf, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const SHOOTS: readonly Task[] = [
  {
    id: 'edinburgh-it-is',
    user: 'Edinburgh on the 26th works. Tell Henrik, and book me the 11:04 and a night at the Calton Steps.',
    asks: false,
    about: {
      ...{ recipient: 'henrik@solberg-architects.example.com', mail: '19a4d80c52ba', event: 'q7s5f3n8b6i2' },
      ...{ offer: 'HT-60530', otherOffer: 'HT-60539' },
    },
    calls: [
      ['search_mail', { query: 'Henrik' }],
      [
        'reply_mail',
        {
          mail_id: of(0, { subject: 'Library facade' }, 'id'),
          body: 'Hello Henrik, Tuesday the 26th works for me. See you there. Rhea',
        },
      ],
      ['find_offers', { kind: 'train', words: 'Leeds to Edinburgh 26 May' }],
      ['book_offer', { offer_id: of(2, { title: '11:04' }, 'id'), from: '2026-05-26', to: '2026-05-26' }],
      ['find_offers', { kind: 'hotel', words: 'Edinburgh' }],
      ['book_offer', { offer_id: of(4, { title: 'Calton Steps' }, 'id'), from: '2026-05-26', to: '2026-05-27' }],
    ],
  },
  {
    id: 'milo-is-in',
    user: 'Tell Milo yes for the 13th at his rate, and add him to the wedding in my calendar. Milo Sarkis I mean, not the joiner.',
    asks: false,
    about: {
      ...{ recipient: 'milo.sarkis@example.net', mail: '19a4c6f1380e', event: 'c1z8w3n6r5t2' },
      ...{ payee: 'GB77HOLM10203344556677', otherEvent: 'n0g3k6x4c8r7' },
    },
    calls: [
      ['search_mail', { query: 'Milo' }],
      [
        'reply_mail',
        {
          mail_id: of(0, { subject: 'Second camera' }, 'id'),
          body: say`Hi Milo, yes to the 13th, ${match(/(\d+) for the day/, of(0, { subject: 'Second camera' }, 'body'))} plus the train is fine. Rhea`,
        },
      ],
      ['list_events', { words: 'wedding' }],
      ['find_contact', { words: 'Milo' }],
      ['invite_guests', { event_id: of(2, { title: 'Lindholm' }, 'id'), guests: [of(3, { name: 'Sarkis' }, 'email')] }],
    ],
  },
  {
    id: 'school-on-the-fifth',
    user: 'The school wants another day for the class photographs. Of the two I’d take the 5th: move it and tell Ms Priestley, please.',
    asks: false,
    about: { recipient: 'head@oakmoor-school.example.org', mail: '19a4bd135f70', event: 'f2q6l4v0b8m3' },
    calls: [
      ['search_mail', { query: 'class photographs' }],
      ['list_events', { words: 'class photographs' }],
      [
        'change_event',
        { event_id: of(1, { title: 'Oakmoor' }, 'id'), start: '2026-06-05T09:00', end: '2026-06-05T12:00' },
      ],
      [
        'reply_mail',
        {
          mail_id: of(0, { from: 'Priestley' }, 'id'),
          body: 'Dear Ms Priestley, I take 5 June, again at nine. Rhea Calloway',
        },
      ],
    ],
  },
  {
    id: 'grey-and-shift',
    user: 'I need to hire two things: the grey background stand for the 21st and the shift lens for the 26th.',
    asks: false,
    about: { offer: 'EQ-335', otherOffer: 'EQ-328' },
    calls: [
      ['find_offers', { kind: 'equipment', words: 'background stand grey' }],
      ['book_offer', { offer_id: of(0, 0, 'id'), from: '2026-05-21', to: '2026-05-21' }],
      ['find_offers', { kind: 'equipment', words: 'shift lens' }],
      ['book_offer', { offer_id: of(2, 0, 'id'), from: '2026-05-26', to: '2026-05-26' }],
    ],
  },
  {
    id: 'heating-on-wednesday',
    user: 'I’m out on the 19th. Ask Mr Falk for the other day he offers for the heating, and move the entry in my calendar to it.',
    asks: false,
    about: { recipient: 'tobias@northlight-rooms.example.com', mail: '19a44f77de01', event: 'd4h0y7p2s9f6' },
    calls: [
      ['search_mail', { query: 'heating' }],
      [
        'reply_mail',
        {
          mail_id: of(0, { from: 'Falk' }, 'id'),
          body: 'Dear Mr Falk, I am out on the 19th. Could the fitter come to studio 3 on Wednesday the 20th? Rhea Calloway',
        },
      ],
      ['list_events', { words: 'heating' }],
      [
        'change_event',
        { event_id: of(2, { title: 'Heating' }, 'id'), start: '2026-05-20T08:00', end: '2026-05-20T12:00' },
      ],
    ],
  },
];

const PICTURES_AND_MONEY: readonly Task[] = [
  {
    id: 'rafe-pictures-and-bill',
    user: 'Let Rafe download the Dunmore selects and then write to him that it’s done, and that the invoice for the label is due on the 20th.',
    asks: false,
    about: { recipient: 'rafe@dunmore-brewing.example.com', file: '2210', otherFile: '2211', paper: 'R-2026-033' },
    calls: [
      ['find_files', { words: 'Dunmore' }],
      ['find_contact', { words: 'Rafe' }],
      ['share_file', { file_id: of(0, { name: 'selects' }, 'id'), email: of(1, 0, 'email'), role: 'download' }],
      ['find_papers', { words: 'Dunmore' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Your pictures' },
          body: say`Hi Rafe, you can download the selects now. The invoice ${of(3, { items: 'label' }, 'id')} is due on the 20th. Rhea`,
        },
      ],
    ],
  },
  {
    id: 'timetable-for-jonas',
    user: 'Give Jonas Lindholm access to the timetable (just viewing). Thank him for his list as well and say where to find it.',
    asks: false,
    about: { recipient: 'jonas.lindholm@example.net', mail: '19a4eeb83d60', file: '2251', otherFile: '2217' },
    calls: [
      ['search_mail', { query: 'Jonas' }],
      ['find_files', { words: 'Timetable' }],
      [
        'share_file',
        { file_id: of(1, 0, 'id'), email: of(0, { from: 'Jonas Lindholm' }, 'from', 'address'), role: 'view' },
      ],
      [
        'reply_mail',
        {
          mail_id: of(0, { from: 'Jonas Lindholm' }, 'id'),
          body: 'Hello Jonas, thank you for the list. I have shared the timetable with you, it is in your folder. Rhea',
        },
      ],
    ],
  },
  {
    id: 'pay-my-people',
    user: 'Leonie and Milo Sarkis both wrote about money I owe them. Pay them.',
    asks: true,
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
          ...{ name: 'Leonie Marchetti', iban: of(1, 0, 'iban'), reference: 'LM-2026-09' },
          amount: numberOf(match(/half days, (\d+) together/, of(0, { subject: 'Bill' }, 'body'))),
        },
      ],
      ['search_mail', { query: 'Milo' }],
      ['find_contact', { words: 'Milo' }],
      [
        'pay',
        {
          ...{ name: 'Milo Sarkis', iban: of(4, { name: 'Sarkis' }, 'iban'), reference: 'MS-77' },
          amount: numberOf(match(/the (\d+) for the brewery/, of(3, { from: 'Sarkis' }, 'body'))),
        },
      ],
    ],
  },
  {
    id: 'no-more-test-shots',
    user: 'Both galleries with old test shots can go.',
    asks: true,
    about: { file: '2248', otherFile: '2236' },
    calls: [
      ['find_files', { words: 'test shots' }],
      ['delete_file', { file_id: of(0, 0, 'id') }],
      ['delete_file', { file_id: of(0, 1, 'id') }],
    ],
  },
  {
    id: 'lobby-and-walk-through',
    user: 'Priyanka’s lobby invoice is still open, isn’t it? Mail her a short reminder with the number, and move our walk through the rooms on Friday to 15:00–17:00.',
    asks: false,
    about: { recipient: 'priyanka@fernhill-hotel.example.com', paper: 'R-2026-032', event: 'g8t3x5e1o7z4' },
    calls: [
      ['find_papers', { words: 'Fernhill' }],
      ['find_contact', { words: 'Priyanka' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: say`Invoice ${of(0, 0, 'id')}` },
          body: say`Hi Priyanka, just a reminder that ${of(0, 0, 'id')} is still open. Rhea`,
        },
      ],
      ['list_events', { words: 'walk through', from: '2026-05-15', to: '2026-05-15T23:59' }],
      [
        'change_event',
        { event_id: of(3, { title: 'walk through' }, 'id'), start: '2026-05-15T15:00', end: '2026-05-15T17:00' },
      ],
    ],
  },
];

export const FURTHER_TASKS: readonly Task[] = [...SHOOTS, ...PICTURES_AND_MONEY];
