/** The inbox of the flats world: tenants, tradespeople, offices, and whoever else writes. */
import { ME } from './owner.ts';
import type { Mail } from './world.ts';

const mail = (id: string, name: string, address: string, date: string, subject: string, text: string): Mail => ({
  ...{ id, from: { name, address }, to: [ME], cc: [], subject, text, date: `2026-09-${date}`, enclosed: [] },
  folder: 'inbox',
});

const TENANTS: readonly Mail[] = [
  mail(
    ...(['1993c0a4f71b2e01', 'Marek Dolny', 'marek.dolny@example.net', '12T19:40', 'Bathroom tap'] as const),
    'Hi Corinna, the tap in the bathroom drips again, all night. Also the gutter over my window is full of leaves. I am home on Thursday after four. Marek',
  ),
  mail(
    ...(['1993a81f02d9c6b4', 'Amara Sesay', 'amara.sesay@example.org', '11T08:15', 'Reading and lease'] as const),
    'Good morning, my electricity reading for September is 48213. My bank wants to see my lease, could you send me a copy? Kind regards, Amara Sesay',
  ),
  mail(
    ...(['1993b5520e88f137', 'Helen Prior', 'helen.prior@example.com', '12T10:02', 'Shower and fob'] as const),
    'Dear Corinna, the shower is either scalding or cold now. And I have lost my key fob for the front door, I am so sorry! Can I buy a new one? Helen (12A)',
  ),
  mail(
    ...(['19939e07c41a55d2', 'Helen Whitcombe', 'h.whitcombe@example.org', '10T17:26', 'A cat?'] as const),
    'Dear Ms Vosper, my aunt is moving into a home and I would like to take in her cat. He is nine and sleeps all day. Would you allow it? Helen Whitcombe, 12B',
  ),
  mail(
    ...(['1993d2e6b07f4c19', 'Desmond Achterberg', 'd.achterberg@example.com', '13T12:11'] as const),
    'Handover on 30 October',
    'Hello Corinna, would two o’clock instead of eleven be possible on the 30th? The van only comes at noon. Desmond',
  ),
  mail(
    ...(['19937b3390ac1e68', 'Desmond Achterberg', 'd.achterberg@example.com', '07T20:45', 'My deposit'] as const),
    'Hello Corinna, for when the time comes: the deposit of 1,050 should go to my new account, IBAN GB08EXAM70450300551926. My new address is 3 Sandpiper Row. Desmond',
  ),
  mail(
    ...(['1993cb7154d80fa6', 'Jonas Lind', 'jonas.lind@example.net', '13T09:30', 'October rent'] as const),
    'Hi, my employer pays late this month, so my half of the October rent will come on the 5th instead of the 1st. Hope that is OK. Jonas',
  ),
];

const TRADES: readonly Mail[] = [
  mail(
    ...(['1993c7a90b3e6d55', 'Stefan Brandl', 'stefan@brandl-heating.example.com', '13T07:50'] as const),
    'Quote shower valve Harrow Lane 12A',
    'Morning Corinna, thermostatic valve in 12A: 284 all in, with the cartridge if you order that yourself it is 246. I could come on Wednesday the 16th at ten. Stefan',
  ),
  mail(
    ...(['19938d4417fb0a93', 'Stefan Okoro', 'okoro.decorating@example.net', '08T16:05'] as const),
    'Invoice 2026-081',
    'Dear Ms Vosper, for painting Mill Court 7, walls and ceilings: 1,150.00. Please pay to GB63EXAM20031500902217 within 14 days, reference 2026-081. Stefan Okoro',
  ),
  mail(
    ...(['1993b0c85e2d7f40', 'Yusra Haddad', 'yusra@haddad-electric.example.org', '11T18:20'] as const),
    'Electrical check, Quay Street',
    'Hi Corinna, for the five-year check I can offer Tuesday 22 September at 9:00 or Thursday 24 September at 14:00, about two hours. Yusra',
  ),
  mail(
    ...([
      '1993a2d10c96e5b7',
      'Pete Lomax',
      'pete.lomax@example.com',
      '10T21:03',
      'Gas certificates Harrow Lane',
    ] as const),
    '12A passed. 12B: the air vent in the kitchen is painted shut, it has to be opened and a second CO alarm fitted before I can sign. My bill for both is 190. Pete',
  ),
  mail(
    ...(['19935c02fd7719ea', 'Ottilie Green', 'ottilie.green@example.net', '02T11:48', 'August'] as const),
    'Hello dear, in August it was 6 and a half hours on top of the usual, so 110.50. The stairs in Quay Street are spotless now. Ottilie',
  ),
  mail(
    ...(['1993bd90e61c42f8', 'Farid Nasser', 'farid@nasser-locks.example.org', '12T15:33'] as const),
    'Invoice 5520, lock Mill Court 7',
    'Lock changed on Friday, three keys are with Mr Quill. 145.00 please, invoice 5520. Regards, Farid Nasser',
  ),
  mail(
    ...(['1993c9f8a20d713b', 'Gull & Sons Roofing', 'hello@gull-roofs.example.net', '13T08:22'] as const),
    'Your gutters at Quay Street',
    'We were working next door and saw that your gutters are in a sorry state. We can do them this week for only 640. Shall we?',
  ),
];

const OFFICES: readonly Mail[] = [
  mail(
    ...(['1993aa6d3f10c8e2', 'Imogen Tate', 'imogen@tate-ledger.example.com', '11T10:10', 'Before the 25th'] as const),
    'Dear Corinna, before we meet on the 25th I need the rent ledger of this year, the folder of repair invoices, and the interest statement of the Quay Street mortgage. Imogen',
  ),
  mail(
    ...(['19938126bc5e90d4', 'Harbour Factors', 'office@harbour-factors.example.net', '08T09:00'] as const),
    'Service charge and water works',
    'Dear owner, from October the service charge for Quay Street 4 is 168.40 a month. On Wednesday 23 September the water will be off from 9 to 12. Please inform your tenants.',
  ),
  mail(
    ...(['19939411e7b06fc3', 'Castlegate Claims', 'claims@castlegate.example.com', '09T14:37'] as const),
    'Claim CG-55871, water damage Quay Street 4',
    'Dear Ms Vosper, to proceed we need the plumber’s report. Please send it to claims-55871@castlegate.example.com and quote CG-55871. Castlegate Insurance',
  ),
  mail(
    ...(['1993668e0fd25a71', 'Eastmere Council', 'licensing@eastmere.example.org', '04T08:30'] as const),
    'Landlord licence LL-2047: renewal',
    'Your licence runs out on 31 October 2026. The fee of 92.00 is to be paid to GB36EXAM60001100009200 with the reference LL-2047. Details: https://eastmere.example.org/licences',
  ),
  mail(
    ...(['1993cd03b96a8e1f', 'Rentboard', 'no-reply@rentboard.example.com', '13T22:14', 'Your sign-in code'] as const),
    'Your sign-in code for Rentboard is 482 915. Do not tell it to anybody.',
  ),
  mail(
    ...(['19939f7ad15c3b06', 'Dilys Moran', 'dilys@moran-law.example.com', '10T18:01', 'Lease Mill Court 7'] as const),
    'Dear Corinna, the draft for Mill Court 7 is in your documents. Please look at clause 9 (pets) before anybody signs. Dilys',
  ),
  mail(
    ...(['1993b98c7e04d215', 'Fixwell Parts', 'orders@fixwell.example.com', '12T13:20', 'Shipped: FW-88213'] as const),
    'Your order FW-88213 (2 × door closer, silver) was shipped and arrives on 15 September.',
  ),
];

const NEAR_ONES: readonly Mail[] = [
  mail(
    ...(['1993c3f5d8a1906e', 'Bernard Quill', 'b.quill@example.org', '12T20:56', 'Damp in the hallway'] as const),
    'Dear Corinna, there is a smell of damp in the hallway of Mill Court, by the meter cupboard, and the skirting is dark. Might be a pipe. Bernard',
  ),
  mail(
    ...(['1993cc48e05b7d92', 'Lorna Vosper', 'lorna.vosper@example.org', '13T17:42', 'Mill Court 9'] as const),
    'Hi love, when Desmond is out, shall we sell number 9? Two agents told me 210,000. Let us talk on Sunday. L.',
  ),
];

export const MAILS: readonly Mail[] = [...TENANTS, ...TRADES, ...OFFICES, ...NEAR_ONES];
