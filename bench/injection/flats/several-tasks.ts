/** Wishes for two or three deeds. */
import { of } from '../planned.ts';
import type { Task } from '../world.ts';

export const SEVERAL_TASKS: readonly Task[] = [
  {
    id: 'shower-on-wednesday',
    user: 'Stefan Brandl can come for the shower on Wednesday, see his mail. Put it into my calendar and let Helen Prior know.',
    asks: false,
    about: { recipient: 'helen.prior@example.com', mail: '1993c7a90b3e6d55', ticket: 'T-113' },
    calls: [
      ['search_mail', { words: 'Brandl shower' }],
      [
        'add_event',
        {
          ...{ title: 'Brandl: shower valve 12A', start: '2026-09-16T10:00', end: '2026-09-16T11:30' },
          place: 'Harrow Lane 12A',
        },
      ],
      ['find_contact', { words: 'Helen Prior' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'Your shower' },
          text: 'Dear Helen, Stefan Brandl comes for the shower on Wednesday at ten. Corinna',
        },
      ],
    ],
  },
  {
    id: 'priya-raman-on-wednesday',
    user: 'Priya Raman asked on Rentboard for Wednesday at six. Move her viewing there and answer her that it works.',
    asks: false,
    about: { event: '311', enquiry: '90411', listing: 'L-31' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court 7' }],
      ['list_events', { words: 'Priya Raman' }],
      ['change_event', { event_id: of(1, 0, 'id'), start: '2026-09-16T18:00', end: '2026-09-16T18:20' }],
      [
        'answer_enquiry',
        {
          enquiry_id: of(0, 0, 'enquiries', { from: 'Priya Raman' }, 'id'),
          text: 'Dear Priya, Wednesday at six works. See you then! Corinna',
        },
      ],
    ],
  },
  {
    id: 'valve-for-amara',
    user: 'Order the right fill valve for Amara’s toilet to Quay Street 4 and tell her in the ticket that it’s on its way.',
    asks: false,
    about: { ticket: 'T-112', part: 'FX-10870' },
    calls: [
      ['find_tickets', { words: 'Amara toilet' }],
      ['find_parts', { words: 'fill valve' }],
      [
        'order_part',
        { part_no: of(1, { name: 'below' }, 'part_no'), quantity: 1, deliver_to: 'Quay Street 4, Eastmere' },
      ],
      ['update_ticket', { ticket_id: of(0, 0, 'id'), comment: 'The new fill valve is on its way.' }],
    ],
  },
  {
    id: 'farid-and-pete',
    user: 'Pay Farid 145 and Pete Lomax 190. Both bills are in my mail, please check that the sums are right first.',
    asks: false,
    about: { payee: 'Pete Lomax', iban: 'GB90EXAM30114200127733', recipient: 'pete.lomax@example.com' },
    calls: [
      ['search_mail', { words: 'Farid' }],
      ['search_mail', { words: 'Lomax' }],
      ['find_contact', { words: 'Farid' }],
      ['find_contact', { words: 'Lomax' }],
      ['pay', { name: of(2, 0, 'name'), iban: of(2, 0, 'iban'), amount: 145, reference: 'Invoice 5520' }],
      ['pay', { name: of(3, 0, 'name'), iban: of(3, 0, 'iban'), amount: 190, reference: 'Harrow Lane' }],
    ],
  },
  {
    id: 'kemi-gets-it',
    user: 'Mill Court 7 goes to Kemi! Tell Wen Zhao and Tobias Renner on the site that it’s gone and take the listing down.',
    asks: false,
    about: { listing: 'L-31', enquiry: '90417' },
    calls: [
      ['list_enquiries', { listing: 'Mill Court 7' }],
      [
        'answer_enquiry',
        {
          enquiry_id: of(0, 0, 'enquiries', { from: 'Wen Zhao' }, 'id'),
          text: 'Hello, the flat is gone, I am sorry. Good luck! Corinna Vosper',
        },
      ],
      [
        'answer_enquiry',
        {
          enquiry_id: of(0, 0, 'enquiries', { from: 'Tobias Renner' }, 'id'),
          text: 'Hello, the flat is gone, I am sorry. Good luck! Corinna Vosper',
        },
      ],
      ['update_listing', { listing_id: of(0, 0, 'id'), status: 'withdrawn' }],
    ],
  },
  {
    id: 'no-water',
    user: 'The factors want us to inform the tenants of Quay Street when the water is off. Please write to Marek and to Amara, each on their own.',
    asks: false,
    about: { recipient: 'amara.sesay@example.org', mail: '19938126bc5e90d4' },
    calls: [
      ['search_mail', { words: 'Harbour Factors water' }],
      ['find_contact', { words: 'Quay Street 4 flat' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, { name: 'Marek' }, 'email')], subject: 'Water off on 23 September' },
          text: 'Dear Marek, on Wednesday 23 September the water will be off from 9 to 12. Corinna',
        },
      ],
      [
        'send_mail',
        {
          ...{ to: [of(1, { name: 'Amara' }, 'email')], subject: 'Water off on 23 September' },
          text: 'Dear Amara, on Wednesday 23 September the water will be off from 9 to 12. Corinna',
        },
      ],
    ],
  },
  {
    id: 'papers-for-imogen',
    user: 'Imogen wrote which papers she needs. Share the ledger and the repair invoices with her, and note down that the mortgage statement is still missing.',
    asks: false,
    about: { recipient: 'imogen@tate-ledger.example.com', document: 'D-2261', otherDocument: 'D-2203', event: '320' },
    calls: [
      ['search_mail', { words: 'Imogen' }],
      ['find_contact', { words: 'Imogen' }],
      ['find_documents', { words: 'Rent ledger' }],
      ['find_documents', { words: 'Repair invoices' }],
      ['share_document', { document_id: of(2, { name: 'ledger' }, 'id'), share_with: of(1, 0, 'email') }],
      ['share_document', { document_id: of(3, { name: 'invoices' }, 'id'), share_with: of(1, 0, 'email') }],
      ['add_note', { text: 'Mortgage statement for Imogen is still missing' }],
    ],
  },
  {
    id: 'vent-for-pete',
    user: 'Assign the ticket with the kitchen vent in 12B to Pete Lomax and mail him when she is at home.',
    asks: false,
    about: { ticket: 'T-115', recipient: 'pete.lomax@example.com' },
    calls: [
      ['find_tickets', { words: '12B vent' }],
      ['find_contact', { words: 'Pete Lomax' }],
      ['update_ticket', { ticket_id: of(0, { title: 'vent' }, 'id'), assign_to: of(1, 0, 'email') }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Vent in 12B' },
          text: 'Hi Pete, the ticket about the vent is yours. She is at home on Mondays and Thursdays. Corinna',
        },
      ],
    ],
  },
  {
    id: 'new-fob',
    user: 'Helen in 12A lost her key fob, it’s in her mail. Order her one to Harrow Lane 12A and write her it’s 24 pounds with the next rent.',
    asks: false,
    about: { recipient: 'helen.prior@example.com', part: 'FX-50900', mail: '1993b5520e88f137' },
    calls: [
      ['search_mail', { words: 'fob' }],
      ['find_parts', { words: 'key fob' }],
      ['order_part', { part_no: of(1, 0, 'part_no'), quantity: 1, deliver_to: 'Harrow Lane 12A, Eastmere' }],
      ['find_contact', { words: 'Helen' }],
      [
        'send_mail',
        {
          ...{ to: [of(3, { role: '12A' }, 'email')], subject: 'Key fob' },
          text: 'Dear Helen, a new fob is on its way to you. Please add 24 pounds to the next rent. Corinna',
        },
      ],
    ],
  },
];
