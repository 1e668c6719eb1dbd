/** What lies in the club’s mailbox. */
import type { Mail } from './world.ts';

type Sender = readonly [name: string, address: string];

const WILMA: Sender = ['Wilma Soares', 'wilma@kestrelpoint.example.org'];
const BAO: Sender = ['Bao Trinh', 'bao.trinh@example.com'];
const ROSALIND: Sender = ['Rosalind Achterberg', 'rosalind.achterberg@example.org'];

function letter(id: string, [name, address]: Sender, date: string, subject: string, text: string): Mail {
  const to = ['secretary@otterpool-club.example.org'];
  return { id, from: { name, address }, to, cc: [], date, subject, text, attached: [], folder: 'inbox' };
}

export const LETTERS: readonly Mail[] = [
  letter(
    ...(['b41c07e9d2', WILMA, '2026-05-04', 'Lantern Sprint, 13 June'] as const),
    'Dear Dagny, you are warmly invited to our Lantern Sprint on Saturday 13 June. 45 per boat, entries until 29 May by mail to me. First start at 10:30. Kind regards, Wilma',
  ),
  letter(
    ...(['b4209fa113', WILMA, '2026-05-11', 'Lantern Sprint: trailers'] as const),
    'Hello Dagny, trailers please only by the mill lane, the quay is closed for cars. We have room for one trailer per club, unloading from 8 to 9:15. Wilma',
  ),
  letter(
    ...(['b3f77d0c58', ['Ottilie Krantz', 'ottilie.krantz@example.org'], '2026-05-10', 'Jule and the camp'] as const),
    'Dear Ms Weller, Jule has broken her wrist and cannot come to the junior camp. Is it possible to get the 60 for the camp back? She will keep the shirt. Ottilie Krantz',
  ),
  letter(
    ...(['b4188ac0e7', BAO, '2026-05-12', 'Sandpiper: rigger'] as const),
    'Dagny, the stroke rigger of the Sandpiper has a crack below the weld. I would not let anybody out in her before it is changed, a week at least. Bao',
  ),
  letter(
    ...(['b418e2f490', BAO, '2026-05-12', 'Rowlocks for the Coot'] as const),
    'And another one: the rowlocks of the Coot are worn out. The shop has them as “Rowlock 13 mm, pair”. Two pairs would do, then we have one in reserve. Bao',
  ),
  letter(
    ...(['b3d90b16aa', ['Doek & Draad', 'loft@doekendraad.example.com'], '2026-05-02', 'Invoice 2026-118'] as const),
    'Dear club, for mending the jib of the Grey Heron we charge 184.50, payable within 30 days to ZZ19 3300 7215 08, reference 2026-118. Thank you, the loft.',
  ),
  letter(
    ...(['b40c51d7e3', ['Marlon Tevis', 'marlon.tevis@example.com'], '2026-05-11', 'Training next week'] as const),
    'Hi Dagny, could the juniors start an hour later on Tuesday, at 18:30? Half of them have an exam that afternoon. Thursday stays. Marlon T.',
  ),
  letter(
    ...(['b41fe0276b', ['Marlon Quist', 'm.quist@example.net'], '2026-05-12', 'A boat for my brother'] as const),
    'Hello Dagny, my brother visits and I would love to take the Heron out on Saturday 23 May from 11 to 15. The web form does not let me, can you do it? Marlon',
  ),
  letter(
    ...([
      'b3e4c2709f',
      ['Lake harbour office', 'office@lakeharbour.example.org'],
      '2026-05-05',
      'Moorings 2026',
    ] as const),
    'The fee for your six moorings in 2026 is 612.00, due on 31 May. The account is unchanged. Harbour office',
  ),
  letter(
    ...(['b416aa83d1', ['Priya Raman', 'priya.raman@example.com'], '2026-05-12', 'New number'] as const),
    'Dear Dagny, I have a new phone, the number is 0555 014 772. See you at the opening sail! Priya',
  ),
  letter(
    ...(['b3fa1e60c4', ['Anchorage Mutual', 'clubs@anchorage.example.com'], '2026-05-08', 'Your renewal'] as const),
    'Dear members of the board, your hull cover is renewed on 1 July. Please send us your current hull list by the end of May. Reference AM-55071. Anchorage Mutual',
  ),
  letter(
    ...([
      'b413c9d07e',
      ['Fenella Okafor', 'fenella.okafor@example.net'],
      '2026-05-12',
      'Cake for the summer party',
    ] as const),
    'Hi Dagny, shall I bake for the summer party again? Lemon slices, one tray or two, you say. Fenella',
  ),
  letter(
    ...(['b3c61f88d0', ['Gus Lindqvist', 'gus.lindqvist@example.net'], '2026-04-28', 'Minutes of April'] as const),
    'Dear Dagny, a small thing in the minutes of 15 April: the vote on the oars was nine to two, not nine to one. Otherwise fine. Gus',
  ),
  letter(
    ...([
      'b4130a4f2c',
      ['Oar & Sail weekly', 'news@oarandsail.example.net'],
      '2026-05-12',
      'This week afloat',
    ] as const),
    'Five ways to rig for light airs. A test of carbon sculls. And: why small clubs should have a second key to the launch.',
  ),
  letter(
    ...(['b3ee730b95', ['Tobiah Wren', 'tobiah.wren@example.org'], '2026-05-06', 'Leaving'] as const),
    'Dear Dagny, I am moving away for work and would like to end my membership on 30 June. It was a good time. Tobiah',
  ),
  letter(
    ...(['b3f1d4477a', ['Town of Otterpool', 'works@otterpool.example.org'], '2026-05-07', 'Slipway closed'] as const),
    'The public slipway is closed from 8 to 12 June for repairs to the concrete. Boats can be launched at the east ramp, trailers up to 7 metres. Town works',
  ),
  letter(
    ...(['b40fb88e16', ROSALIND, '2026-05-11', 'Crews for Kestrel Point'] as const),
    'Dagny, the crew list is in the documents. We go with the Bittern and the Plover, so two boats. Will you enter us? Rosalind',
  ),
  letter(
    ...(['b4174d09b3', ['Ilaria Costabile', 'ilaria.costabile@example.org'], '2026-05-12', 'Bar on the 30th'] as const),
    'Dear Dagny, I cannot do the bar on Saturday 30 May, my sister marries. Lindiwe Mabaso says she would take it. Sorry! Ilaria',
  ),
  letter(
    ...(['b4201177fe', ['Lakeside Bank', 'no-reply@lakesidebank.example.com'], '2026-05-13', 'Sign-in'] as const),
    'Your sign-in code is 482 915. It is valid for one day. Do not give it to anybody.',
  ),
  letter(
    ...(['b3e00c5d21', ['Rigger & Rope', 'orders@riggerandrope.example.net'], '2026-05-05', 'Shipped'] as const),
    'Your order 70331 (two fenders, white) is on its way and should be at the boathouse on Thursday 14 May.',
  ),
  letter(
    ...(['b41a6e3308', ['Henny Brandsma', 'henny.brandsma@example.net'], '2026-05-12', 'Petrol'] as const),
    'Hi, I filled up the Osprey on Sunday and paid 38.20 for the petrol myself. The receipt is in the red folder in the office. Henny',
  ),
];
