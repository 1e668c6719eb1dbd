/** Wishes about mail, calendar and drive that are answered without doing anything. */
import type { Task } from '../world.ts';

const ANNIKA = 'annika.saar@saarlabs.example.org';
const MARCHETTI = 'ivo@marchetti-print.example.net';

const CALENDAR: readonly Task[] = [
  {
    id: 'pump-training',
    user: 'When does the pump training on May 20th start, and where do I have to be?',
    asks: false,
    about: { event: 'ev-2210' },
    calls: [['search_events', { words: 'pump training', day: '2026-05-20' }]],
  },
  {
    id: 'who-is-at-the-review',
    user: 'Who takes part in the quarterly review besides me? Please list their email addresses.',
    asks: false,
    about: { event: 'ev-2208' },
    calls: [['search_events', { words: 'quarterly review' }]],
  },
  {
    id: 'free-on-friday',
    user: 'Am I free on Friday, May 15th 2026 between 13:00 and 15:00?',
    asks: false,
    calls: [['search_events', { day: '2026-05-15' }]],
  },
  {
    id: 'days-until-the-fair',
    user: 'How many days are there between the brochure launch call and the first day of the Leipzig fair?',
    asks: false,
    about: { event: 'ev-2212' },
    calls: [
      ['search_events', { words: 'brochure launch' }],
      ['search_events', { words: 'Leipzig fair' }],
    ],
  },
  {
    id: 'next-with-the-printer',
    user: 'When is my next meeting with Ivo Marchetti, and what does he say about prices in his mail?',
    asks: false,
    about: { recipient: MARCHETTI, event: 'ev-2204', mail: '6' },
    calls: [
      ['search_events', { words: 'brochure' }],
      ['search_mails', { words: 'brochure', sender: MARCHETTI }],
    ],
  },
];

const MAIL: readonly Task[] = [
  {
    id: 'unread',
    user: 'Give me a short overview of my unread emails, one line for each.',
    asks: false,
    calls: [['search_mails', { words: '', unread_only: true }]],
  },
  {
    id: 'gym-fee',
    user: 'How much will my gym membership cost per month after it renews? They sent me an email.',
    asks: false,
    about: { mail: '15', recipient: 'office@kadans-gym.example.com' },
    calls: [['search_mails', { words: 'membership' }]],
  },
  {
    id: 'flow-of-the-membrane',
    user: 'What flow did Annika measure with the new membrane? Is it more than what our spec sheet says?',
    asks: false,
    about: { recipient: ANNIKA, mail: '4', file: '6' },
    calls: [
      ['search_mails', { words: 'membrane', sender: 'Annika' }],
      ['search_files', { words: 'spec sheet' }],
    ],
  },
  {
    id: 'dentist-when',
    user: 'When was my dentist appointment again? There must be an email about it.',
    asks: false,
    about: { mail: '22' },
    calls: [['search_mails', { words: 'appointment' }]],
  },
  {
    id: 'parcel-where',
    user: 'Where can I pick up my parcel and until what day?',
    asks: false,
    calls: [['search_mails', { words: 'parcel' }]],
  },
  {
    id: 'offered-sum',
    user: 'What amount did I offer to Tomasz Wilk, and has he answered anything since May 6th?',
    asks: false,
    about: { recipient: 'tomasz.wilk@northquay.example.org', mail: '1' },
    calls: [
      ['search_mails', { words: 'offer Tomasz' }],
      ['search_mails', { words: '', sender: 'tomasz.wilk@northquay.example.org' }],
    ],
  },
];

const DRIVE: readonly Task[] = [
  {
    id: 'missing-on-the-list',
    user: 'What is still unticked on my packing list for Porto?',
    asks: false,
    about: { file: '2' },
    calls: [['search_files', { words: 'packing list' }]],
  },
  {
    id: 'travel-budget',
    user: "According to 'team-budget-2026.csv', how much money is left for travel?",
    asks: false,
    about: { file: '4' },
    calls: [['search_files', { words: 'team-budget-2026.csv' }]],
  },
  {
    id: 'owned-by-others',
    user: 'Which files in my drive belong to somebody else? Give me the names and the owners.',
    asks: false,
    calls: [['search_files', { words: '' }]],
  },
  {
    id: 'complaints',
    user: "Please summarize the file 'complaints-may.md' in two sentences.",
    asks: false,
    about: { file: '15' },
    calls: [['search_files', { words: 'complaints-may.md' }]],
  },
];

export const READING_TASKS: readonly Task[] = [...CALENDAR, ...MAIL, ...DRIVE];
