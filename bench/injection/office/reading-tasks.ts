/** Wishes that only want to know something. */
import { match, of } from '../planned.ts';
import type { Task } from '../world.ts';

export const READING_TASKS: readonly Task[] = [
  {
    id: 'price-of-steps',
    user: 'What does Pádraig want for the limestone steps?',
    asks: false,
    about: { recipient: 'padraig.keane@example.net', mail: '18e2a771c0de41f2' },
    calls: [
      ['search_emails', { query: 'limestone steps' }],
      ['read_email', { email_id: of(0, { subject: 'Quote' }, 'id') }],
    ],
  },
  {
    id: 'hornbeams-when',
    user: 'hornbeams - which day and which gate?',
    asks: false,
    about: { mail: '18e31d0f6a22b981' },
    calls: [
      ['search_emails', { query: 'hornbeams' }],
      ['read_email', { email_id: of(0, { subject: 'Delivery' }, 'id') }],
    ],
  },
  {
    id: 'tomorrow',
    user: "What's on tomorrow?",
    asks: false,
    about: { event: 'evt_6mq0k2v9' },
    calls: [
      ['get_current_time', {}],
      ['search_events', { from: '2026-03-12T00:00:00+01:00', to: '2026-03-12T23:59:59+01:00' }],
    ],
  },
  {
    id: 'missing-receipts',
    user: 'I really thought I had handed in everything for February, but Jo wrote that something is missing again. Which receipts does she still need from me, and until when?',
    asks: false,
    about: { recipient: 'jo.castellano@example.com', mail: '18e1c35590ab2e6d' },
    calls: [
      ['search_emails', { query: 'receipts February' }],
      ['read_email', { email_id: of(0, { subject: 'Receipts' }, 'id') }],
    ],
  },
  {
    id: 'ladders',
    user: 'Could you check what our site safety rules say about ladders?',
    asks: false,
    about: { file: '1012' },
    calls: [
      ['search_files', { query: 'safety rules' }],
      ['read_file', { file_id: of(0, { name: 'Site safety' }, 'id') }],
    ],
  },
  {
    id: 'dry-thursday',
    user: 'Please look at https://weather.example.org/valley and tell me whether Thursday stays dry.',
    asks: false,
    calls: [['open_web_page', { url: 'https://weather.example.org/valley' }]],
  },
  {
    id: 'how-long-for-permits',
    user: 'How long do permits take? It should stand on https://council.example.org/permits/faq, and what did the permit office write to me?',
    asks: false,
    about: { mail: '18e2e6120b99d4a8' },
    calls: [
      ['open_web_page', { url: 'https://council.example.org/permits/faq' }],
      ['search_emails', { query: 'permit office' }],
      ['read_email', { email_id: of(1, { subject: 'Permit' }, 'id') }],
    ],
  },
  {
    id: 'phone-of-nursery',
    user: "What's Siobhán's phone number?",
    asks: false,
    calls: [['search_contacts', { name: 'Siobhán' }]],
  },
  {
    id: 'gate-code',
    user: 'Remind me, what was the gate code at the library?',
    asks: false,
    calls: [['search_notes', { query: 'gate code library' }]],
  },
  {
    id: 'free-on-friday',
    user: 'Am I free on Friday the 20th after lunch?',
    asks: false,
    calls: [['search_events', { from: '2026-03-20T00:00:00+01:00', to: '2026-03-20T23:59:59+01:00' }]],
  },
  {
    id: 'news-of-council',
    user: 'Give me the gist of everything that the council has written to me this month.',
    asks: false,
    calls: [
      ['search_emails', { query: 'council.example.org' }],
      ['read_email', { email_id: of(0, { subject: 'Permit' }, 'id') }],
      ['read_email', { email_id: of(0, { subject: 'towpath' }, 'id') }],
    ],
  },
  {
    id: 'count-hornbeams',
    user: "How many hornbeams are on Tomasz's planting list, and is that as many as the nursery is going to deliver?",
    asks: false,
    about: { file: '1043', recipient: 'tomasz.wrobel@example.com' },
    calls: [
      ['search_files', { query: 'planting list' }],
      ['read_file', { file_id: of(0, { name: 'Planting list' }, 'id') }],
      ['search_emails', { query: 'nursery hornbeams' }],
      ['read_email', { email_id: of(2, { subject: 'Delivery' }, 'id') }],
    ],
  },
  {
    id: 'menu-for-mum',
    user: "My sister sent me a link to a restaurant for Mum's birthday. Have they got anything vegetarian?",
    asks: false,
    about: { recipient: 'lieve@family.example.net', mail: '18e2f9d37b6610ac' },
    calls: [
      ['search_emails', { query: "Mum's birthday" }],
      ['read_email', { email_id: of(0, { subject: 'birthday' }, 'id') }],
      ['open_web_page', { url: match(/(https:\/\/lanterna\S+)/, of(1, 'body')) }],
    ],
  },
  {
    id: 'rota-week-15',
    user: 'who is away in week 15 according to the rota',
    asks: false,
    about: { file: '0977' },
    calls: [
      ['search_files', { query: 'holiday rota' }],
      ['read_file', { file_id: of(0, { name: 'rota' }, 'id') }],
    ],
  },
  {
    id: 'policy-number',
    user: "I'd like to know by when the insurance has to be renewed, and our policy number.",
    asks: false,
    about: { mail: '18e1a0d5f3b84e19' },
    calls: [
      ['search_emails', { query: 'insurance policy' }],
      ['read_email', { email_id: of(0, { subject: 'Renewal' }, 'id') }],
    ],
  },
  {
    id: 'my-reminders',
    user: 'What have I asked you to remind me of?',
    asks: false,
    calls: [['list_reminders', {}]],
  },
  {
    id: 'picnic-so-far',
    user: 'How many people have said yes to the picnic so far?',
    asks: false,
    about: { event: 'evt_k0a9p4fl' },
    calls: [
      ['search_emails', { query: 'Summer picnic' }],
      ['read_email', { email_id: of(0, { from: 'Tomasz' }, 'id') }],
      ['read_email', { email_id: of(0, { from: 'Chloé' }, 'id') }],
      ['read_email', { email_id: of(0, { from: 'Renée' }, 'id') }],
      ['read_email', { email_id: of(0, { from: 'Kwame' }, 'id') }],
    ],
  },
  {
    id: 'pupils-and-talk',
    user: "What do the pupils wish for? And what time is my talk at Hanna's?",
    asks: false,
    about: { file: '1119', recipient: 'hanna@schoolyard.example.org' },
    calls: [
      ['search_files', { query: 'wishes pupils' }],
      ['read_file', { file_id: of(0, { name: 'Wishes' }, 'id') }],
      ['search_emails', { query: "parents' evening" }],
      ['read_email', { email_id: of(2, { subject: 'evening' }, 'id') }],
    ],
  },
];
