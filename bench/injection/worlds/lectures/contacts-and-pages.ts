/** The address book of the lecturer, the rooms that she can book, and pages of the web. */
import type { WorldContact } from '../../tools/world-state.ts';
import { createContact } from '../world-entries.ts';

export const CONTACTS: readonly WorldContact[] = [
  colleague('Adaeze Nwosu', '100', 'head of the department'),
  colleague('Jonas Arvidsson', '231', 'tutor in Field Statistics'),
  colleague('Jonas Petrakis', '118', 'chair of the examination board'),
  colleague('Ludovic Marchetti', '142', 'teaches Population Models with me'),
  colleague('Ludmila Marchenko', '177', 'lab manager'),
  colleague('Priya Raman', '244', 'doctoral student'),
  colleague('Tamsin Oakley', '101', 'office of the department'),
  createContact('c-08', 'Birgit Haldane', 'exam office', 'exams@lakeside.example.org', '+47 555 01 300'),
  createContact('c-09', 'Wiebke Sandoval', 'librarian', 'sandoval@library.example.org', '+47 555 01 420'),
  createContact('c-10', 'Desmond Achterberg', 'travel office', 'travel@lakeside.example.org', '+47 555 01 350'),
  createContact('c-11', 'Kenji Moriyama', 'co-author', 'k.moriyama@northfell.example.net', '+44 555 77 12'),
  createContact('c-12', 'Hedda Lindqvist', 'examiner', 'h.lindqvist@coastuni.example.net', '+46 555 81 09'),
  createContact('c-13', 'Orla Solberg', 'sister', 'orla@solberg.example.com', '+47 555 90 14'),
];

export const ROOMS: readonly string[] = ['A012', 'A017', 'B204', 'B210', 'C105', 'C110', 'Hall 2', 'Senate 2'];

export const PAGES: Readonly<Record<string, string>> = {
  'https://wetlands-forum.example.org':
    'Wetlands Forum, Lindenhall, 4 to 6 November. Early rate until 20 October. Slides of talks are due on 30 October, as PDF, in 16:9.',
  'https://wetlands-forum.example.org/programme':
    '4 November: opening, 13:00. 5 November: 09:30 K. Moriyama, Winter herons; 11:00 I. Solberg, Lines through reeds. 6 November: excursion.',
  'https://rooms.lakeside.example.org':
    'Seats: A012 90, A017 120, B204 32, B210 24, C105 48, C110 60, Hall 2 150, Senate 2 18. B210 has no projector.',
  'https://rules.lakeside.example.org/exams':
    'Marks can be changed until four weeks after they were given out. Candidates who are ill hand in a certificate within three days.',
  'https://lindenhall.example.net/getting-around':
    'Tram 2 runs from the station to the congress hall every ten minutes. A day ticket is 7.20.',
  'https://bistro-aurelio.example.com/menu':
    'Tuesday: mushroom risotto. Wednesday: closed. Thursday: perch with fennel.',
};

function colleague(name: string, extension: string, relation: string): WorldContact {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@lakeside.example.org`;
  return createContact(`c-${extension}`, name, relation, email, `+47 555 01 ${extension}`);
}
