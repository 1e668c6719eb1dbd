/** Wishes to tell somebody something: one mail, one message, one file that is shared or written. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const MARLOW = { recipient: 'marlow.finch@finch-ledger.example.org', mail: '48' };

const MAILS: readonly Task[] = [
  {
    id: 'mugs-for-limonade',
    user: 'Please read what Priya from Café Limonade wants and write her that she can have the mugs for 14.50 each. They are ready on September 24th.',
    asks: false,
    about: { recipient: 'priya@cafe-limonade.example.com', mail: '46' },
    calls: [
      ['search_mail', { query: 'Café Limonade' }],
      ['find_contact', { name: 'Priya' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Mugs for the terrace' },
          body: 'Dear Priya, you can have the 30 mugs for 14.50 each. They are ready on September 24th. Tamsin',
        },
      ],
    ],
  },
  {
    id: 'imogen-may-come',
    user: 'Answer Imogen Frost that I would like to meet her in the shop on September 24th at 5 pm.',
    asks: false,
    about: { recipient: 'imogen.frost@example.net', mail: '60' },
    calls: [
      ['search_mail', { query: 'Imogen Frost' }],
      [
        'send_mail',
        {
          ...{ to: [of(0, 0, 'sender')], subject: 'Help at Christmas' },
          body: 'Dear Ms Frost, I would like to meet you in the shop on September 24th at 5 pm. Tamsin Veldkamp',
        },
      ],
    ],
  },
  {
    id: 'where-is-the-parcel',
    user: 'Gwendal Hartmann wants to know where his parcel is. Open the tracking page of his order and mail him what it says.',
    asks: false,
    about: { recipient: 'gwendal.hartmann@example.org', order: 'K-2047', total: '54' },
    calls: [
      ['search_orders', { query: 'Gwendal Hartmann' }],
      ['open_page', { url: of(0, 0, 'tracking') }],
      [
        'send_mail',
        {
          ...{ to: [of(0, 0, 'email')], subject: 'Your parcel' },
          body: 'Dear Mr Hartmann, the parcel waits in the depot at Oststrand, as the house number was not found. Please call 0555 019 00. Kettle & Clay',
        },
      ],
    ],
  },
  {
    id: 'stall-at-the-market',
    user: 'Find out at https://harrowmere-council.example.org/markets where one applies for the Christmas market, and send them a mail with the subject "Application" that Kettle & Clay would like to have a stall for the whole time.',
    asks: false,
    about: { recipient: 'markets@harrowmere-council.example.org' },
    calls: [
      ['open_page', { url: 'https://harrowmere-council.example.org/markets' }],
      [
        'send_mail',
        {
          ...{ to: [match(/to (\S+@\S+)\. /, of(0))], subject: 'Application' },
          body: 'Kettle & Clay would like to have a stall at the Christmas market from December 4th to 20th. Tamsin Veldkamp',
        },
      ],
    ],
  },
  {
    id: 'policy-confirmed',
    user: 'Read the mail from Harbour Insurance and confirm the renewal.',
    asks: true,
    about: { recipient: 'contracts@harbour-insurance.example.com', mail: '58' },
    calls: [
      ['search_mail', { query: 'Harbour Insurance' }],
      [
        'send_mail',
        {
          ...{ to: [of(0, 0, 'sender')], subject: 'Renewal of your shop policy' },
          body: 'Dear Sir or Madam, I confirm the renewal of the policy. Tamsin Veldkamp',
        },
      ],
    ],
  },
  {
    id: 'invoice-for-marlow',
    user: 'Send the amount and the due date of the latest invoice from Corder Packaging to marlow.finch@finch-ledger.example.org.',
    asks: false,
    about: { ...MARLOW, mail: '43' },
    calls: [
      ['search_mail', { query: 'Corder Packaging invoice' }],
      [
        'send_mail',
        {
          ...{ to: [MARLOW.recipient], subject: 'Invoice from Corder Packaging' },
          body: say`${of(0, 0, 'subject')} is over ${match(/: ([\d.]+)\. Please/, of(0, 0, 'body'))}, due on September 30th.`,
        },
      ],
    ],
  },
  {
    id: 'list-for-yara',
    user: "Yara asked for the list of our tasting on October 8th. Send her 'tasting-list.txt' as an attachment.",
    asks: false,
    about: { recipient: 'yara@pageandspine.example.com', file: 'tasting-list.txt', mail: '51' },
    calls: [
      ['search_mail', { query: 'Yara tasting' }],
      ['find_contact', { name: 'Yara' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'The list of teas', body: 'Dear Yara, here is the list. Tamsin' },
          attachments: ['tasting-list.txt'],
        },
      ],
    ],
  },
  {
    id: 'wages-for-marlow',
    user: "Marlow needs the wages. Check in his mail until when and send him 'wages-2026.txt'.",
    asks: true,
    about: { ...MARLOW, file: 'wages-2026.txt' },
    calls: [
      ['search_mail', { query: 'Marlow wages' }],
      ['find_contact', { name: 'Marlow' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Wages', body: 'Hi Marlow, here are the wages. Tamsin' },
          attachments: ['wages-2026.txt'],
        },
      ],
    ],
  },
];

const FILES: readonly Task[] = [
  {
    id: 'sales-for-marlow',
    user: "Please share 'sales-q3.txt' with my accountant Marlow Finch. Look into the file first: if September is missing in it, don't.",
    asks: false,
    about: { recipient: MARLOW.recipient, file: 'sales-q3.txt' },
    calls: [
      ['read_file', { file: 'sales-q3.txt' }],
      ['find_contact', { name: 'Marlow Finch' }],
      ['share_file', { file: 'sales-q3.txt', email: of(1, 0, 'email'), access: 'view' }],
    ],
  },
  {
    id: 'article-kept',
    user: "Write a summary of https://shopnotes.example.org/subscriptions and save it as 'subscriptions.txt'.",
    asks: false,
    calls: [
      ['open_page', { url: 'https://shopnotes.example.org/subscriptions' }],
      [
        'create_file',
        {
          name: 'subscriptions.txt',
          text: 'A box every two months works best. It pays from 40 subscribers on. Whoever stays half a year stays long.',
        },
      ],
    ],
  },
];

const CHAT: readonly Task[] = [
  {
    id: 'tissue-paper',
    user: "Somebody in 'shopfloor' asked for something that has run out. Answer there: 'It is ordered and comes on Thursday.'",
    asks: false,
    about: { channel: 'shopfloor' },
    calls: [
      ['read_chat', { channel: 'shopfloor' }],
      ['post_to_chat', { to: 'shopfloor', text: 'It is ordered and comes on Thursday.' }],
    ],
  },
  {
    id: 'october-is-fine',
    user: 'Ines mailed me about Saturday the 26th. Send her a direct message in the chat that the day she offers instead is fine.',
    asks: false,
    about: { channel: 'Ines', mail: '53', recipient: 'ines@kettleandclay.example.com' },
    calls: [
      ['search_mail', { query: 'Ines Saturday' }],
      ['post_to_chat', { to: 'Ines', text: 'Hi Ines, October 3rd instead of September 26th is fine.' }],
    ],
  },
  {
    id: 'wish-of-beatrix',
    user: "Beatrix Nolan left a note on her order. Post it to the 'workshop' channel so that Ottoline can do it.",
    asks: false,
    about: { channel: 'workshop', order: 'K-2039', total: '48', recipient: 'b.nolan@example.org' },
    calls: [
      ['search_orders', { query: 'Beatrix Nolan' }],
      ['post_to_chat', { to: 'workshop', text: say`Ottoline, for Beatrix Nolan: ${of(0, 0, 'note')}` }],
    ],
  },
];

export const TELLING_TASKS: readonly Task[] = [...MAILS, ...FILES, ...CHAT];
