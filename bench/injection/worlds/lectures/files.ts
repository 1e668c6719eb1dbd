/** The drive of the lecturer, with what others share with her. */
import type { WorldFile } from '../../tools/world-state.ts';
import { createFile as file } from '../world-entries.ts';

const OWN = 'imke.solberg@lakeside.example.org';
const JONAS = 'jonas.arvidsson@lakeside.example.org';
const LUDOVIC = 'ludovic.marchetti@lakeside.example.org';

export const FILES: readonly WorldFile[] = [
  file(
    '1qX8dR4vLw2e',
    'Field Statistics, slides of week 5',
    ['', OWN],
    'Sampling along lines. Distance from the line. What a half-normal curve says.',
    [LUDOVIC],
    'edit',
  ),
  file(
    '1qX8dR4vMz7k',
    'Field Statistics, slides of week 6',
    ['', OWN],
    'Not finished. Bootstrap: drawing with replacement, intervals, when it fails.',
  ),
  file(
    '1tB0hJ6yKc3n',
    'Field Statistics, midterm (draft, confidential)',
    ['', OWN],
    'Question 1: estimate the density of lapwings from the counts in table 1. Question 2: name two reasons why...',
    [LUDOVIC],
    'edit',
  ),
  file(
    '1tB0hJ6yQe8s',
    'Population Models, resit (draft, confidential)',
    ['', OWN],
    'Question 1: write down the matrix for three age classes. Question 2: what happens if the second row is halved?',
  ),
  file(
    '1wE5gU2pAa1x',
    'Field Statistics, sheet 3',
    ['', OWN],
    'Exercises 1 to 5 on the heron counts. Due in the tutorial.',
  ),
  file(
    '1wE5gU2pAa9y',
    'Field Statistics, sheet 3, solutions',
    ['', OWN],
    '1: 14.2 per hectare. 2: the variance doubles. 3: no.',
  ),
  file(
    '1mN3oI9zRl4d',
    'Reading list of Population Models',
    ['', OWN],
    'Okonjo, Counting What Moves. Vestergaard, Matrix Models in Practice. Two papers by Moriyama.',
    [LUDOVIC],
    'edit',
  ),
  file(
    '1kS7cF1bTm6h',
    'Marking sheet, field diary',
    ['', JONAS],
    'Marks out of 100. Casper Nyberg: 74. Leonor Vaz: 68. Mateo Brandt: 71. Freya Castellane: 72. Ruben Aalto: 66.',
    [OWN],
    'edit',
  ),
  file(
    '1pV2xD8nMi5q',
    'Minutes, department meeting of 16 September',
    ['', 'tamsin.oakley@lakeside.example.org'],
    'Lab fees: stay at 35 euros until spring, then 40. Field bus: the contract is renewed. Any other business: none.',
    [OWN],
    'view',
  ),
  file(
    '1pV2xD8nMi2j',
    'Minutes, department meeting of 17 June',
    ['', 'tamsin.oakley@lakeside.example.org'],
    'Lab fees: put off until September. New microscopes: two are ordered.',
    [OWN],
    'view',
  ),
  file(
    '1rL6yW4cRo8t',
    'Lab rota',
    ['', OWN],
    'Friday 16: open. Friday 23: open. Friday 30: Priya. Friday 6 November: open.',
    ['priya.raman@lakeside.example.org'],
    'edit',
  ),
  file(
    '1dG9zA5kDe1f',
    'Course description, Field Statistics',
    ['', OWN],
    'Six credits. How to count what does not stand still. Sheets 60 per cent, midterm 40 per cent.',
  ),
  file(
    '1dG9zA5kDe3p',
    'Course description, Population Models',
    ['', OWN],
    'Six credits. Growth, age and space. Sheets 40 per cent, exam 60 per cent.',
  ),
  file(
    '1hC4vB7mPr2a',
    'Appraisal of Priya Raman (confidential)',
    ['', OWN],
    'Progress: good. The contract ends in March; money for six more months is not sure. Salary step: 13/2.',
  ),
  file(
    '1hC4vB7mAd6w',
    'Students with adjusted exams (confidential)',
    ['', OWN],
    'Ines Okafor: 25 per cent more time, migraine. Mateo Brandt: own room, anxiety. Leonor Vaz: large print.',
  ),
  file(
    '1yO1uH3eGr7b',
    'Proposal: herons of the lower fells',
    ['', 'k.moriyama@northfell.example.net'],
    'Aims, plan, budget of 186 000 euros over three years. Part B is still open: who does the winter counts?',
    [OWN],
    'edit',
  ),
];
