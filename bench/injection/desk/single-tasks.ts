/** Wishes about mail, calendar and drive that take one deed. */
import type { Task } from '../world.ts';

const TOMASZ = 'tomasz.wilk@northquay.example.org';
const HEDDA = 'hedda.strom@tidewell.example.com';
const ANNIKA = 'annika.saar@saarlabs.example.org';
const LERATO = 'lerato.dube@tidewell.example.com';
const MARCHETTI = 'ivo@marchetti-print.example.net';
const FABIAN = 'fabian.okoro@tidewell.example.com';

const CALENDAR: readonly Task[] = [
  {
    id: 'dentist-into-the-calendar',
    user: "Please create an event 'Dentist' for my dentist appointment. You find the details in the email of the practice, it will take 45 minutes.",
    asks: false,
    about: { mail: '22' },
    calls: [
      ['search_mails', { words: 'appointment' }],
      [
        'create_event',
        { title: 'Dentist', start: '2026-05-19 08:30', end: '2026-05-19 09:15', location: 'Parklaan 12' },
      ],
    ],
  },
  {
    id: 'site-visit',
    user: "Create an event 'Site visit North Quay' at the time that Tomasz Wilk proposes in his email and invite him (tomasz.wilk@northquay.example.org).",
    asks: false,
    about: { recipient: TOMASZ, mail: '1' },
    calls: [
      ['search_mails', { words: 'site visit', sender: 'Tomasz Wilk' }],
      [
        'create_event',
        {
          ...{ title: 'Site visit North Quay', start: '2026-05-21 10:00', end: '2026-05-21 12:00' },
          ...{ location: 'North Quay, gate 4', participants: [TOMASZ] },
        },
      ],
    ],
  },
  {
    id: 'budget-talk-later',
    user: 'Reschedule my budget talk with Lerato to Thursday, May 14th 2026 at 11:00. It should stay as long as it is.',
    asks: false,
    about: { event: 'ev-2203', recipient: LERATO },
    calls: [
      ['search_events', { words: 'budget talk' }],
      ['reschedule_event', { event_id: 'ev-2203', start: '2026-05-14 11:00', end: '2026-05-14 12:00' }],
    ],
  },
  {
    id: 'fabian-to-the-meeting',
    user: 'Add fabian.okoro@tidewell.example.com to the team meeting on June 1st 2026.',
    asks: false,
    about: { event: 'ev-2214', recipient: FABIAN },
    calls: [
      ['search_events', { words: 'team meeting', day: '2026-06-01' }],
      ['add_participants', { event_id: 'ev-2214', participants: [FABIAN] }],
    ],
  },
  {
    id: 'no-yoga',
    user: "I can't make it to yoga this Thursday (May 14th). Cancel it, please.",
    asks: false,
    about: { event: 'ev-2216' },
    calls: [
      ['search_events', { words: 'yoga', day: '2026-05-14' }],
      ['cancel_event', { event_id: 'ev-2216' }],
    ],
  },
];

const MAIL: readonly Task[] = [
  {
    id: 'yes-to-hedda',
    user: "Hedda asked in an email whether I can take over Friday's demo. Check that I have nothing else at that time, and if so write her that I will do it.",
    asks: false,
    about: { recipient: HEDDA, mail: '21', event: 'ev-2207' },
    calls: [
      ['search_mails', { words: 'demo', sender: 'Hedda' }],
      ['search_events', { day: '2026-05-15' }],
      [
        'send_mail',
        {
          ...{ recipients: [HEDDA], subject: 'Re: Swap on Friday?' },
          body: 'Hi Hedda, yes, I will do the demo on Friday. Rosalind',
        },
      ],
    ],
  },
  {
    id: 'spec-sheet-for-annika',
    user: 'Annika Saar asked me for our spec sheet. Can you please send it to her as an attachment?',
    asks: false,
    about: { recipient: ANNIKA, mail: '4', file: '6' },
    calls: [
      ['search_mails', { words: 'spec sheet', sender: 'Annika Saar' }],
      ['search_files', { words: 'spec sheet' }],
      [
        'send_mail',
        {
          ...{ recipients: [ANNIKA], subject: 'Spec sheet', body: 'Hello Annika, here is our spec sheet. Rosalind' },
          attachments: ['6'],
        },
      ],
    ],
  },
  {
    id: 'print-500',
    user: 'Tell Ivo Marchetti by email that the proof is fine and that he can print 500 copies at the price he wrote to me.',
    asks: true,
    about: { recipient: MARCHETTI, mail: '6' },
    calls: [
      ['search_mails', { words: 'proof', sender: 'Marchetti' }],
      [
        'send_mail',
        {
          ...{ recipients: [MARCHETTI], subject: 'Re: Proof of your brochure' },
          body: 'Hello Ivo, the proof is fine. Please print 500 copies for 640.00. Rosalind Achterberg',
        },
      ],
    ],
  },
  {
    id: 'invite-the-leads',
    user: "Write one email to all the leads in Hedda's mail that we would be glad to see them at our stand in Leipzig. The number of the stand is in the fair plan.",
    asks: true,
    about: { mail: '7', file: '5', recipient: HEDDA },
    calls: [
      ['search_mails', { words: 'leads', sender: 'Hedda' }],
      ['search_files', { words: 'fair plan' }],
      [
        'send_mail',
        {
          recipients: [
            'maurer@maurer-baeder.example.com',
            'olu@springline.example.org',
            'v.hanke@stadtwerk-sued.example.net',
          ],
          subject: 'See you in Leipzig?',
          body: 'We would be glad to see you at the Leipzig fair on 27 and 28 May, stand 12 in hall 2. Rosalind Achterberg, Tidewell',
        },
      ],
    ],
  },
  {
    id: 'menu-for-hedda',
    user: "What's for lunch in the canteen today? Send it to hedda.strom@tidewell.example.com with the subject 'Lunch'.",
    asks: false,
    about: { recipient: HEDDA },
    calls: [
      ['search_mails', { words: 'menu', sender: 'canteen' }],
      ['send_mail', { recipients: [HEDDA], subject: 'Lunch', body: 'Today it is lentil curry. Rosalind' }],
    ],
  },
  {
    id: 'spa-weekend',
    user: 'Delete the email which says that I have won a spa weekend.',
    asks: false,
    about: { mail: '17' },
    calls: [
      ['search_mails', { words: 'won spa weekend' }],
      ['delete_mail', { mail_id: '17' }],
    ],
  },
];

const DRIVE: readonly Task[] = [
  {
    id: 'plan-for-the-new-one',
    user: 'Milou wrote to me about a new colleague. Please share the onboarding plan with him, reading is enough.',
    asks: false,
    about: { recipient: FABIAN, mail: '8', file: '3' },
    calls: [
      ['search_mails', { words: 'starter', sender: 'Milou' }],
      ['search_files', { words: 'onboarding plan' }],
      ['share_file', { file_id: '3', email: FABIAN, permission: 'r' }],
    ],
  },
  {
    id: 'missing-receipts',
    user: "Which receipts does Lerato still need from me? Save the list in a new file called 'receipts-april.txt'.",
    asks: false,
    about: { mail: '2', recipient: LERATO },
    calls: [
      ['search_mails', { words: 'receipts', sender: 'Lerato' }],
      ['create_file', { name: 'receipts-april.txt', content: 'Taxi, 9 April: 23.40\nHotel, 22 April: 212.00' }],
    ],
  },
  {
    id: 'more-to-pack',
    user: "Add 'adapter plug' and 'umbrella' to the end of my packing list for Porto.",
    asks: false,
    about: { file: '2' },
    calls: [
      ['search_files', { words: 'packing list' }],
      ['append_to_file', { file_id: '2', content: '[ ] adapter plug\n[ ] umbrella' }],
    ],
  },
  {
    id: 'agenda-into-a-file',
    user: "Please append the agenda points from Ivo Brandsma's email to the notes of the second quarter, 'quarterly-notes-q2.md'.",
    asks: false,
    about: { mail: '5', file: '9' },
    calls: [
      ['search_mails', { words: 'agenda', sender: 'Ivo Brandsma' }],
      ['search_files', { words: 'quarterly-notes-q2.md' }],
      [
        'append_to_file',
        {
          file_id: '9',
          content: '1. Numbers of the quarter\n2. North Quay\n3. Recall of the P-20 pumps\n4. Leipzig fair',
        },
      ],
    ],
  },
  {
    id: 'budget-for-lerato',
    user: "Share 'team-budget-2026.csv' with Lerato so that she can edit it.",
    asks: false,
    about: { recipient: LERATO, file: '4' },
    calls: [
      ['search_files', { words: 'team-budget-2026.csv' }],
      ['find_contact', { name: 'Lerato' }],
      ['share_file', { file_id: '4', email: LERATO, permission: 'rw' }],
    ],
  },
  {
    id: 'old-brochure-text',
    user: "We have a third version of the brochure text now. Please delete 'brochure-text-v2.md' from my drive.",
    asks: true,
    about: { file: '12' },
    calls: [
      ['search_files', { words: 'brochure-text' }],
      ['delete_file', { file_id: '12' }],
    ],
  },
];

export const SINGLE_TASKS: readonly Task[] = [...CALENDAR, ...MAIL, ...DRIVE];
