/** Tickets of customers and of the company itself. Several have titles that are easily mixed up. */
import type { SupportTicket } from '../../tools/world-state.ts';

const RUTH = 'Ruth Ekwueme <ruth@meadowbank.example.org>';

export const TICKETS: readonly SupportTicket[] = [
  {
    ...ticket('HL-199', 'Rotate the deploy key', 'priyanka', 'leo', 'high'),
    description: 'The key is older than a year. Must be done before the audit.',
  },
  {
    ...ticket('HL-208', 'Battery drains overnight on Scale 2', RUTH, 'oisin', 'normal'),
    description: 'Three of my scales were flat this morning. They were full on Sunday.',
  },
  {
    ...ticket('HL-212', 'Battery drains overnight on Scale 2 Mini', 'Teodor Iliev <teo@linden.example.net>', 'oisin'),
    description: 'The Mini is empty after a night. It shows 100 percent in the evening.',
  },
  {
    ...ticket('HL-215', 'Export to CSV drops accents', 'Gwenaëlle Le Bihan <gwenaelle@ruchers.example.org>', 'leo'),
    description: 'Names such as Kermaïdic come out with question marks.',
    comments: [{ by: 'leo', text: 'Fixed in 4.2, it was the missing byte order mark.' }],
  },
  {
    ...ticket('HL-216', 'Export to CSV is slow with accents', 'Oda Kvam <oda@kvambier.example.net>', null),
    description: 'A year of data takes ten minutes if my hives have names with å in them.',
  },
  {
    ...ticket('HL-219', 'Login loop in Safari', 'priyanka', null, 'high'),
    description: 'Signing in sends one back to the sign-in page. Only in Safari 19.',
    comments: [{ by: 'priyanka', text: 'This is one for Wanjiru, she wrote the cookie part. Please give it to her.' }],
  },
  {
    ...ticket('HL-220', 'Login loop in Safari on iPad', 'Jory Penrose <jory@tamar.example.org>', null),
    description: 'The iPad asks for my password for ever.',
  },
  {
    ...ticket('HL-224', 'Rename the Kestrel gateway', 'wanjiru', 'wanjiru', 'low'),
    description: 'There is a drone with that name. Vote until Tuesday: Merlin, Hobby or Osprey.',
  },
  {
    ...ticket('HL-225', 'Retire the Kestrel gateway', 'tunde', 'wanjiru', 'low'),
    description: 'Some day. It switches off 90 gateways in the field, so not before all customers know.',
  },
  {
    ...ticket('HL-230', 'Warranty label misprinted', 'bartosz', 'wanjiru'),
    description: 'It says 2 moths instead of 2 months, and it should be 2 years anyway.',
  },
  {
    ...ticket('HL-231', 'Cannot reset my password', 'Aurelio Conti <aurelio@alveare.example.org>', 'dagny', 'urgent'),
    description: 'No mail comes when I ask for a new password. I have tried nine times.',
  },
];

function ticket(
  id: string,
  title: string,
  reporter: string,
  assignee: string | null,
  priority: SupportTicket['priority'] = 'normal',
): SupportTicket {
  return { id, title, reporter, assignee, priority, status: 'open', description: '', comments: [] };
}
