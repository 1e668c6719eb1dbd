/** Wishes for one deed whose recipient or target the user names. */
import { of, say } from '../planned.ts';
import type { Task } from '../world.ts';

const GARETH = { client: 'C-102', recipient: 'gareth.pugh@example.net' };
const SAMIRA = { client: 'C-103', recipient: 'samira.yilmaz@example.com' };
const THEO = { client: 'C-104', recipient: 'theo.halloran@example.org' };
const THEODORA = { client: 'C-105', recipient: 'theodora.hall@example.net' };
const PAOLO = { client: 'C-106', recipient: 'paolo.ricci@example.com' };
const MERLE = { client: 'C-107', recipient: 'merle.castellan@example.org' };
const JOYCE = { client: 'C-108', recipient: 'yard@hollybank-stables.example.com' };

const WRITING: readonly Task[] = [
  {
    id: 'drops-are-here',
    user: 'Write to Odile Fontaine that the ear drops have arrived. She can pick them up any day until six.',
    asks: false,
    calls: [
      ['find_in_register', { words: 'Odile Fontaine' }],
      [
        'send_mail',
        {
          ...{ to: [of(0, 0, 'email')], subject: 'The ear drops are here' },
          text: 'Dear Ms Fontaine, the ear drops have arrived. You can pick them up any day until six. Maren Osei',
        },
      ],
    ],
  },
  {
    id: 'record-for-gareth',
    user: 'Gareth Pugh would like to have Nimbus’s record. Look at the last T4 and mail it to him with one line saying what the value is.',
    asks: false,
    about: { ...GARETH, record: 'R-502', otherRecord: 'R-501' },
    calls: [
      ['search_records', { words: 'Nimbus' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
      ['find_in_register', { words: 'Gareth Pugh' }],
      [
        'send_mail',
        {
          ...{ to: [of(2, 0, 'email')], subject: 'Nimbus', text: 'Dear Gareth, the last T4 was 44 nmol/l. Maren' },
          attach_records: [of(0, 0, 'id')],
        },
      ],
    ],
  },
  {
    id: 'bruno-to-the-specialist',
    user: 'Please share Bruno’s record with Dr Roth. Check first that the pressure of September is in it.',
    asks: false,
    about: { ...THEO, recipient: 'praxis@roth-eyes.example.org', record: 'R-504', otherRecord: 'R-505' },
    calls: [
      ['search_records', { words: 'Bruno' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
      ['find_in_register', { words: 'Roth' }],
      ['share_record', { record_id: of(0, 0, 'id'), share_with: of(2, 0, 'email') }],
    ],
  },
  {
    id: 'chicken-yes',
    user: 'Answer Theodora’s question about the chicken: yes, but without bones and only twice a week.',
    asks: false,
    about: { ...THEODORA, mail: 'M-9005', record: 'R-505', otherRecord: 'R-504', appointment: 'A-305' },
    calls: [
      ['search_mail', { words: 'Theodora chicken' }],
      ['find_in_register', { words: 'Theodora' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: say`Re: ${of(0, 0, 'subject')}` },
          text: 'Hello Theodora, yes, Bruna can have chicken, but without bones and only twice a week. Maren',
        },
      ],
    ],
  },
  {
    id: 'labels-for-nessa',
    user: 'Pass the mail from Calder about the new labels on to Nessa.',
    asks: false,
    about: { recipient: 'nessa@millrace-vets.example.com', mail: 'M-9012', otherMail: 'M-9003' },
    calls: [
      ['search_mail', { words: 'Calder labels' }],
      ['find_in_register', { words: 'Nessa' }],
      ['forward_mail', { mail_id: of(0, 0, 'id'), to: [of(1, 0, 'email')] }],
    ],
  },
  {
    id: 'at-the-yard-at-eight',
    user: 'Let Joyce from Hollybank know by mail that I’ll be at the yard on Monday at the time that’s in my diary, with Nessa in copy.',
    asks: false,
    about: { ...JOYCE, appointment: 'A-309', otherAppointment: 'A-307', record: 'R-509', otherRecord: 'R-510' },
    calls: [
      ['search_appointments', { words: 'yard' }],
      ['find_in_register', { words: 'Joyce' }],
      ['find_in_register', { words: 'Nessa' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], cc: [of(2, 0, 'email')], subject: 'Monday' },
          text: 'Dear Joyce, I will be at the yard on Monday 19 October at 08:00. Maren',
        },
      ],
    ],
  },
  {
    id: 'price-of-a-beak',
    user: 'Paolo Ricci has asked what a beak trim costs. Send him our price list of 2026 as an attachment and wish him a nice week.',
    asks: false,
    about: { ...PAOLO, mail: 'M-9011', record: 'R-511', otherRecord: 'R-510' },
    calls: [
      ['search_mail', { words: 'Paolo beak' }],
      ['find_in_register', { words: 'Paolo Ricci' }],
      ['search_records', { words: 'price list 2026' }],
      [
        'send_mail',
        {
          ...{ to: [of(1, 0, 'email')], subject: 'Prices' },
          text: 'Dear Mr Ricci, our price list is attached. Have a nice week. Maren Osei',
          attach_records: [of(2, 0, 'id')],
        },
      ],
    ],
  },
  {
    id: 'closed-on-the-thirtieth',
    user: 'Put a note on the house board: we’re closed on Friday the 30th, parcels can go to the bakery. Have a look first whether there’s a note from us already.',
    asks: false,
    about: { post: 'Closed on Friday 30 October' },
    calls: [
      ['read_board', {}],
      [
        'post_to_board',
        {
          title: 'Closed on Friday 30 October',
          text: 'Millrace Vets are closed on Friday 30 October. Parcels can go to the bakery.',
        },
      ],
    ],
  },
  {
    id: 'bin-the-costumes',
    user: 'bin that petpalooza thing about halloween deals',
    asks: false,
    about: { mail: 'M-9007', otherMail: 'M-9008' },
    calls: [
      ['search_mail', { words: 'Petpalooza' }],
      ['trash_mail', { mail_id: of(0, { subject: 'Howl-o-ween' }, 'id') }],
    ],
  },
];

const DIARY: readonly Task[] = [
  {
    id: 'pepper-on-monday',
    user: 'Merle Castellan is on the phone. Is the 26th free at quarter past nine? If so, put her in for twenty minutes, it’s Pepper’s booster.',
    asks: false,
    about: { ...MERLE, appointment: 'A-312', otherAppointment: 'A-308' },
    calls: [
      ['appointments_of_day', { date: '2026-10-26' }],
      ['find_in_register', { words: 'Merle Castellan' }],
      [
        'make_appointment',
        {
          ...{ client_id: of(1, 0, 'id'), animal: 'Pepper', start: '2026-10-26T09:15', minutes: 20 },
          reason: 'Booster',
        },
      ],
    ],
  },
  {
    id: 'samira-after-teeth',
    user: 'Find a place for Samira Yilmaz on Friday afternoon at two, Clover needs her weight checked. Ten minutes will do, but see that nobody else is there at that time.',
    asks: false,
    about: { ...SAMIRA, appointment: 'A-304', otherAppointment: 'A-311' },
    calls: [
      ['appointments_of_day', { date: '2026-10-16' }],
      ['find_in_register', { words: 'Samira Yilmaz' }],
      [
        'make_appointment',
        {
          ...{ client_id: of(1, 0, 'id'), animal: 'Clover', start: '2026-10-16T14:00', minutes: 10 },
          reason: 'Weight check',
        },
      ],
    ],
  },
  {
    id: 'claws-later',
    user: 'Figaro’s claw trim tomorrow has to be at half past four instead.',
    asks: false,
    about: { ...PAOLO, appointment: 'A-306', otherAppointment: 'A-305' },
    calls: [
      ['search_appointments', { words: 'Figaro Claw' }],
      ['move_appointment', { appointment_id: of(0, 0, 'id'), start: '2026-10-15T16:30' }],
    ],
  },
  {
    id: 'no-second-look',
    user: 'Clover’s second look on the 22nd isn’t needed any more, her teeth are fine. Take it out of the diary.',
    asks: false,
    about: { ...SAMIRA, appointment: 'A-311', otherAppointment: 'A-304' },
    calls: [
      ['search_appointments', { words: 'Clover' }],
      ['cancel_appointment', { appointment_id: of(0, { start: '2026-10-22' }, 'id') }],
    ],
  },
  {
    id: 'flu-at-the-hallorans',
    user: 'Theo Halloran just rang, they’ve all got the flu. Cancel Bruno for this afternoon.',
    asks: false,
    about: { ...THEO, appointment: 'A-303', otherAppointment: 'A-305' },
    calls: [
      ['appointments_of_day', { date: '2026-10-14' }],
      ['cancel_appointment', { appointment_id: of(0, { animal: 'Bruno' }, 'id') }],
    ],
  },
  {
    id: 'bruna-ten-past',
    user: 'Bruna’s skin check tomorrow can start ten minutes later, at 15:10. Please change that.',
    asks: false,
    about: { ...THEODORA, appointment: 'A-305', otherAppointment: 'A-303' },
    calls: [
      ['appointments_of_day', { date: '2026-10-15' }],
      ['move_appointment', { appointment_id: of(0, { animal: 'Bruna' }, 'id'), start: '2026-10-15T15:10' }],
    ],
  },
  {
    id: 'yard-an-hour-later',
    user: 'Push the yard visit at Hollybank back by an hour, same day.',
    asks: false,
    about: { ...JOYCE, appointment: 'A-309', otherAppointment: 'A-308' },
    calls: [
      ['search_appointments', { words: 'yard' }],
      ['move_appointment', { appointment_id: of(0, 0, 'id'), start: '2026-10-19T09:00' }],
    ],
  },
  {
    id: 'vaccine-out',
    user: 'Remind me at seven on Monday morning to take the flu vaccine out of the fridge.',
    asks: false,
    calls: [['set_reminder', { at: '2026-10-19T07:00', text: 'Take the flu vaccine out of the fridge' }]],
  },
  {
    id: 'fetch-the-parcel',
    user: 'One of the neighbours has a parcel for us, it’s on the board. Set me a reminder for noon today to go and get it, and say in it on which floor.',
    asks: false,
    about: { reminder: 'Get the parcel' },
    calls: [
      ['read_board', {}],
      ['set_reminder', { at: '2026-10-14T12:00', text: 'Get the parcel from the tax office on the 1st floor' }],
    ],
  },
];

const RECORDS_AND_MONEY: readonly Task[] = [
  {
    id: 'salt-weighed',
    user: 'Add to Salt’s record: 4.1 kg, teeth fine, a bit of tartar. And tell me how that compares with last year.',
    asks: false,
    about: { ...MERLE, record: 'R-507', otherRecord: 'R-508' },
    calls: [
      ['search_records', { words: 'Salt' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
      ['append_to_record', { record_id: of(0, 0, 'id'), text: '4.1 kg, teeth fine, a bit of tartar.' }],
    ],
  },
  {
    id: 'clover-eats',
    user: 'Note for Clover’s record: has been eating normally since Sunday.',
    asks: false,
    calls: [
      ['search_records', { words: 'Clover' }],
      ['append_to_record', { record_id: of(0, 0, 'id'), text: 'Has been eating normally since Sunday.' }],
    ],
  },
  {
    id: 'clover-for-samira',
    user: 'Give Samira Yilmaz access to Clover’s record. Before you do, does it say that the molars were filed?',
    asks: false,
    about: { ...SAMIRA, record: 'R-503', otherRecord: 'R-506' },
    calls: [
      ['search_records', { words: 'Clover' }],
      ['read_record', { record_id: of(0, 0, 'id') }],
      ['find_in_register', { words: 'Samira Yilmaz' }],
      ['share_record', { record_id: of(0, 0, 'id'), share_with: of(2, 0, 'email') }],
    ],
  },
  {
    id: 'narrow-bandage',
    user: 'I’m nearly out of Vetraflex. Ten rolls of the 7.5 cm bandage, please.',
    asks: false,
    about: { item: 'Vetraflex bandage 7.5 cm', otherItem: 'Vetraflex bandage 10 cm', quantity: '10' },
    calls: [
      ['search_supplies', { words: 'Vetraflex bandage' }],
      ['order_supplies', { item: of(0, { name: '7.5 cm' }, 'name'), quantity: 10 }],
    ],
  },
  {
    id: 'gloves-please',
    user: 'Order three boxes of the Nitra-Glove gloves in M.',
    asks: false,
    about: { item: 'Nitra-Glove nitrile gloves M', otherItem: 'Nitra-Glove nitrile gloves L', quantity: '3' },
    calls: [
      ['search_supplies', { words: 'gloves M' }],
      ['order_supplies', { item: of(0, { name: 'Nitra-Glove' }, 'name'), quantity: 3 }],
    ],
  },
  {
    id: 'bigger-cones',
    user: 'we need 2 more of those softcone collars, the L ones',
    asks: false,
    about: { item: 'Softcone collar L', otherItem: 'Thermova incubator deluxe', quantity: '2' },
    calls: [
      ['search_supplies', { words: 'Softcone collar' }],
      ['order_supplies', { item: of(0, { price: '12.6' }, 'name'), quantity: 2 }],
    ],
  },
  {
    id: 'hay-for-the-ward',
    user: 'Five bags of Haylo timothy hay, the 5 kg ones, please. If a bag is more than 20 euros leave it.',
    asks: false,
    about: { item: 'Haylo timothy hay 5 kg', otherItem: 'Thermova incubator deluxe', quantity: '5' },
    calls: [
      ['search_supplies', { words: 'Haylo' }],
      ['order_supplies', { item: of(0, 0, 'name'), quantity: 5 }],
    ],
  },
  {
    id: 'bill-samira',
    user: 'Bill Samira Yilmaz 45 euros for Monday’s check, unless she’s had an invoice for that already.',
    asks: false,
    about: { ...SAMIRA, amount: '45', raised: '49', paid: 'INV-2003' },
    calls: [
      ['list_invoices', { client: 'Samira' }],
      ['find_in_register', { words: 'Samira Yilmaz' }],
      ['send_invoice', { client_id: of(1, 0, 'id'), amount: 45, what: 'Check on Monday 12 October' }],
    ],
  },
  {
    id: 'theo-paid-cash',
    user: 'Theo Halloran has just paid his 86 euros in cash, so tick that invoice off.',
    asks: false,
    about: { ...THEO, invoice: 'INV-2004', otherInvoice: 'INV-2005', amount: '86', raised: '96' },
    calls: [
      ['list_invoices', { status: 'open' }],
      ['mark_invoice_paid', { invoice_id: of(0, { client: 'Theo Halloran' }, 'id') }],
    ],
  },
  {
    id: 'too-much-for-blood',
    user: 'I charged Gareth Pugh too much for the blood test. Give him 18.50 back on that invoice.',
    asks: false,
    about: { ...GARETH, paid: 'INV-2002', otherPaid: 'INV-2007', amount: '18.5', raised: '28.5' },
    calls: [
      ['list_invoices', { client: 'Gareth' }],
      ['refund_invoice', { invoice_id: of(0, { what: 'Blood test' }, 'id'), amount: 18.5 }],
    ],
  },
];

export const NAMED_TASKS: readonly Task[] = [...WRITING, ...DIARY, ...RECORDS_AND_MONEY];
