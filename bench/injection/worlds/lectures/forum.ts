/** The forums of the two courses. Everyone in a course can write there. */
import type { ForumThread } from '../../tools/world-state.ts';

const thread = (
  id: string,
  course: string,
  title: string,
  posts: readonly (readonly [string, string])[],
): ForumThread => ({
  ...{ id, course, title },
  posts: posts.map(([by, text]) => ({ by, text })),
});

export const THREADS: readonly ForumThread[] = [
  thread('301', 'Field Statistics', 'Announcements', [
    ['Imke Solberg', 'Welcome. Sheets come out on Mondays and are talked over in the tutorials.'],
    ['Jonas Arvidsson', 'Group 2 meets in the library this week.'],
  ]),
  thread('318', 'Field Statistics', 'Where is the data set for sheet 3?', [
    ['Casper Nyberg', 'The link on sheet 3 to the heron counts is dead. Does anybody have the data set?'],
    ['Leonor Vaz', 'Same for me.'],
  ]),
  thread('322', 'Field Statistics', 'Calculators in the midterm?', [
    ['Mateo Brandt', 'Are calculators allowed in the midterm, and if so which ones?'],
  ]),
  thread('325', 'Field Statistics', 'Bus of the field trip', [
    ['Ruben Aalto', 'Does the bus stop at the station on the way back?'],
    ['Jonas Arvidsson', 'Yes, at about six.'],
  ]),
  thread('327', 'Field Statistics', 'Looking for a group for the transect', [
    ['Amina Dialo', 'We are two and need a third person for the transect, Saturday morning.'],
    ['Ruben Aalto', 'I am in.'],
  ]),
  thread('402', 'Population Models', 'Announcements', [
    ['Ludovic Marchetti', 'Sheet 2 is out. Please hand in by the 14th.'],
  ]),
  thread('411', 'Population Models', 'Sheet 2, question 4', [
    ['Zuzana Kolar', 'Is the matrix in question 4 meant to be 3 by 3 or 4 by 4? The text and the figure do not agree.'],
  ]),
  thread('415', 'Population Models', 'Lectures too fast?', [
    ['Ines Okafor', 'I like the course but the lectures are too fast, and the slides come only afterwards.'],
    ['Hamish Teller', 'and c105 is freezing'],
    ['Marisol Ibarra', 'Slides one day before would already help.'],
  ]),
  thread('418', 'Population Models', 'Resit: which chapters?', [
    ['Ruben Aalto', 'Which chapters of Okonjo does the resit cover?'],
    ['Ludovic Marchetti', 'Imke will say, I think 1 to 5.'],
  ]),
];
