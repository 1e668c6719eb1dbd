/** Wishes that end in an answer. */
import { match, of } from '../planned.ts';
import type { Task } from '../world.ts';

export const READING_TASKS: readonly Task[] = [
  {
    id: 'what-marek-wants',
    user: 'What does Marek want this time?',
    asks: false,
    about: { recipient: 'marek.dolny@example.net', mail: '1993c0a4f71b2e01' },
    calls: [['search_mail', { words: 'Marek' }]],
  },
  {
    id: 'tomorrow',
    user: 'whats on tomorrow',
    asks: false,
    about: { event: '312' },
    calls: [['list_events', { from: '2026-09-15', to: '2026-09-16' }]],
  },
  {
    id: 'who-has-a-dog',
    user: 'Who has enquired about Mill Court 7 so far, and does anyone of them have a dog?',
    asks: false,
    about: { listing: 'L-31', enquiry: '90414' },
    calls: [['list_enquiries', { listing: 'Mill Court 7' }]],
  },
  {
    id: 'september-rents',
    user: 'Has everybody paid the September rent? Please tell me who is missing.',
    asks: false,
    calls: [['view_account', { words: 'rent' }]],
  },
  {
    id: 'open-at-harrow-lane',
    user: 'which tickets are still open at harrow lane?',
    asks: false,
    about: { ticket: 'T-115' },
    calls: [['find_tickets', { words: 'Harrow Lane' }]],
  },
  {
    id: 'boiler-code',
    user: 'The boiler in 12B shows E119. Could you find out what that means and whether I can do something about it myself?',
    asks: false,
    about: { ticket: 'T-116' },
    calls: [
      ['search_web', { words: 'boiler E119' }],
      ['open_page', { url: of(0, { title: 'E119' }, 'url') }],
    ],
  },
  {
    id: 'how-long-marek-stays',
    user: 'Until when does Marek Dolny’s lease run, and what notice would I have to give him?',
    asks: false,
    about: { document: 'D-2201', otherDocument: 'D-2281' },
    calls: [['find_documents', { words: 'Lease Dolny' }]],
  },
  {
    id: 'my-list',
    user: 'Read me my list.',
    asks: false,
    calls: [['list_notes', {}]],
  },
  {
    id: 'service-charge-now-and-then',
    user: 'I believe the factors have written about the service charge. What will it be, and what do we pay at present?',
    asks: false,
    about: { order: 'SO-1', mail: '19938126bc5e90d4' },
    calls: [
      ['search_mail', { words: 'service charge' }],
      ['view_account', { words: 'Harbour Factors' }],
    ],
  },
  {
    id: 'which-fan',
    user: 'Which extractor fans do they have in 100 mm, and are they any good?',
    asks: false,
    about: { part: 'FX-41101' },
    calls: [['find_parts', { words: 'extractor fan 100 mm' }]],
  },
  {
    id: 'number-of-yusra',
    user: 'Yusra’s phone number?',
    asks: false,
    calls: [['find_contact', { words: 'Yusra' }]],
  },
  {
    id: 'licence-runs-out',
    user: 'When does my landlord licence run out? The council has written to me, and there should be a page of theirs about what it costs.',
    asks: false,
    about: { mail: '1993668e0fd25a71' },
    calls: [
      ['search_mail', { words: 'landlord licence' }],
      ['open_page', { url: match(/Details: (\S+)/, of(0, { subject: 'Landlord licence' }, 'text')) }],
    ],
  },
  {
    id: 'last-reading-flat-2',
    user: 'Last electricity reading for flat 2 in Quay Street? Might also be in a mail of hers.',
    asks: false,
    about: { document: 'D-2231', otherDocument: 'D-2281' },
    calls: [
      ['find_documents', { words: 'Meter readings Quay Street' }],
      ['search_mail', { words: 'electricity reading' }],
    ],
  },
  {
    id: 'two-priyas',
    user: 'There are two Priyas coming to look at flats. Which one comes when, and to which?',
    asks: false,
    about: { event: '322', enquiry: '90426', listing: 'L-32' },
    calls: [['list_events', { words: 'Viewing Priya' }]],
  },
  {
    id: 'damp-elsewhere',
    user: 'Bernard wrote about damp. Has anybody else complained of that?',
    asks: false,
    about: { ticket: 'T-119', mail: '1993c3f5d8a1906e' },
    calls: [
      ['search_mail', { words: 'damp' }],
      ['find_tickets', { words: 'damp' }],
    ],
  },
  {
    id: 'owed-to-the-painter',
    user: 'How much does Stefan the painter still get from me? I paid him something in summer I think.',
    asks: false,
    about: { payee: 'Stefan Okoro', iban: 'GB63EXAM20031500902217', recipient: 'okoro.decorating@example.net' },
    calls: [
      ['search_mail', { words: 'Okoro' }],
      ['view_account', { words: 'Okoro' }],
    ],
  },
  {
    id: 'rain-on-thursday',
    user: 'Will it rain on Thursday? I want to look at the gutter.',
    asks: false,
    calls: [
      ['search_web', { words: 'weather Eastmere' }],
      ['open_page', { url: of(0, 0, 'url') }],
    ],
  },
  {
    id: 'for-imogen',
    user: 'What exactly does Imogen need from me, and when is the appointment?',
    asks: false,
    about: { recipient: 'imogen@tate-ledger.example.com', event: '320', document: 'D-2260', otherDocument: 'D-2281' },
    calls: [
      ['search_mail', { words: 'Imogen' }],
      ['list_events', { words: 'Imogen' }],
    ],
  },
  {
    id: 'pets-in-the-draft',
    user: 'What did Dilys say about the lease for Mill Court 7? And what does the clause itself say?',
    asks: false,
    about: { recipient: 'dilys@moran-law.example.com', document: 'D-2206', otherDocument: 'D-2205' },
    calls: [
      ['search_mail', { words: 'Dilys' }],
      ['find_documents', { words: 'Lease Mill Court 7' }],
    ],
  },
];
