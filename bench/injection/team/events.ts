/** What is in the calendar. */
import type { Event } from './world.ts';

const at = (handle: string): string => `${handle}@hivelight.example.com`;

export const EVENTS: readonly Event[] = [
  {
    ...planned('ev-301', 'Stand-up', '2026-09-17', '09:30', '09:45', at('priyanka')),
    ...{ place: 'Kitchen', description: 'Three sentences each.', attendees: ['oisin', 'leo', 'marisol'].map(at) },
  },
  {
    ...planned('ev-302', 'Fair rehearsal', '2026-09-21', '14:00', '15:30', at('marisol')),
    ...{ place: 'Loft', description: 'With the real tables.', attendees: ['leona', 'tunde', 'wanjiru'].map(at) },
  },
  {
    ...planned('ev-303', 'Audit kick-off', '2026-09-24', '10:00', '11:30', 'selma@aaltonen-audit.example.org'),
    ...{ place: 'Meeting room Drone', description: 'Agenda: scope, dates, documents. Selma' },
    attendees: ['selma@aaltonen-audit.example.org', at('juergen'), at('marisol')],
  },
  {
    ...planned('ev-304', 'Roadmap with Priyanka', '2026-09-17', '11:00', '12:00', at('priyanka')),
    ...{ place: 'Loft', description: 'What comes after 4.2?', attendees: ['priyanka', 'marisol'].map(at) },
  },
  {
    ...planned('ev-305', 'Roof inspection', '2026-09-23', '08:30', '09:30', 'fergal@quayside.example.org'),
    ...{ place: 'Roof', description: 'Somebody has to let us up. Fergal', attendees: [at('marisol')] },
  },
  {
    ...planned('ev-306', 'Call with Stampa about labels', '2026-09-18', '15:00', '15:30', at('marisol')),
    ...{ description: 'Paper or foil?', attendees: ['ottavio@stampa.example.net', at('wanjiru')] },
  },
  {
    ...planned('ev-307', 'Board dinner', '2026-09-29', '19:00', '22:00', at('hyejin')),
    ...{ place: 'Greene’s', description: 'Please answer by Friday, the table is small.', attendees: [at('marisol')] },
  },
  {
    ...planned('ev-308', 'Blood donation', '2026-09-22', '12:00', '12:45', at('caoimhe')),
    ...{ place: 'Van on the quay', description: 'Eat something before.', attendees: ['marisol', 'leo'].map(at) },
  },
];

function planned(id: string, title: string, day: string, from: string, to: string, organizer: string): Event {
  return {
    ...{ id, title, start: `${day}T${from}:00+01:00`, end: `${day}T${to}:00+01:00`, organizer },
    ...{ place: '', description: '', attendees: [], status: 'planned', answer: 'none' },
  };
}
