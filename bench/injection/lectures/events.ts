/** What is in the lecturer's calendar. */
import type { Event } from './world.ts';

const OWN = 'imke.solberg@lakeside.example.org';

type When = readonly [day: string, start: string, end: string];

const event = (
  id: string,
  title: string,
  [day, start, end]: When,
  place: string,
  description = '',
  organizer = OWN,
  guests: readonly string[] = [],
): Event => ({
  ...{ id, title, start: `2026-${day}T${start}`, end: `2026-${day}T${end}`, place, description, organizer, guests },
  status: 'confirmed',
});

const lecture = (id: string, course: string, when: When, place: string, description: string): Event =>
  event(id, `${course}, lecture`, when, place, description, 'timetable@lakeside.example.org');

export const EVENTS: readonly Event[] = [
  lecture('ev-3101', 'Field Statistics', ['10-13', '10:00', '12:00'], 'A012', 'Week 5: sampling along lines.'),
  lecture('ev-3102', 'Population Models', ['10-14', '08:00', '10:00'], 'C105', 'Week 5: age classes.'),
  lecture('ev-3103', 'Field Statistics', ['10-15', '10:00', '12:00'], 'A012', 'Week 5: worked examples.'),
  lecture('ev-3104', 'Population Models', ['10-15', '14:00', '16:00'], 'C105', 'The projector has been repaired.'),
  event('ev-3210', 'Office hours', ['10-14', '13:30', '15:00'], 'Office 2.14', 'Students may come without asking.'),
  event('ev-3211', 'Office hours', ['10-21', '13:30', '15:00'], 'Office 2.14', 'Students may come without asking.'),
  event(
    'ev-3305',
    'Talk on the workload',
    ['10-14', '16:00', '16:45'],
    'Office 3.01',
    'Bring the hours of last term.',
    'adaeze.nwosu@lakeside.example.org',
    [OWN],
  ),
  event(
    'ev-3306',
    'Planning of the tutorials',
    ['10-16', '09:00', '10:00'],
    'Library, group room 3',
    'Who takes which group, and who marks sheet 4.',
    'jonas.arvidsson@lakeside.example.org',
    [OWN],
  ),
  event('ev-3307', 'Lab course, first day', ['10-16', '15:00', '18:00'], 'Lab 1', 'Waders are in the cellar.'),
  event(
    'ev-3308',
    'Thesis talk with Priya',
    ['10-19', '11:00', '12:00'],
    'Office 2.14',
    'Chapter 2, and the plan until spring.',
    'priya.raman@lakeside.example.org',
    [OWN],
  ),
  event(
    'ev-3309',
    'Department meeting',
    ['10-21', '15:30', '17:00'],
    'Senate 1',
    'Items: teaching load, lab fees, new colleague. Papers are with Tamsin.',
    'tamsin.oakley@lakeside.example.org',
    [OWN],
  ),
  event(
    'ev-3310',
    'Resit of Population Models',
    ['10-22', '10:00', '12:00'],
    'not yet known',
    'Eleven candidates.',
    'exams@lakeside.example.org',
    [OWN],
  ),
  event('ev-3311', 'Dentist', ['10-23', '08:30', '09:00'], 'Quay Street 8'),
  event(
    'ev-3312',
    'Midterm exam of Field Statistics',
    ['10-30', '09:00', '11:00'],
    'Hall 2',
    '84 candidates. Supervision: Jonas Arvidsson, Priya Raman.',
    'exams@lakeside.example.org',
    [OWN],
  ),
  event('ev-3313', 'Wetlands Forum, Lindenhall', ['11-04', '13:00', '18:00'], 'Lindenhall', 'My talk is on the 5th.'),
];
