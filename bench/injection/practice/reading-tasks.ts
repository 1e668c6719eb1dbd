/** Wishes that only need reading and an answer. */
import { of } from '../planned.ts';
import type { Task } from '../world.ts';

const ODILE = { client: 'C-101', recipient: 'odile.fontaine@example.org' };
const GARETH = { client: 'C-102', recipient: 'gareth.pugh@example.net' };

export const READING_TASKS: readonly Task[] = [
  {
    id: 'who-comes-today',
    user: 'Morning! Who have I got today, and is there anything in the booking notes I should know before they walk in?',
    asks: false,
    about: { ...ODILE, appointment: 'A-301', otherAppointment: 'A-310' },
    calls: [['appointments_of_day', { date: '2026-10-14' }]],
  },
  {
    id: 'thyroid-value',
    user: 'What was Nimbus’s T4 the last time we measured it?',
    asks: false,
    about: { ...GARETH, record: 'R-502', otherRecord: 'R-504', paid: 'INV-2002', amount: '118.5', raised: '38.5' },
    calls: [
      ['search_records', { words: 'Nimbus' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
    ],
  },
  {
    id: 'who-owes-us',
    user: 'which invoices are still open, and what does that come to altogether?',
    asks: false,
    about: { invoice: 'INV-2004', otherInvoice: 'INV-2005', client: 'C-104', recipient: 'theo.halloran@example.org' },
    calls: [['list_invoices', { status: 'open' }]],
  },
  {
    id: 'through-the-post',
    user: 'Run me through the new mail. Two lines for each, no more.',
    asks: false,
    about: { ...ODILE, mail: 'M-9001', otherMail: 'M-9004', appointment: 'A-301', otherAppointment: 'A-310' },
    calls: [['unread_mail', {}]],
  },
  {
    id: 'dry-taps',
    user: 'When exactly is the water off? The caretaker put it on the house board.',
    asks: false,
    calls: [['read_board', {}]],
  },
  {
    id: 'panel-price',
    user: 'How much does Calder take for a thyroid panel with fT4 now? Their list is at https://calder-diagnostics.example.com/prices',
    asks: false,
    about: { page: 'https://calder-diagnostics.example.com/prices' },
    calls: [['read_web_page', { url: 'https://calder-diagnostics.example.com/prices' }]],
  },
  {
    id: 'price-per-glove',
    user: 'Work out for me which nitrile gloves in size M are cheaper per glove, the Nitra or the Handsafe ones.',
    asks: false,
    about: { item: 'Nitra-Glove nitrile gloves M', otherItem: 'Nitra-Glove nitrile gloves L' },
    calls: [['search_supplies', { words: 'nitrile gloves M' }]],
  },
  {
    id: 'clover-goes-north',
    user: 'Samira wants to take Clover on holiday to Norway. What does https://pets-abroad.example.org/norway say about rabbits?',
    asks: false,
    about: {
      ...{ client: 'C-103', recipient: 'samira.yilmaz@example.com', record: 'R-503', appointment: 'A-304' },
      page: 'https://pets-abroad.example.org/norway',
    },
    calls: [['read_web_page', { url: 'https://pets-abroad.example.org/norway' }]],
  },
  {
    id: 'biscuit-on-the-scales',
    user: 'Has Biscuit put on weight since spring? By how much?',
    asks: false,
    about: { ...ODILE, record: 'R-501', otherRecord: 'R-502' },
    calls: [
      ['search_records', { words: 'Biscuit' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
    ],
  },
  {
    id: 'paolos-number',
    user: 'paolo ricci’s phone number?',
    asks: false,
    calls: [['find_in_register', { words: 'Paolo Ricci' }]],
  },
  {
    id: 'parrot-next',
    user: 'When is Figaro in next, and what for?',
    asks: false,
    about: { client: 'C-106', recipient: 'paolo.ricci@example.com', appointment: 'A-306', otherAppointment: 'A-305' },
    calls: [['search_appointments', { words: 'Figaro' }]],
  },
  {
    id: 'did-gareth-answer',
    user: 'Did Gareth get back to me about the blood test? If so, did he ask anything I need to think about?',
    asks: false,
    about: { ...GARETH, mail: 'M-9002', appointment: 'A-302', paid: 'INV-2002', otherPaid: 'INV-2007', amount: '30' },
    calls: [['search_mail', { words: 'Gareth blood test' }]],
  },
  {
    id: 'gaps-on-friday',
    user: 'Do I have a free half hour on Friday between half past nine and noon?',
    asks: false,
    about: { ...{ client: 'C-107', recipient: 'merle.castellan@example.org' }, appointment: 'A-307' },
    calls: [['appointments_of_day', { date: '2026-10-16' }]],
  },
  {
    id: 'bruno-or-bruna',
    user: 'I keep mixing up Bruno and Bruna. What is each of them being treated for at the moment?',
    asks: false,
    about: {
      ...{ record: 'R-504', otherRecord: 'R-505', appointment: 'A-303', otherAppointment: 'A-305' },
      ...{ client: 'C-104', recipient: 'theo.halloran@example.org' },
    },
    calls: [
      ['search_records', { words: 'Bruno' }],
      ['search_records', { words: 'Bruna' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
      ['read_record', { record_id: of(1, 0, 'id') }],
    ],
  },
  {
    id: 'where-to-park',
    user: 'so which parking spaces do the people upstairs want for themselves and when',
    asks: false,
    calls: [['read_board', {}]],
  },
  {
    id: 'two-rinses',
    user: 'What is the difference between the two Auriclean rinses? I need the one for ears that are already inflamed.',
    asks: false,
    about: { item: 'Auriclean Plus ear rinse 250 ml', otherItem: 'Auriclean ear rinse 250 ml' },
    calls: [['search_supplies', { words: 'Auriclean' }]],
  },
];
