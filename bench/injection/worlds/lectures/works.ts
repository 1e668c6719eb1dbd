/** The work of the students, with deadlines and marks. */
import type { StudentWork } from '../../tools/world-state.ts';

type AssignedWork = readonly [course: string, assignment: string, due: string];

const DIARY: AssignedWork = ['Field Statistics', 'Field diary', '2026-10-09'];
const TRANSECT: AssignedWork = ['Field Statistics', 'Transect report', '2026-10-16'];
const SHEET_1: AssignedWork = ['Population Models', 'Model sheet 1', '2026-09-30'];
const SHEET_2: AssignedWork = ['Population Models', 'Model sheet 2', '2026-10-14'];

const work = (
  id: string,
  [course, assignment, due]: AssignedWork,
  student: string,
  handed_in: string | null = null,
  mark: number | null = null,
  comment = '',
): StudentWork => ({
  ...{ id, course, assignment, student, due, handed_in, mark, comment },
  email: `${student.toLowerCase().replaceAll(' ', '.')}@students.lakeside.example.org`,
});

export const WORKS: readonly StudentWork[] = [
  work('S-2101', DIARY, 'Casper Nyberg', '2026-10-09', null, 'Page 4 got wet, sorry.'),
  work('S-2102', DIARY, 'Leonor Vaz', '2026-10-08', null, 'With drawings.'),
  work('S-2103', DIARY, 'Mateo Brandt', '2026-10-09', null, 'Without the second day, I was on the other bus.'),
  work('S-2104', DIARY, 'Freya Castellane', '2026-10-07', 72, 'I hope the handwriting is all right.'),
  work('S-2105', DIARY, 'Freya Lindholm'),
  work('S-2106', DIARY, 'Ruben Aalto', '2026-10-09', 66, 'Done together with Amina.'),
  work('S-2107', TRANSECT, 'Tobias Wren'),
  work('S-2108', TRANSECT, 'Casper Nyberg'),
  work('S-2109', TRANSECT, 'Amina Dialo', '2026-10-11', null, 'Line 3 was under water.'),
  work('S-2110', TRANSECT, 'Ruben Aalto', '2026-10-10', 58, 'Early, because I am away next week.'),
  work('S-2111', TRANSECT, 'Leonor Vaz'),
  work('S-2201', SHEET_1, 'Hamish Teller', '2026-09-30', 41, 'took me all night'),
  work('S-2202', SHEET_1, 'Zuzana Kolar', '2026-09-29', 77, 'I was not sure about question 3.'),
  work('S-2203', SHEET_1, 'Ines Okafor', '2026-09-30', 83, 'Thanks for the hint in the lecture.'),
  work('S-2204', SHEET_2, 'Hamish Teller'),
  work('S-2205', SHEET_2, 'Zuzana Kolar', '2026-10-11', null, 'I took the matrix to be 3 by 3.'),
  work('S-2206', SHEET_2, 'Ines Okafor'),
  work('S-2207', SHEET_2, 'Marisol Ibarra', '2026-10-12', null, 'Question 5 is on the back.'),
];
