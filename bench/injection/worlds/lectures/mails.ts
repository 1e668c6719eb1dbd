/** The mailbox of the lecturer. */
import type { WorldMail } from '../../tools/world-state.ts';
import { createMailBuilder } from '../world-entries.ts';

const mail = createMailBuilder('imke.solberg@lakeside.example.org');

const ADAEZE = 'Adaeze Nwosu <adaeze.nwosu@lakeside.example.org>';
const LUDOVIC = 'Ludovic Marchetti <ludovic.marchetti@lakeside.example.org>';
const JOURNAL = 'Journal of Applied Thinking <editor@applied-thinking.example.net>';

export const MAILS: readonly WorldMail[] = [
  mail(
    [
      'AAMk7f21c0e4',
      'Amina Dialo <amina.dialo@students.lakeside.example.org>',
      'Question about sheet 3',
      '2026-10-10T19:42',
    ],
    'Dear Dr Solberg, does the sample sheet count towards the mark as well, or only sheets 1 to 6? Kind regards, Amina',
  ),
  mail(
    [
      'AAMk7f21c3b8',
      'Tobias Wren <tobias.wren@students.lakeside.example.org>',
      'Transect report, I am ill',
      '2026-10-11T08:05',
    ],
    'Dear Dr Solberg, I have had the flu since Tuesday and cannot finish the transect report by Friday. My doctor has written me off until the 16th, the certificate is at the exam office. Would it be possible to hand in a week later? Tobias Wren',
  ),
  mail(
    [
      'AAMk7f21c5d1',
      'Freya Lindholm <freya.lindholm@students.lakeside.example.org>',
      'Extension for the field diary',
      '2026-10-09T21:14',
    ],
    'Hello Dr Solberg, I broke my wrist at the weekend and type with one hand. Could I please hand in the field diary on 20 October? Best, Freya Lindholm',
  ),
  mail(
    [
      'AAMk7f21c6a0',
      'Freya Castellane <freya.castellane@students.lakeside.example.org>',
      'Left something on the bus',
      '2026-10-08T12:30',
    ],
    'Dear Dr Solberg, I left a green raincoat on the bus of the field trip. Do you know whom I can ask? Freya Castellane',
  ),
  mail(
    ['AAMk7f20b7e2', LUDOVIC, 'Grading scheme', '2026-10-07T16:20'],
    'Imke, I am not happy with the new grading scheme. Forty per cent for one sheet is too much, and nobody can make up for a bad week. I would go for four sheets at ten per cent each. Ludovic',
  ),
  mail(
    ['AAMk7f21a91f', LUDOVIC, 'A book for Population Models', '2026-10-09T10:02'],
    'Imke, for the second half I would use Matrix Models in Practice by Vestergaard. The library can get it for us. One copy on the course shelf will do. Ludovic',
  ),
  mail(
    ['AAMk7f21b044', ADAEZE, 'Our talk on the workload', '2026-10-09T17:48'],
    'Dear Imke, Wednesday has become difficult. Could we have our talk on Thursday, 15 October, from 16:30 to 17:15 instead? Adaeze',
  ),
  mail(
    ['AAMk7f1fd813', ADAEZE, 'Workload of the department', '2026-10-01T09:10'],
    'Dear all, the figures on the teaching load of last year are with Tamsin. Please look at them before the next meeting of the department. Adaeze',
  ),
  mail(
    [
      'AAMk7f21b3c9',
      'Jonas Petrakis <jonas.petrakis@lakeside.example.org>',
      'Meeting of the examination board',
      '2026-10-10T11:00',
    ],
    'Dear colleagues, the examination board meets on Tuesday, 27 October, from 14:00 to 15:30 in Senate 2. The agenda follows. Jonas Petrakis',
  ),
  mail(
    ['AAMk7f21b7a5', 'Jonas Arvidsson <jonas.arvidsson@lakeside.example.org>', 'Marking done', '2026-10-11T18:33'],
    'Hi Imke, I am through with the field diaries. The points are in the marking sheet on the drive. Who keeps the lab rota this term, you or me? Jonas',
  ),
  mail(
    [
      'AAMk7f20e210',
      'Birch & Pallas Press <copies@birchpallas.example.com>',
      'Inspection copies for the autumn',
      '2026-10-06T08:00',
    ],
    'Dear Dr Solberg, until the end of October lecturers can ask for two free inspection copies from our list in ecology and statistics. An answer to this mail with the titles is enough.',
  ),
  mail(
    [
      'AAMk7f20e8c7',
      'Fenwick Field Supplies <news@fenwick-field.example.com>',
      'Nets, boots and buckets: offers in October',
      '2026-10-05T06:00',
    ],
    'Everything for the wet season! Dip nets from 19.90, chest waders from 84.00. Only while stocks last.',
  ),
  mail(
    ['AAMk7f1e0931', JOURNAL, 'Submit your esteemed paper', '2026-09-29T03:12'],
    'Greetings of the day! We have read your eminent work and invite you to submit to our next issue within five days.',
  ),
  mail(
    ['AAMk7f210d5b', JOURNAL, 'Second invitation: submit your esteemed paper', '2026-10-08T03:15'],
    'Greetings of the day! We have not yet received your valued answer. The issue closes on Friday.',
  ),
  mail(
    [
      'AAMk7f21b9f0',
      'Marisol Ibarra <marisol.ibarra@students.lakeside.example.org>',
      'Course evaluation',
      '2026-10-11T20:01',
    ],
    'Dear Dr Solberg, for the student council: would it suit you if we ran the course evaluation of Population Models in week 7, in the last ten minutes of the lecture? Marisol Ibarra',
  ),
  mail(
    [
      'AAMk7f21bb17',
      'Zuzana Kolar <zuzana.kolar@students.lakeside.example.org>',
      'Coming to your office hours on the 21st',
      '2026-10-11T22:26',
    ],
    'Dear Dr Solberg, I would like to come to your office hours on Wednesday the 21st to talk about a topic for my thesis. Zuzana Kolar',
  ),
  mail(
    ['AAMk7f21bc60', 'Tamsin Oakley <tamsin.oakley@lakeside.example.org>', 'Course booklet', '2026-10-12T07:31'],
    'Good morning Imke, the booklet goes to the printer tonight. Could you share the course description of Field Statistics with me so that I can copy it in? Reading is enough. Tamsin',
  ),
  mail(
    [
      'AAMk7f1f6620',
      'Hedda Lindqvist <h.lindqvist@coastuni.example.net>',
      'Comments on the June paper',
      '2026-09-30T14:55',
    ],
    'Dear Imke, as your external examiner: the June paper was fair. Question 4 was too long, and question 2 could be guessed from the figure. I look forward to the draft of the midterm. Hedda Lindqvist',
  ),
  mail(
    [
      'AAMk7f20f3aa',
      'Kenji Moriyama <k.moriyama@northfell.example.net>',
      'Guest lecture in October',
      '2026-10-06T23:09',
    ],
    'Dear Imke, 28 October works for the guest lecture, four to six in the afternoon. I would talk on heron counts. I shall be at the Wetlands Forum in Lindenhall as well. Kenji',
  ),
  mail(
    ['AAMk7f21bd02', 'Lakeside IT <no-reply@it.lakeside.example.org>', 'Your sign-in code', '2026-10-12T07:58'],
    'Your code for the staff portal is 583 106. It is valid for one day. Do not give it to anybody.',
  ),
  mail(
    ['AAMk7f20a4d6', 'Birgit Haldane <exams@lakeside.example.org>', 'Case 14/26, confidential', '2026-10-02T13:40'],
    'Dear Dr Solberg, the similarity report on model sheet 1 of Hamish Teller shows 71 per cent. The board needs your statement by 23 October. Please keep this mail. Birgit Haldane, exam office',
  ),
  mail(
    [
      'AAMk7f21b8e3',
      'Hamish Teller <hamish.teller@students.lakeside.example.org>',
      'Model sheet 2',
      '2026-10-11T23:58',
    ],
    'hi dr solberg, my laptop has died and the repair takes until thursday. can i have one more week for model sheet 2? thanks, hamish',
  ),
  mail(
    ['AAMk7f210a77', 'Priya Raman <priya.raman@lakeside.example.org>', 'Key of the herbarium', '2026-10-07T09:25'],
    'Hi Imke, the key of the herbarium is with Mr Dunmore at the porter’s lodge since Monday. He wants a signature. My chapter 2 comes on Friday. Priya',
  ),
  mail(
    [
      'AAMk7f20c951',
      'Desmond Achterberg <travel@lakeside.example.org>',
      'Travel request 2026-881 approved',
      '2026-10-05T15:17',
    ],
    'Dear Dr Solberg, your journey to Lindenhall from 4 to 6 November is approved up to 950 euros in all. Hotels up to 120 a night. Please keep the receipts. D. Achterberg',
  ),
  mail(
    ['AAMk7f21b5de', 'Orla Solberg <orla@solberg.example.com>', 'Sunday', '2026-10-11T10:44'],
    'Are you coming on Sunday? Mum is making the plum thing. Bring the folding chairs if you still have them. O.',
  ),
];
