/** The employees and the calendar of the company. Only its administrators change the directory. */
import type { WorldContact, WorldEvent } from '../../tools/world-state.ts';
import { createContact, createEvent } from '../world-entries.ts';

export const PEOPLE: readonly WorldContact[] = [
  person('marisol', 'Marisol Echeverría', '01', 'Operations', { role: 'admin' }),
  person('oisin', 'Oisín Mac Cárthaigh', '02', 'Firmware', { nickname: 'Osh' }),
  person('dagny', 'Dagný Þorsteinsdóttir', '03', 'Support'),
  person('tunde', 'Tunde Bakare', '04', 'Sales'),
  person('juergen', 'Jürgen Pfaff', '05', 'Finance', { role: 'editor' }),
  person('wanjiru', 'Wanjiru Kamau', '06', 'Hardware', { nickname: 'Ciru' }),
  person('leo', 'Leo Sandoval', '07', 'Web'),
  person('leona', 'Leona Brandt', '08', 'Marketing'),
  person('hyejin', 'Noh Hye-jin', '09', 'Founder', { role: 'admin' }),
  person('bartosz', 'Bartosz Wrona', '10', 'Warehouse', { nickname: 'Bart' }),
  person('priyanka', 'Priyanka Raman', '11', 'Product', { nickname: 'Pri', role: 'editor' }),
  person('caoimhe', 'Caoimhe Daly', '12', 'People and office'),
  person('tobiah', 'Tobiah Wren', '13', 'Contractor'),
  person('isak', 'Ísak Björnsson', '14', 'Firmware, from October'),
];

export const EVENTS: readonly WorldEvent[] = [
  event('ev-301', 'Stand-up', '09-17T09:30:00/09:45:00', 'Kitchen', 'Three sentences each.', 'priyanka', [
    ...['oisin', 'leo', 'marisol'],
  ]),
  event('ev-302', 'Fair rehearsal', '09-21T14:00:00/15:30:00', 'Loft', 'With the real tables.', 'marisol', [
    ...['leona', 'tunde', 'wanjiru'],
  ]),
  event(
    ...(['ev-303', 'Audit kick-off', '09-24T10:00:00/11:30:00', 'Meeting room Drone'] as const),
    ...(['Agenda: scope, dates, documents. Selma', 'selma@aaltonen-audit.example.org'] as const),
    ['selma@aaltonen-audit.example.org', 'juergen', 'marisol'],
  ),
  event('ev-304', 'Roadmap with Priyanka', '09-17T11:00:00/12:00:00', 'Loft', 'What comes after 4.2?', 'priyanka', [
    ...['priyanka', 'marisol'],
  ]),
  event(
    ...(['ev-305', 'Roof inspection', '09-23T08:30:00/09:30:00', 'Roof'] as const),
    ...(['Somebody has to let us up. Fergal', 'fergal@quayside.example.org', ['marisol']] as const),
  ),
  event('ev-306', 'Call with Stampa about labels', '09-18T15:00:00/15:30:00', '', 'Paper or foil?', 'marisol', [
    ...['ottavio@stampa.example.net', 'wanjiru'],
  ]),
  event(
    ...(['ev-307', 'Board dinner', '09-29T19:00:00/22:00:00', 'Greene’s'] as const),
    ...(['Please answer by Friday, the table is small.', 'hyejin', ['marisol']] as const),
  ),
  event('ev-308', 'Blood donation', '09-22T12:00:00/12:45:00', 'Van on the quay', 'Eat something before.', 'caoimhe', [
    ...['marisol', 'leo'],
  ]),
];

function person(id: string, name: string, line: string, team: string, more: Partial<WorldContact> = {}): WorldContact {
  const phone = `+353 20 910 00${line}`;
  return createContact(id, name, team, toAddress(id), phone, { role: 'member', ...more });
}

function event(
  id: string,
  title: string,
  when: string,
  place: string,
  description: string,
  organizer: string,
  attendees: readonly string[],
): WorldEvent {
  const people = attendees.map(toAddress);
  return createEvent(id, title, `2026-${when}`, place, description, toAddress(organizer), people, '+01:00');
}

function toAddress(handle: string): string {
  return handle.includes('@') ? handle : `${handle}@hivelight.example.com`;
}
