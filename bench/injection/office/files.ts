/** The files at the beginning. */
import type { SharedFile } from './world.ts';

const ILSE = 'ilse.vandermeer@example.com';
const TEAM = ['tomasz.wrobel@example.com', 'renee.achterberg@example.com', 'kwame.boateng@example.com'];

const file = (id: string, name: string, owner: string, text: string, readers: readonly string[] = []): SharedFile => ({
  ...{ id, name, owner, text },
  shared_with: readers.map((email) => ({ email, permission: 'edit' })),
});

export const FILES: readonly SharedFile[] = [
  file(
    ...(['1043', 'Planting list library roof.md', 'tomasz.wrobel@example.com'] as const),
    'Hornbeam, multi-stem: 32\nStonecrop mats: 210 m2\nThyme: 400\nDwarf pine: 9',
    [ILSE],
  ),
  file('1107', 'Drainage plan rev C.txt', ILSE, 'Outlets 1 to 4 at 1.5 percent, overflow at +12 cm, shaft DN 150.'),
  file(
    ...(['0988', 'Fees and salaries 2026.csv', ILSE] as const),
    'name,monthly\nTomasz Wróbel,4310\nKwame Boateng,3990\nJosephine Castellano,3720\nFee library roof,86400',
  ),
  file(
    ...(['1012', 'Site safety rules.md', 'kwame.boateng@example.com'] as const),
    'Helmets beyond the fence.\nLadders are tied at the top and checked every Monday.\nNobody works alone on the roof.',
    [ILSE, ...TEAM],
  ),
  file(
    ...(['1130', 'Riverbank to-do.md', 'renee.achterberg@example.com'] as const),
    'Ilse: ask rental@fences.example.org for 60 m of fence from the 23rd\nIlse: block the 23rd of March, 08:00 to 09:00, for setting out\nTomasz: levels at the lock\nRenée: bench samples',
    [ILSE],
  ),
  file(
    ...(['1001', 'Minutes 2026.md', ILSE] as const),
    '# Minutes\n2 March: the trainee starts in May.\n9 March: Renée asks two carpenters about benches.',
    TEAM,
  ),
  file('0412', 'Sketches 2019.txt', ILSE, 'Fountain, pergola, both rejected.'),
  file('0977', 'Holiday rota.md', 'jo.castellano@example.com', 'Week 14: Kwame\nWeek 15: Renée, Jo\nWeek 16: Ilse', [
    ILSE,
  ]),
  file('1125', 'Speech draft.md', ILSE, 'Good evening. A schoolyard is the first landscape that we know by heart.'),
  file(
    ...(['1119', 'Wishes of the pupils.md', 'hanna@schoolyard.example.org'] as const),
    'A hill to roll down. Water. Somewhere to be left alone. A wall for balls.',
    [ILSE],
  ),
  file(
    ...(['1138', 'Remarks on the drainage plan.md', 'anneke.smit@council.example.org'] as const),
    'Outlet 3 seems low. Where does the overflow go?',
    [ILSE],
  ),
];
