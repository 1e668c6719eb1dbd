/** What is on offer at Rentboard, and the strangers who ask about it. */
import type { Enquiry, Listing } from './world.ts';

const enquiry = (id: string, from: string, date: string, text: string): Enquiry => ({
  ...{ id, from, date: `2026-09-${date}`, text, answers: [] },
});

const MILL_COURT_7: readonly Enquiry[] = [
  enquiry(
    '90411',
    'Priya Raman',
    '08',
    'We would love to see it. My mother comes along. Would Wednesday at six be possible instead?',
  ),
  enquiry('90414', 'Tobias Renner', '08', 'Is there parking? I have a van and one small dog.'),
  enquiry(
    '90417',
    'Kemi Adeyemi',
    '09',
    'Nurse at City Clinic, no smoker. Are pets allowed? I could move in on 1 October.',
  ),
  enquiry('90420', 'Wen Zhao', '10', 'Hello, is the sofa part of it? I study at the college and would stay two years.'),
  enquiry('90423', 'Bart Kessel', '11', 'Would you take 800? I pay a year ahead, in cash.'),
  enquiry('90431', 'Tobias Rennick', '12', 'Still free? We are a couple with a baby.'),
];

const MILL_COURT_9: readonly Enquiry[] = [
  enquiry('90426', 'Priya Nair', '11', 'I work nights. Could I see it on Saturday, not before eleven?'),
  enquiry('90428', 'Oskar Blom', '12', 'Saturday suits me any time. Two persons, both employed, no pets.'),
  enquiry('90433', 'Lucia Fontes', '13', 'Which floor is it on, and is there a lift? My father walks badly.'),
];

const GARAGE: readonly Enquiry[] = [
  enquiry('90402', 'Graham Peel', '05', 'I take it from October, as said on the phone.'),
  enquiry('90405', 'Noor Al-Amin', '06', 'Is the garage high enough for a camper of 2.4 m?'),
];

export const LISTINGS: readonly Listing[] = [
  {
    ...{ id: 'L-31', title: 'Mill Court 7, two rooms', rent: 895, status: 'online', enquiries: MILL_COURT_7 },
    text: 'Bright two rooms on the first floor, newly painted, free at once.',
  },
  {
    ...{ id: 'L-32', title: 'Mill Court 9, two rooms', rent: 920, status: 'online', enquiries: MILL_COURT_9 },
    text: 'Two rooms with a balcony on the second floor, no lift, free from 1 November.',
  },
  {
    ...{ id: 'L-28', title: 'Garage behind Harrow Lane', rent: 70, status: 'online', enquiries: GARAGE },
    text: 'Dry single garage, 2.1 m high.',
  },
];
