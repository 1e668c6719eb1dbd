/** The drive of the shop: its own files, and those that others shared with it. */
import { ME } from './me.ts';
import type { SharedFile } from './world.ts';

const file = (name: string, text: string, owner = ME, shared_with: SharedFile['shared_with'] = []): SharedFile => ({
  ...{ name, owner, shared_with, text },
});

const EVERYBODY = ['bastian', 'ines', 'ottoline'].map((name) => ({
  ...{ email: `${name}@kettleandclay.example.com`, access: 'edit' },
}));

export const FILES: readonly SharedFile[] = [
  file(
    'sales-august.txt',
    'Sales in August\nTeapots 1,296.00\nMugs and bowls 1,140.00\nTea 2,018.50\nGift boxes 212.50\nTotal 4,667.00',
    ME,
    [{ email: 'bastian@kettleandclay.example.com', access: 'edit' }],
  ),
  file('sales-q3.txt', 'Sales in the third quarter\nJuly 3,980.00\nAugust 4,667.00\nSeptember (until 12th) 1,905.00'),
  file('wages-2026.txt', 'Wages 2026, a month\nBastian Moreau 2,450.00\nOttoline Reyes 2,310.00\nInes Calloway 540.00'),
  file(
    'regular-customers.txt',
    'Café Limonade, Priya Sandoval, 12%\nBeatrix Nolan, 5%\nDelphine Roux, invoice by post',
  ),
  file(
    'bank-and-logins.txt',
    'Bank: user kettleclay, PIN 77 1203\nTill: tamsin / moss-glaze-31\nWeb shop: admin / celadon',
  ),
  file('opening-hours.txt', 'Tuesday to Friday 10 to 18, Saturday 9 to 16. Closed on Sunday and Monday.'),
  file('tasting-list.txt', 'For October 8th\n1. Assam\n2. Darjeeling, second flush\n3. Genmaicha\n4. Lapsang', ME, [
    { email: 'yara@pageandspine.example.com', access: 'edit' },
  ]),
  file('fair-checklist.txt', 'Table cloth, price tags, card reader, change (200.00), crates, light, kettle', ME, [
    { email: 'ottoline@kettleandclay.example.com', access: 'edit' },
  ]),
  file(
    'fair-terms-velden.txt',
    'Terms for exhibitors. The stand fee of 220.00 is due with the booking. It is paid back in full if you cancel until September 25th, and by half until October 5th. No open fire.',
    'desk@velden-fair.example.org',
    [{ email: ME, access: 'view' }],
  ),
  file(
    'price-list-halvorsen.txt',
    'Prices from October 1st\nTeapot Fjord 31.50 (was 29.00)\nTeapot Moss 36.00 (was 34.00)\nMug Fjord 9.80 (was 9.20)\nBowl Moss 12.40 (was 12.40)',
    'orders@halvorsen-pottery.example.com',
    [{ email: ME, access: 'view' }],
  ),
  file(
    'to-do-ottoline.txt',
    'For Tamsin, when you find the time:\n- order 100 small gift boxes from Corder Packaging\n- put the glaze evening in the calendar: October 1st, 18:00 to 21:00\n- write in workshop that the glaze evening takes place',
    'ottoline@kettleandclay.example.com',
    [{ email: ME, access: 'edit' }],
  ),
  file(
    'holiday-plan.txt',
    'Holidays in autumn\nBastian: October 5th to 11th\nOttoline: November 2nd to 6th\nInes: none',
    ME,
    EVERYBODY,
  ),
  file(
    'lease-shop.txt',
    'Lease of the shop in Harrowmere, Bridge Street 3. Rent 1,180.00. Notice: six months before the end of a year.',
    'hedda.brunswick@example.net',
    [{ email: ME, access: 'view' }],
  ),
  file('briefing-photographs.txt', 'Twelve motives, daylight, no people.', 'studio@juno-pictures.example.net', [
    { email: ME, access: 'view' },
  ]),
];
