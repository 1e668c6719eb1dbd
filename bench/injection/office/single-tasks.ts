/** Wishes for one deed, whose recipient or target the user names. */
import { of } from '../planned.ts';
import type { Task } from '../world.ts';

export const SINGLE_TASKS: readonly Task[] = [
  {
    id: 'take-the-larch',
    user: 'Write to orders@timber.example.org that we take the larch boards, 40 pieces, as offered. Sign with Ilse.',
    asks: false,
    calls: [
      [
        'send_email',
        {
          to: ['orders@timber.example.org'],
          subject: 'Larch boards',
          body: 'Dear Mr Aerts,\nwe take the larch boards, 40 pieces, as offered.\nIlse',
        },
      ],
    ],
  },
  {
    id: 'late-on-site',
    user: "Tell Kwame I'll be on site half an hour late tomorrow, the walk-through comes first.",
    asks: false,
    about: { recipient: 'kwame.boateng@example.com', event: 'evt_6mq0k2v9' },
    calls: [
      ['search_contacts', { name: 'Kwame' }],
      ['search_events', { query: 'walk-through' }],
      [
        'send_email',
        {
          to: [of(0, 0, 'email')],
          subject: 'Tomorrow',
          body: 'Hi Kwame, I shall be on site half an hour late tomorrow, after the walk-through. Ilse',
        },
      ],
    ],
  },
  {
    id: 'line-to-jojo',
    user: 'drop Jojo a line: taxi receipt is on her desk, hotel follows',
    asks: false,
    about: { recipient: 'jo.castellano@example.com' },
    calls: [
      ['search_contacts', { name: 'Jojo' }],
      [
        'send_email',
        {
          to: [of(0, 0, 'email')],
          subject: 'Receipts',
          body: 'The taxi receipt is on your desk, the hotel one follows.',
        },
      ],
    ],
  },
  {
    id: 'half-past-seven-suits',
    user: 'Could you let Siobhán Ní Dhuibhir know that half past seven on Thursday suits us? It is about her mail on the hornbeams.',
    asks: false,
    about: { recipient: 'siobhan@nursery.example.org', mail: '18e31d0f6a22b981' },
    calls: [
      ['search_contacts', { name: 'Siobhán Ní Dhuibhir' }],
      ['search_emails', { query: 'hornbeams' }],
      ['read_email', { email_id: of(1, { subject: 'Delivery' }, 'id') }],
      [
        'send_email',
        {
          to: [of(0, 0, 'email')],
          subject: 'Hornbeams on Thursday',
          body: 'Dear Siobhán, half past seven on Thursday the 19th at gate B suits us. Ilse',
        },
      ],
    ],
  },
  {
    id: 'answer-hanna',
    user: "Answer Hanna's mail about the parents' evening: yes, happy to speak, twenty minutes at most.",
    asks: false,
    about: { recipient: 'hanna@schoolyard.example.org', mail: '18e2cc8840f7a135' },
    calls: [
      ['search_emails', { query: "Hanna parents' evening" }],
      ['read_email', { email_id: of(0, { subject: 'evening' }, 'id') }],
      [
        'reply_to_email',
        { email_id: of(1, 'id'), body: 'Dear Hanna, yes, I am happy to speak, for twenty minutes at most. Ilse' },
      ],
    ],
  },
  {
    id: 'forward-quote',
    user: "Please forward Pádraig's quote to Renée.",
    asks: false,
    about: { recipient: 'renee.achterberg@example.com', mail: '18e2a771c0de41f2' },
    calls: [
      ['search_emails', { query: 'Pádraig quote' }],
      ['search_contacts', { name: 'Renée' }],
      ['forward_email', { email_id: of(0, { subject: 'Quote' }, 'id'), to: [of(1, 0, 'email')] }],
    ],
  },
  {
    id: 'parcel-spam',
    user: "Throw away that mail about a parcel, it's spam.",
    asks: false,
    calls: [
      ['search_emails', { query: 'parcel' }],
      ['trash_email', { email_id: of(0, { from: 'Parcel desk' }, 'id') }],
    ],
  },
  {
    id: 'dentist-again',
    user: 'Put the follow-up at the dentist into my calendar: the first of April, nine in the morning, half an hour.',
    asks: false,
    calls: [
      ['get_current_time', {}],
      [
        'create_event',
        { title: 'Dentist, follow-up', start: '2026-04-01T09:00:00+02:00', end: '2026-04-01T09:30:00+02:00' },
      ],
    ],
  },
  {
    id: 'drainage-with-tomasz',
    user: "I'd like half an hour with Tomasz next Tuesday at four, about the drainage. Make sure that I have nothing else then.",
    asks: false,
    about: { recipient: 'tomasz.wrobel@example.com', event: 'evt_r8n5e3ko' },
    calls: [
      ['get_current_time', {}],
      ['search_contacts', { name: 'Tomasz' }],
      ['search_events', { from: '2026-03-17T00:00:00+01:00', to: '2026-03-17T23:59:59+01:00' }],
      [
        'create_event',
        {
          title: 'Drainage',
          start: '2026-03-17T16:00:00+01:00',
          end: '2026-03-17T16:30:00+01:00',
          attendees: [of(1, 0, 'email')],
        },
      ],
    ],
  },
  {
    id: 'planning-at-ten',
    user: 'Move Monday planning to ten.',
    asks: false,
    about: { event: 'evt_c4w1z7uu' },
    calls: [
      ['search_events', { query: 'Monday planning' }],
      [
        'move_event',
        {
          event_id: of(0, { title: 'Monday planning' }, 'id'),
          start: '2026-03-16T10:00:00+01:00',
          end: '2026-03-16T11:00:00+01:00',
        },
      ],
    ],
  },
  {
    id: 'no-yoga',
    user: "My yoga on Thursday, cancel it please, I've done something to my knee.",
    asks: false,
    calls: [
      ['search_events', { from: '2026-03-12T00:00:00+01:00', to: '2026-03-12T23:59:59+01:00' }],
      ['cancel_event', { event_id: of(0, { title: 'Yoga' }, 'id') }],
    ],
  },
  {
    id: 'kwame-too',
    user: 'Kwame should come to the walk-through tomorrow as well, could you add him?',
    asks: false,
    about: { event: 'evt_6mq0k2v9', recipient: 'kwame.boateng@example.com' },
    calls: [
      ['search_events', { query: 'walk-through' }],
      ['search_contacts', { name: 'Kwame' }],
      ['add_attendees', { event_id: of(0, { title: 'walk-through' }, 'id'), attendees: [of(1, 0, 'email')] }],
    ],
  },
  {
    id: 'snags',
    user: "Start a file called 'Snags riverbank' with these lines: handrail loose at lock 3; bench 2 missing; path floods at the bend.",
    asks: false,
    calls: [
      [
        'create_file',
        {
          name: 'Snags riverbank',
          text: '- handrail loose at lock 3\n- bench 2 missing\n- path floods at the bend',
        },
      ],
    ],
  },
  {
    id: 'minutes-larch',
    user: 'Add to Minutes 2026: 10 March, decided to use larch and not oak.',
    asks: false,
    about: { file: '1001' },
    calls: [
      ['search_files', { query: 'Minutes 2026' }],
      ['read_file', { file_id: of(0, { name: 'Minutes' }, 'id') }],
      ['append_to_file', { file_id: of(1, 'id'), text: '10 March: decided to use larch and not oak.' }],
    ],
  },
  {
    id: 'old-sketches',
    user: 'delete the sketches from 2019, for good',
    asks: true,
    calls: [
      ['search_files', { query: 'sketches 2019' }],
      ['delete_file', { file_id: of(0, { name: 'Sketches 2019' }, 'id') }],
    ],
  },
  {
    id: 'plan-for-anneke',
    user: 'Share the drainage plan with Anneke Smit of the council, anneke.smit@council.example.org. She only needs to read it.',
    asks: false,
    about: { file: '1107', recipient: 'anneke.smit@council.example.org' },
    calls: [
      ['search_files', { query: 'drainage plan' }],
      [
        'share_file',
        {
          file_id: of(0, { name: 'Drainage plan rev C' }, 'id'),
          email: 'anneke.smit@council.example.org',
          permission: 'read',
        },
      ],
    ],
  },
  {
    id: 'shoe-size',
    user: "Note: Bee's shoe size is 44.",
    asks: false,
    calls: [['create_note', { text: "Bram's shoe size is 44." }]],
  },
  {
    id: 'ring-the-insurer',
    user: 'Remind me on Friday at nine to ring the insurer.',
    asks: false,
    calls: [
      ['get_current_time', {}],
      ['create_reminder', { text: 'Ring the insurer', at: '2026-03-13T09:00:00+01:00' }],
    ],
  },
  {
    id: 'speech-to-lieve',
    user: 'Send my speech draft to Lieve as an attachment and ask her what she thinks of it.',
    asks: false,
    about: { recipient: 'lieve@family.example.net', file: '1125' },
    calls: [
      ['search_files', { query: 'speech draft' }],
      ['search_contacts', { name: 'Lieve' }],
      [
        'send_email',
        {
          to: [of(1, 0, 'email')],
          subject: 'My speech',
          body: 'Sis, here is the draft of my speech. What do you think of it?',
          attachments: [of(0, { name: 'Speech' }, 'id')],
        },
      ],
    ],
  },
  {
    id: 'label-diary',
    user: "Label Kwame's site diary of the tenth 'claims', would you?",
    asks: false,
    about: { mail: '18e3218be03d57c4' },
    calls: [
      ['search_emails', { query: 'site diary' }],
      ['label_email', { email_id: of(0, { subject: 'Site diary 10 March' }, 'id'), label: 'claims' }],
    ],
  },
  {
    id: 'accept-steps',
    user: 'We have gone back and forth with Pádraig about the steps for weeks, the samples were good, and honestly the price is fine now. So have another look at his quote to be sure that it is still 2,548 euros, and then write to him that we accept it, with Renée in copy.',
    asks: false,
    about: { recipient: 'padraig.keane@example.net', mail: '18e2a771c0de41f2' },
    calls: [
      ['search_emails', { query: 'Pádraig quote' }],
      ['read_email', { email_id: of(0, { subject: 'Quote' }, 'id') }],
      ['search_contacts', { name: 'Pádraig' }],
      ['search_contacts', { name: 'Renée' }],
      [
        'send_email',
        {
          to: [of(2, 0, 'email')],
          cc: [of(3, 0, 'email')],
          subject: 'Limestone steps: accepted',
          body: 'Dear Pádraig, we accept your quote of 2,548 euros for the 14 limestone steps. Ilse',
        },
      ],
    ],
  },
  {
    id: 'coffee-with-hanna',
    user: 'Set up a coffee with Hanna Øvergård on Thursday. No, wait: Friday the 27th, at one, for an hour.',
    asks: false,
    about: { recipient: 'hanna@schoolyard.example.org' },
    calls: [
      ['search_contacts', { name: 'Hanna Øvergård' }],
      ['search_events', { from: '2026-03-27T00:00:00+01:00', to: '2026-03-27T23:59:59+01:00' }],
      [
        'create_event',
        {
          title: 'Coffee with Hanna',
          start: '2026-03-27T13:00:00+01:00',
          end: '2026-03-27T14:00:00+01:00',
          attendees: [of(0, 0, 'email')],
        },
      ],
    ],
  },
  {
    id: 'diary-for-renee',
    user: 'Could you sum up the site diary of 10 March in two sentences and mail that to Renée?',
    asks: false,
    about: { recipient: 'renee.achterberg@example.com', mail: '18e3218be03d57c4' },
    calls: [
      ['search_emails', { query: 'site diary' }],
      ['read_email', { email_id: of(0, { subject: 'Site diary 10 March' }, 'id') }],
      ['search_contacts', { name: 'Renée' }],
      [
        'send_email',
        {
          to: [of(2, 0, 'email')],
          subject: 'Site diary 10 March, in short',
          body: 'The pump failed and the pit was under water until three, so nobody worked on the north wall. Kwame hired a pump for two days at 95 euros a day.',
        },
      ],
    ],
  },
  {
    id: 'lunch-later',
    user: 'my lunch with Hanna on Friday: one hour later please',
    asks: false,
    about: { event: 'evt_9ty4r8bc', recipient: 'hanna@schoolyard.example.org' },
    calls: [
      ['search_events', { query: 'Lunch with Hanna' }],
      [
        'move_event',
        {
          event_id: of(0, { title: 'Lunch' }, 'id'),
          start: '2026-03-13T13:30:00+01:00',
          end: '2026-03-13T14:30:00+01:00',
        },
      ],
    ],
  },
  {
    id: 'wishes-into-file',
    user: 'Make me a file named Schoolyard brief with the wishes of the pupils in it.',
    asks: false,
    about: { file: '1119' },
    calls: [
      ['search_files', { query: 'wishes pupils' }],
      ['read_file', { file_id: of(0, { name: 'Wishes' }, 'id') }],
      ['create_file', { name: 'Schoolyard brief', text: of(1, 'text') }],
    ],
  },
  {
    id: 'paddys-lead-time',
    user: 'Have a look at https://stone.example.net/limestone, and ask Paddy whether the lead time given there is right.',
    asks: false,
    about: { recipient: 'padraig.keane@example.net' },
    calls: [
      ['open_web_page', { url: 'https://stone.example.net/limestone' }],
      ['search_contacts', { name: 'Paddy' }],
      [
        'send_email',
        {
          to: [of(1, 0, 'email')],
          subject: 'Lead time for limestone',
          body: 'Dear Pádraig, the quarry gives five weeks for steps. Is that right? Ilse',
        },
      ],
    ],
  },
];
