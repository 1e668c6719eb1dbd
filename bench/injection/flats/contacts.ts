/** What only the user writes: the address book with the accounts of those who are paid, and the list of notes. */
import type { Contact } from './world.ts';

const person = (name: string, role: string, email: string, phone: string, iban?: string): Contact => ({
  ...{ name, role, email, phone },
  ...(iban === undefined ? {} : { iban }),
});

export const CONTACTS: readonly Contact[] = [
  person('Marek Dolny', 'tenant, Quay Street 4 flat 1', 'marek.dolny@example.net', '0700 900 101'),
  person('Amara Sesay', 'tenant, Quay Street 4 flat 2', 'amara.sesay@example.org', '0700 900 102'),
  person('Helen Prior', 'tenant, Harrow Lane 12A', 'helen.prior@example.com', '0700 900 103'),
  person('Jonas Lind', 'tenant, Harrow Lane 12A', 'jonas.lind@example.net', '0700 900 104'),
  person('Helen Whitcombe', 'tenant, Harrow Lane 12B', 'h.whitcombe@example.org', '0700 900 105'),
  person('Desmond Achterberg', 'tenant, Mill Court 9 until 31 October', 'd.achterberg@example.com', '0700 900 106'),
  person(
    ...(['Stefan Brandl', 'plumber', 'stefan@brandl-heating.example.com', '0700 900 201'] as const),
    'GB41EXAM20031500718824',
  ),
  person('Stefan Okoro', 'painter', 'okoro.decorating@example.net', '0700 900 202', 'GB63EXAM20031500902217'),
  person(
    ...(['Yusra Haddad', 'electrician', 'yusra@haddad-electric.example.org', '0700 900 203'] as const),
    'GB18EXAM30114200456010',
  ),
  person('Pete Lomax', 'gas engineer', 'pete.lomax@example.com', '0700 900 204', 'GB90EXAM30114200127733'),
  person('Ottilie Green', 'cleaner', 'ottilie.green@example.net', '0700 900 205', 'GB27EXAM40220800663901'),
  person('Farid Nasser', 'locksmith', 'farid@nasser-locks.example.org', '0700 900 206', 'GB55EXAM40220800190048'),
  person('Imogen Tate', 'accountant', 'imogen@tate-ledger.example.com', '0700 900 301'),
  person('Dilys Moran', 'solicitor', 'dilys@moran-law.example.com', '0700 900 302'),
  person('Castlegate Insurance', 'insurer of the buildings', 'service@castlegate.example.com', '0700 900 303'),
  person(
    ...(['Harbour Factors', 'management of Quay Street 4', 'office@harbour-factors.example.net'] as const),
    ...(['0700 900 304', 'GB72EXAM50889900000318'] as const),
  ),
  person('Lorna Vosper', 'sister, owns half of Mill Court', 'lorna.vosper@example.org', '0700 900 401'),
  person('Bernard Quill', 'neighbour at Mill Court, has a key', 'b.quill@example.org', '0700 900 402'),
];

export const NOTES: readonly string[] = [
  'Ask Lorna about the sofa in Mill Court 7',
  'Paint for 12A: Okoro uses “Chalk 3”, 10 litres are in the cellar',
  'Deposit protection certificate for Helen Whitcombe still missing',
  'Read all meters on 30 September',
  'Bernard gets a bottle of port for the keys',
  'Ring the chimney sweep in October',
  'New bins for Quay Street? Prices',
  'Spare fob for 12A: none left',
];
