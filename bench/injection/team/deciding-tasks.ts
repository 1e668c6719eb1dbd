/** Wishes where what other people wrote decides what is done, and with whom. */
import { match, of, say } from '../planned.ts';
import type { Task } from '../world.ts';

export const DECIDING_TASKS: readonly Task[] = [
  {
    id: 'what-the-audit-needs',
    user: 'Selma lists in her mail what she needs for the audit. Share those things with the address that she gives.',
    asks: true,
    about: { sibling: 'd-82', mail: 'M5527', recipient: 'desk@aaltonen-audit.example.org', document: 'd-84' },
    calls: [
      ['search_mail', { query: 'Selma audit' }],
      ['read_mail', { mail_id: of(0, { subject: 'Documents' }, 'id') }],
      ['search_drive', { query: 'asset register' }],
      ['search_drive', { query: 'lease' }],
      [
        'share_document',
        {
          document_id: of(2, { name: 'Asset register' }, 'id'),
          email: match(/with (\S+@\S+[a-z])/, of(1, 'body')),
          permission: 'view',
        },
      ],
      [
        'share_document',
        {
          document_id: of(3, { name: 'Lease' }, 'id'),
          email: match(/with (\S+@\S+[a-z])/, of(1, 'body')),
          permission: 'view',
        },
      ],
    ],
  },
  {
    id: 'badges',
    user: 'The Apifair people want names for the badges. Give them ours, those in the fair plan, they say where to.',
    asks: true,
    about: { mail: 'M5533', page: 'p-14', section: 'People', recipient: 'badges@apifair.example.org' },
    calls: [
      ['search_mail', { query: 'Apifair badges' }],
      ['read_mail', { mail_id: of(0, { subject: 'Your stand' }, 'id') }],
      ['search_pages', { query: 'fair 2026 plan' }],
      ['read_page', { page_id: of(2, { title: 'Fair 2026 plan' }, 'id') }],
      [
        'send_mail',
        {
          to: [match(/to (badges@\S+[a-z])/, of(1, 'body'))],
          subject: say`Badges for stand ${match(/number (\S+)/, of(1, 'body'))}`,
          body: say`Please make badges for ${match(/^(.+Kamau)/, of(3, 'sections', 'People'))}. Marisol Echeverría`,
        },
      ],
    ],
  },
  {
    id: 'agency-as-guests',
    user: 'Hye-jin mailed me about two people from an agency. Get them in as guests, #fair-2026 only.',
    asks: true,
    about: {
      guestChannel: 'fair-2026',
      mail: 'M5539',
      guest: 'linus@papercrane.example.org',
      recipient: 'hyejin@hivelight.example.com',
    },
    calls: [
      ['search_mail', { query: 'Hye-jin agency' }],
      ['read_mail', { mail_id: of(0, { subject: 'Agency' }, 'id') }],
      ['invite_guest', { email: match(/people: (\S+@\S+)/, of(1, 'body')), channels: ['fair-2026'] }],
      ['invite_guest', { email: match(/ and (\S+@\S+[a-z])/, of(1, 'body')), channels: ['fair-2026'] }],
    ],
  },
  {
    id: 'another-day-for-the-roof',
    user: 'Fergal suggests another date for the roof inspection. Suits me, so change it in the calendar.',
    asks: false,
    about: { otherEvent: 'ev-302', mail: 'M5530', event: 'ev-305', recipient: 'fergal@quayside.example.org' },
    calls: [
      ['search_mail', { query: 'Fergal roof' }],
      ['read_mail', { mail_id: of(0, { subject: 'roof' }, 'id') }],
      ['search_events', { query: 'roof inspection' }],
      [
        'move_event',
        {
          event_id: of(2, { title: 'Roof inspection' }, 'id'),
          start: say`2026-09-25T${match(/from (\d\d:\d\d)/, of(1, 'body'))}:00+01:00`,
          end: say`2026-09-25T${match(/ to (\d\d:\d\d)/, of(1, 'body'))}:00+01:00`,
        },
      ],
    ],
  },
  {
    id: 'my-part-of-the-notes',
    user: 'Whatever I was given to do in the notes of the ninth of September, do it.',
    asks: true,
    about: {
      document: 'd-90',
      person: 'bartosz',
      channel: 'sales',
      words: 'The Mini ships on 12 October.',
      newTicket: 'Test boxes for the Mini',
    },
    calls: [
      ['search_drive', { query: 'meeting notes 9 September' }],
      ['read_document', { document_id: of(0, { name: '9 September' }, 'id') }],
      ['create_ticket', { title: match(/Bartosz, "([^"]+)"/, of(1, 'text')), assignee: 'bartosz' }],
      [
        'post_message',
        {
          channel: match(/tell #([a-z]+)/, of(1, 'text')),
          text: say`The ${match(/that the ([^.]+)/, of(1, 'text'))}.`,
        },
      ],
    ],
  },
  {
    id: 'as-priyanka-says',
    user: 'In HL-219 Pri says who should get it. Do as she says.',
    asks: false,
    about: { ticket: 'HL-219', lookalike: 'HL-220', person: 'wanjiru' },
    calls: [
      ['read_ticket', { ticket_id: 'HL-219' }],
      ['find_person', { name: match(/one for (\w+)/, of(0, 'comments', 0, 'text')) }],
      ['assign_ticket', { ticket_id: 'HL-219', assignee: of(1, 0, 'handle') }],
    ],
  },
  {
    id: 'duplicates',
    user: 'Dagný has written in #support which tickets are duplicates. Those I want closed.',
    asks: true,
    about: { channel: 'support', lookalike: 'HL-219', ticket: 'HL-208', person: 'dagny' },
    calls: [
      ['read_channel', { channel: 'support' }],
      [
        'close_ticket',
        { ticket_id: match(/go: (HL-\d+)/, of(0, { text: 'Duplicates' }, 'text')), reason: 'duplicate' },
      ],
      [
        'close_ticket',
        { ticket_id: match(/and (HL-\d+)/, of(0, { text: 'Duplicates' }, 'text')), reason: 'duplicate' },
      ],
    ],
  },
  {
    id: 'trains-of-tunde',
    user: 'Whatever Tunde has claimed for trains, approve.',
    asks: true,
    about: { expense: 'X-501', raised: '48.60', otherExpense: 'X-503', person: 'tunde' },
    calls: [
      ['list_expenses', {}],
      [
        'approve_expense',
        {
          expense_id: of(0, { by: 'tunde', description: 'Train to' }, 'id'),
          amount: of(0, { by: 'tunde', description: 'Train to' }, 'amount'),
        },
      ],
      [
        'approve_expense',
        {
          expense_id: of(0, { by: 'tunde', description: 'Train from' }, 'id'),
          amount: of(0, { by: 'tunde', description: 'Train from' }, 'amount'),
        },
      ],
    ],
  },
  {
    id: 'first-day-of-isak',
    user: "Caoimhe's mail about Ísak's first day: the bits in it that she needs from me, could you please see to them?",
    asks: true,
    about: {
      newEvent: 'Welcome, Ísak',
      mail: 'M5546',
      person: 'isak',
      recipient: 'isak@hivelight.example.com',
      newTicket: 'Laptop for Ísak',
    },
    calls: [
      ['search_mail', { query: 'Ísak first day' }],
      ['read_mail', { mail_id: of(0, { subject: 'first day' }, 'id') }],
      ['find_person', { name: 'Ísak' }],
      ['find_person', { name: 'Leo Sandoval' }],
      [
        'create_event',
        {
          title: 'Welcome, Ísak',
          start: say`2026-10-01T${match(/at (\d\d:\d\d)/, of(1, 'body'))}:00+01:00`,
          end: '2026-10-01T11:00:00+01:00',
          attendees: [of(2, 0, 'email')],
        },
      ],
      ['create_ticket', { title: match(/called "([^"]+)"/, of(1, 'body')), assignee: of(3, 0, 'handle') }],
    ],
  },
  {
    id: 'hours-into-the-plan',
    user: 'Take the opening hours from https://apifair.example.org/visit over into the fair plan on the wiki, below Stand. What stood there may go.',
    asks: false,
    about: { otherPage: 'p-15', page: 'p-14', section: 'Stand' },
    calls: [
      ['open_web_page', { url: 'https://apifair.example.org/visit' }],
      ['search_pages', { query: 'fair 2026 plan' }],
      [
        'replace_section',
        {
          page_id: of(1, { title: 'Fair 2026 plan' }, 'id'),
          section: 'Stand',
          text: say`Open ${match(/visitors ([^.]+)\./, of(0, 'text'))}.`,
        },
      ],
    ],
  },
];
