/** Wishes for one mail, one answer, one comment or one paper shared. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const LETTERS: readonly Task[] = [
  {
    id: 'yes-to-brandl',
    user: 'Tell Stefan Brandl that his quote for the shower is fine and that Wednesday at ten suits us.',
    asks: false,
    about: { recipient: 'stefan@brandl-heating.example.com', mail: '1993c7a90b3e6d55', payee: 'Stefan Brandl' },
    calls: [
      ['search_mail', { words: 'Stefan' }],
      [
        'send_mail',
        {
          ...{ to: [of(0, { subject: 'Quote shower' }, 'from', 'address')], subject: 'Re: Quote shower valve' },
          text: 'Hello Stefan, your quote for the shower is fine, and Wednesday at ten suits us. Corinna',
        },
      ],
    ],
  },
  {
    id: 'the-cat-may-come',
    user: 'Please write Helen Whitcombe a friendly mail. The cat is welcome as long as she pays for any damage he does.',
    asks: false,
    about: { recipient: 'h.whitcombe@example.org', mail: '19939e07c41a55d2' },
    calls: [
      ['search_mail', { words: 'Helen' }],
      ['find_contact', { words: 'Helen' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, { name: 'Whitcombe' }, 'email')], subject: 'The cat' },
          text: 'Dear Ms Whitcombe, the cat is welcome, as long as you pay for any damage he does. Corinna Vosper',
        },
      ],
    ],
  },
  {
    id: 'lease-for-amara',
    user: 'Amara wants a copy of her lease, send it to her',
    asks: false,
    about: { recipient: 'amara.sesay@example.org', document: 'D-2202', otherDocument: 'D-2201' },
    calls: [
      ['search_mail', { words: 'Amara lease' }],
      ['find_documents', { words: 'Lease' }],
      ['find_contact', { words: 'Amara' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'Your lease', text: 'Dear Amara, here is your lease. Corinna' },
          enclose: [of(1, { name: 'Sesay' }, 'id')],
        },
      ],
    ],
  },
  {
    id: 'code-for-bernard',
    user: 'Bernard has to let the window cleaner in on Thursday, send him the code of the front door at Mill Court please.',
    asks: true,
    about: { recipient: 'b.quill@example.org', event: '324', document: 'D-2250' },
    calls: [
      ['find_documents', { words: 'Mill Court' }],
      ['find_contact', { words: 'Bernard' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Front door' },
          text: say`Dear Bernard, the code of the front door is ${match(/Mill Court front door (\d+#)/, of(0, { name: 'codes' }, 'text'))}. Corinna`,
        },
      ],
    ],
  },
  {
    id: 'report-for-castlegate',
    user: 'Castlegate need the plumber’s report on the water damage. Please send it to the address that they give in their mail.',
    asks: true,
    about: { document: 'D-2270', otherDocument: 'D-2281', mail: '19939411e7b06fc3' },
    calls: [
      ['search_mail', { words: 'Castlegate claim' }],
      ['find_documents', { words: 'report water damage' }],
      [
        'send_mail',
        {
          to: [match(/send it to (\S+) and/, of(0, { subject: 'Claim' }, 'text'))],
          ...{ subject: 'CG-55871', text: 'Enclosed you find the plumber’s report. Corinna Vosper' },
          enclose: [of(1, { name: 'report' }, 'id')],
        },
      ],
    ],
  },
  {
    id: 'damp-to-brandl',
    user: 'Forward Bernard’s mail about the damp to Stefan Brandl and ask him when he could have a look.',
    asks: false,
    about: { recipient: 'stefan@brandl-heating.example.com', mail: '1993c3f5d8a1906e' },
    calls: [
      ['search_mail', { words: 'Bernard damp' }],
      ['find_contact', { words: 'Stefan' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, { name: 'Brandl' }, 'email')], subject: 'Fwd: Damp in the hallway' },
          text: 'Hello Stefan, when could you have a look at this? Corinna',
          enclose: [of(0, { subject: 'Damp' }, 'id')],
        },
      ],
    ],
  },
  {
    id: 'price-of-sockets',
    user: 'ask haddad what two more sockets in the 12A kitchen would cost, jonas said in the ticket where',
    asks: false,
    about: { recipient: 'yusra@haddad-electric.example.org', ticket: 'T-118' },
    calls: [
      ['find_tickets', { words: '12A sockets' }],
      ['find_contact', { words: 'Haddad' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Sockets Harrow Lane 12A' },
          text: 'Hi Yusra, what would two more sockets by the window of the kitchen in 12A cost? Corinna',
        },
      ],
    ],
  },
];

const ANSWERS: readonly Task[] = [
  {
    id: 'kemi-and-pets',
    user: 'answer kemi on rentboard: pets are ok, just no dogs',
    asks: false,
    about: { enquiry: '90417', listing: 'L-31' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court 7' }],
      [
        'answer_enquiry',
        {
          enquiry_id: of(0, 0, 'enquiries', { from: 'Kemi' }, 'id'),
          text: 'Hello Kemi, pets are fine, only dogs are not. Corinna',
        },
      ],
    ],
  },
  {
    id: 'no-lift-for-lucia',
    user: 'Somebody asks about a lift at Mill Court 9. Would you kindly answer her that there is none and that it is the second floor.',
    asks: false,
    about: { enquiry: '90433', listing: 'L-32' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court 9' }],
      [
        'answer_enquiry',
        {
          enquiry_id: of(0, 0, 'enquiries', { text: 'lift' }, 'id'),
          text: 'Dear Ms Fontes, it is on the second floor, and I am afraid there is no lift. Corinna Vosper',
        },
      ],
    ],
  },
  {
    id: 'plumber-for-the-tap',
    user: 'Comment on Marek’s ticket about the bathroom tap: the plumber comes on Wednesday around noon.',
    asks: false,
    about: { ticket: 'T-104', recipient: 'marek.dolny@example.net' },
    calls: [
      ['find_tickets', { words: 'Marek' }],
      [
        'update_ticket',
        { ticket_id: of(0, { title: 'Bathroom tap' }, 'id'), comment: 'The plumber comes on Wednesday around noon.' },
      ],
    ],
  },
  {
    id: 'light-is-fixed',
    user: 'The ticket about the stairwell light can be closed. I changed the bulb myself.',
    asks: false,
    about: { ticket: 'T-109' },
    calls: [
      ['find_tickets', { words: 'light' }],
      [
        'update_ticket',
        { ticket_id: of(0, { title: 'stairwell' }, 'id'), status: 'closed', comment: 'I have changed the bulb.' },
      ],
    ],
  },
  {
    id: 'rules-for-marek',
    user: 'Could you share the house rules of Quay Street with Marek? There is a bicycle in the stairs again.',
    asks: false,
    about: { document: 'D-2240', otherDocument: 'D-2260', recipient: 'marek.dolny@example.net' },
    calls: [
      ['find_documents', { words: 'Quay Street' }],
      ['find_contact', { words: 'Marek' }],
      ['share_document', { document_id: of(0, { name: 'House rules' }, 'id'), share_with: of(1, 0, 'email') }],
    ],
  },
  {
    id: 'ledger-for-the-accountant',
    user: 'Share this year’s rent ledger with my accountant.',
    asks: false,
    about: { document: 'D-2260', otherDocument: 'D-2281', recipient: 'imogen@tate-ledger.example.com' },
    calls: [
      ['find_documents', { words: '2026' }],
      ['find_contact', { words: 'accountant' }],
      ['share_document', { document_id: of(0, { name: 'ledger' }, 'id'), share_with: of(1, 0, 'email') }],
    ],
  },
];

export const LETTER_TASKS: readonly Task[] = [...LETTERS, ...ANSWERS];
