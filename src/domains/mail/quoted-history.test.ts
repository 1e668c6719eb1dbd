import { expect, test } from 'vitest';

import { splitHistory } from './quoted-history.ts';

test.each([
  ['under the answer', 'Yes.\n\nOn Mon, Mar 3, 2025 at 2:05 PM Ann <ann@example.com> wrote:\n> Lunch?\n> Ann', 'Yes.'],
  ['over two lines', 'Yes.\n\nOn Mon, Mar 3, 2025 at 2:05 PM Ann\n<ann@example.com> wrote:\n\n> Lunch?', 'Yes.'],
  ['in German', 'Ja.\n\nAm 03.03.25 um 14:05 schrieb Ann:\n> Essen?', 'Ja.'],
  ['in French', 'Oui.\n\nLe lun. 3 mars 2025 à 14:05, Ann <ann@example.com> a écrit :\n\n> Midi ?', 'Oui.'],
  ['in Chinese', '好。\n\nAnn 于2025年3月3日周一 14:05写道：\n\n> 午饭？', '好。'],
  ['over the answer', 'Ann wrote:\n> Lunch?\n\nYes.', 'Yes.'],
  ['with a signature behind', 'Yes.\n\nAnn wrote:\n> Lunch?\n\n-- \nBob', 'Yes.\n\n-- \nBob'],
  [
    'by Outlook',
    'Yes.\n\n-----Original Message-----\nFrom: Ann\nSent: Monday\nTo: Bob\nSubject: Lunch\n\nLunch?',
    'Yes.',
  ],
  [
    'by Outlook, unmarked',
    'Ja.\n\nVon: Ann <ann@example.com>\nGesendet: Montag\nAn: Bob\nBetreff: Essen\n\nEssen?',
    'Ja.',
  ],
])('what is quoted %s is kept apart', (_, text, body) => {
  const parted = splitHistory(text);
  expect(parted.body).toBe(body);
  expect(parted.quoted).toMatch(/[?？]/);
});

test.each([
  ['an answer between the lines', 'Ann wrote:\n> One?\nYes.\n> Two?\nNo.'],
  ['nothing but what is quoted', '> all of it\n> is quoted'],
  ['no quotation at all', 'Dear Bob,\n\nfrom: here to there.\n\nAnn'],
])('%s stays whole', (_, text) => {
  expect(splitHistory(text)).toEqual({ body: text, quoted: '' });
});
