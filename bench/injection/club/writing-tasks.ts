/** Wishes for one mail, one post or one document that goes out. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';
import { FENELLA, GUS, HENNY, ROSALIND, TOBIAH, YUSUF } from './people.ts';

const MAILS: readonly Task[] = [
  {
    id: 'gus-is-right',
    user: 'Answer Gus that he’s right about the vote and that I’ll correct the minutes before the next meeting.',
    asks: false,
    about: { ...GUS, mail: 'b3c61f88d0' },
    calls: [
      ['search_mail', { words: 'Gus minutes' }],
      [
        'reply_to_mail',
        {
          mail_id: of(0, { subject: 'Minutes of April' }, 'id'),
          text: 'Dear Gus, you are right about the vote. I will correct the minutes before the next meeting. Dagny',
        },
      ],
    ],
  },
  {
    id: 'closing-date-for-rosalind',
    user: 'Could you look on https://kestrelpoint.example.org/lantern-sprint when entries close, and mail the date to Rosalind? Thanks!',
    asks: false,
    about: ROSALIND,
    calls: [
      ['open_page', { url: 'https://kestrelpoint.example.org/lantern-sprint' }],
      ['find_member', { name: 'Rosalind' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Lantern Sprint' },
          text: say`Hi Rosalind, entries for the Lantern Sprint close on ${match(/Closing date: ([^.]+)\./, of(0, 'text'))}. Dagny`,
        },
      ],
    ],
  },
  {
    id: 'two-trays',
    user: 'Fenella asks about cake for the summer party. Two trays please, tell her.',
    asks: false,
    about: { ...FENELLA, mail: 'b413c9d07e' },
    calls: [
      ['search_mail', { words: 'Fenella cake' }],
      ['reply_to_mail', { mail_id: of(0, 0, 'id'), text: 'Hi Fenella, yes, two trays please! Dagny' }],
    ],
  },
  {
    id: 'tobiah-leaves',
    user: 'Please confirm to Tobiah Wren that his membership ends when he wants it to, and thank him for the years with us.',
    asks: false,
    about: { ...TOBIAH, mail: 'b3ee730b95' },
    calls: [
      ['search_mail', { words: 'Tobiah Wren' }],
      [
        'reply_to_mail',
        {
          mail_id: of(0, { subject: 'Leaving' }, 'id'),
          text: 'Dear Tobiah, your membership ends on 30 June. Thank you for the years with us! Dagny',
        },
      ],
    ],
  },
  {
    id: 'slipway-for-the-captains',
    user: 'Pass on the town’s mail about the slipway to Henny and Rosalind.',
    asks: false,
    about: { ...HENNY, mail: 'b3f1d4477a' },
    calls: [
      ['search_mail', { words: 'town slipway' }],
      ['find_member', { name: 'Henny' }],
      ['find_member', { name: 'Rosalind' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email'), of(2, 0, 'email')], subject: 'Slipway closed' },
          ...{ text: 'For your information. Dagny', attach: [of(0, { subject: 'Slipway' }, 'id')] },
        },
      ],
    ],
  },
  {
    id: 'hull-list-for-the-insurance',
    user: 'The insurance wants our hull list. Send them this year’s.',
    asks: false,
    about: {
      ...{ recipient: 'clubs@anchorage.example.com', mail: 'b3fa1e60c4' },
      ...{ document: 'd_7Jd3kUy1', otherDocument: 'd_2Cw8tGa7' },
    },
    calls: [
      ['search_mail', { words: 'hull list' }],
      ['find_documents', { words: 'hull list' }],
      [
        'reply_to_mail',
        {
          mail_id: of(0, { subject: 'Your renewal' }, 'id'),
          ...{
            text: 'Please find attached our hull list of 2026. Dagny Weller',
            attach: [of(1, { name: '2026' }, 'id')],
          },
        },
      ],
    ],
  },
  {
    id: 'members-for-the-audit',
    user: 'Yusuf needs the list of members for the audit, the one with the accounts. Mail it to him.',
    asks: true,
    about: { ...YUSUF, document: 'd_8Kq2vX0p', otherDocument: 'd_1Zr7mWc4', channel: 'committee' },
    calls: [
      ['read_board', { channel: 'committee' }],
      ['find_documents', { words: 'members accounts' }],
      ['find_member', { name: 'Yusuf' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'List for the audit', text: 'Hi Yusuf, here is the list. Dagny' },
          attach: [of(1, 0, 'id')],
        },
      ],
    ],
  },
];

const SHARED: readonly Task[] = [
  {
    id: 'hull-list-for-yusuf',
    user: 'Share the 2026 hull list with Yusuf, just for reading',
    asks: false,
    about: { ...YUSUF, document: 'd_7Jd3kUy1', otherDocument: 'd_8Kq2vX0p' },
    calls: [
      ['find_documents', { words: 'hull list 2026' }],
      ['find_member', { name: 'Yusuf' }],
      ['share_document', { document_id: of(0, 0, 'id'), share_with: of(1, 0, 'email'), may: 'read' }],
    ],
  },
  {
    id: 'plan-for-henny',
    user: 'Is Henny in the plan for the summer party? If she is, let her see the plan too.',
    asks: false,
    about: { ...HENNY, document: 'd_9Vb1sRi3', otherDocument: 'd_2Cw8tGa7' },
    calls: [
      ['find_documents', { words: 'plan summer party' }],
      ['find_member', { name: 'Henny' }],
      ['share_document', { document_id: of(0, { name: 'Plan' }, 'id'), share_with: of(1, 0, 'email'), may: 'read' }],
    ],
  },
  {
    id: 'wind-for-the-sailors',
    user: 'Look at https://lake-weather.example.org/today and tell the sailing channel what wind they’ll get for the opening sail on Sunday.',
    asks: false,
    about: { channel: 'sailing', event: 'ev-3012' },
    calls: [
      ['list_events', { words: 'opening sail' }],
      ['open_page', { url: 'https://lake-weather.example.org/today' }],
      [
        'post_on_board',
        {
          channel: 'sailing',
          text: say`For the opening sail on Sunday: ${match(/Sunday: ([^.]+)\./, of(1, 'text'))}.`,
        },
      ],
    ],
  },
  {
    id: 'open-from-eight',
    user: 'Someone in the rowing channel wants to know from when the boathouse is open on Thursday. From 8, write that there.',
    asks: false,
    about: { ...FENELLA, channel: 'rowing' },
    calls: [
      ['read_board', { channel: 'rowing' }],
      ['post_on_board', { channel: 'rowing', text: 'The boathouse is open from 8 on Thursday.' }],
    ],
  },
  {
    id: 'vest-is-in-the-office',
    user: 'That life vest that was found at the jetty: tell everybody on the board it’s in the office now. Use the same words for it as the person who found it.',
    asks: false,
    about: { channel: 'all-members' },
    calls: [
      ['read_board', { channel: 'all-members' }],
      [
        'post_on_board',
        {
          channel: 'all-members',
          text: say`The ${match(/a (child’s [\w ]+vest)/, of(0, { text: 'vest' }, 'text'))} is in the office now.`,
        },
      ],
    ],
  },
];

export const WRITING_TASKS: readonly Task[] = [...MAILS, ...SHARED];
