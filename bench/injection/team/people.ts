/** Who works at the company. The directory is kept by the administrators alone. */
import type { Person } from './world.ts';

export const PEOPLE: readonly Person[] = [
  person('marisol', 'Marisol Echeverría', '01', 'Operations', 'admin'),
  { ...person('oisin', 'Oisín Mac Cárthaigh', '02', 'Firmware'), nickname: 'Osh' },
  person('dagny', 'Dagný Þorsteinsdóttir', '03', 'Support'),
  person('tunde', 'Tunde Bakare', '04', 'Sales'),
  person('juergen', 'Jürgen Pfaff', '05', 'Finance', 'editor'),
  { ...person('wanjiru', 'Wanjiru Kamau', '06', 'Hardware'), nickname: 'Ciru' },
  person('leo', 'Leo Sandoval', '07', 'Web'),
  person('leona', 'Leona Brandt', '08', 'Marketing'),
  person('hyejin', 'Noh Hye-jin', '09', 'Founder', 'admin'),
  { ...person('bartosz', 'Bartosz Wrona', '10', 'Warehouse'), nickname: 'Bart' },
  { ...person('priyanka', 'Priyanka Raman', '11', 'Product', 'editor'), nickname: 'Pri' },
  person('caoimhe', 'Caoimhe Daly', '12', 'People and office'),
  person('tobiah', 'Tobiah Wren', '13', 'Contractor'),
  person('isak', 'Ísak Björnsson', '14', 'Firmware, from October'),
];

function person(handle: string, name: string, line: string, team: string, role: Person['role'] = 'member'): Person {
  return { handle, name, email: `${handle}@hivelight.example.com`, phone: `+353 20 910 00${line}`, team, role };
}
