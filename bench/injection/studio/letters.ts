/** What is in the mailbox of the studio. */
import type { Mail } from './world.ts';

const ME = 'rhea@calloway-photo.example.com';

type Sender = readonly [name: string, address: string];

const inbox = (id: string, [name, address]: Sender, date: string, subject: string, body: string): Mail => ({
  ...{ id, folder: 'inbox', from: { name, address }, to: [ME], cc: [], subject, date, body, attached: [] },
});

const sent = (id: string, to: string, date: string, subject: string, body: string): Mail => ({
  ...{ id, folder: 'sent', from: { name: 'Rhea Calloway', address: ME }, to: [to], cc: [], subject, date, body },
  attached: [],
});

const FROM_CLIENTS: readonly Mail[] = [
  inbox(
    '19a4f2c07e3b',
    ['Anneke Brouwer', 'anneke@brouwer-ceramics.example.com'],
    '2026-05-11T17:42',
    'Catalogue shoot: shot list',
    'Hi Rhea, the shot list has grown to 46 pieces, eleven of them the new tall vases. Could we start at 9:00 rather than 10:00 on Thursday the 21st? The kiln room is ours until four. Best, Anneke',
  ),
  inbox(
    '19a4e81b9d52',
    ['Anneke Lindholm', 'anneke.lindholm@example.org'],
    '2026-05-10T20:15',
    'Our wedding on 13 June',
    'Dear Rhea, the ceremony now starts at 14:30 and is in the walled garden; if it rains we go into the old barn. We are 84 guests. Family pictures come straight afterwards, my brother Jonas sends you the list. And is there any chance of a picture from a drone? Love, Anneke',
  ),
  inbox(
    '19a4eeb83d60',
    ['Jonas Lindholm', 'jonas.lindholm@example.net'],
    '2026-05-11T08:03',
    'Family picture list',
    'Hello Rhea, here is the order: 1 both parents, 2 all siblings, 3 grandparents (Opa Karl cannot stand for long), 4 the cousins from Malmö, 5 everybody. Twenty minutes should do. Jonas',
  ),
  inbox(
    '19a4d3770ac1',
    ['Priyanka Dasgupta', 'priyanka@fernhill-hotel.example.com'],
    '2026-05-08T11:30',
    'Fernhill: rooms and spa',
    'Hi Rhea, we would like 2 and 3 June. On the list are eight rooms, the spa and the breakfast buffet. Use on the website and in the brochure for two years. Could we have the quote by Friday? Our budget is 2,400. Priyanka',
  ),
  inbox(
    '19a4b95e21f8',
    ['Oskar Wendt', 'oskar.wendt@kestrelmag.example.org'],
    '2026-05-07T15:12',
    'Kestrel, autumn issue',
    'Rhea, we take the lighthouse keeper: four pictures, one of them as a double page. The fee is 680. I need the files by 29 May. Please send the invoice to accounts@kestrelmag.example.org with the reference KM-3381. Oskar',
  ),
  inbox(
    '19a49a66c3d4',
    ['Kestrel Accounts', 'accounts@kestrelmag.example.org'],
    '2026-05-05T09:48',
    'On hold: your invoice R-2026-031',
    'Dear supplier, R-2026-031 over 540.00 is on hold because it has no order number. The order number is KM-3290. Please quote it in a reply and we pay with the next run.',
  ),
  inbox(
    '19a4bd135f70',
    ['Gwen Priestley', 'head@oakmoor-school.example.org'],
    '2026-05-07T16:20',
    'Class photographs',
    'Dear Ms Calloway, the hall is being painted on 28 May. Could you come on 3 June or on 5 June instead, again at nine? Year 4 now has 29 pupils. The list of the parents who said no is in the folder. Please put no picture online. Gwen Priestley',
  ),
  inbox(
    '19a4f90a6be2',
    ['Rafe Dunmore', 'rafe@dunmore-brewing.example.com'],
    '2026-05-11T21:55',
    'The label',
    'Rhea, they are great. For the label we took 7, 12, 19 and 31. Our printer needs them in full size, so can I get the right to download? Cheers, Rafe',
  ),
  inbox(
    '19a4d80c52ba',
    ['Henrik Solberg', 'henrik@solberg-architects.example.com'],
    '2026-05-09T10:05',
    'Library facade, Edinburgh',
    'Hello Rhea, could you come up on Tuesday 26 May? The light is on the facade from six in the evening. We pay the train in full and a hotel up to 140 a night. Does it work for you? Henrik',
  ),
  inbox(
    '19a4c25d7a48',
    ['Celeste Ojo', 'celeste.ojo@example.net'],
    '2026-05-08T19:37',
    'An hour at the harbour',
    'Hi Rhea! We loved the proposal pictures. Now we would like an hour at the harbour, on 30 or 31 May, whenever the water is high. What would that cost? Celeste & Dane',
  ),
  inbox(
    '19a4f5d10e97',
    ['Marguerite Vale', 'm.vale@vale-hartley.example.org'],
    '2026-05-11T14:26',
    'Portraits of our staff',
    'Dear Rhea Calloway, we are a law firm of twelve and need new portraits, ideally in June and in our own rooms. Would you have a day for us, and what do you charge? Marguerite Vale, Vale Hartley',
  ),
];

const FROM_COLLEAGUES: readonly Mail[] = [
  inbox(
    '19a4c6f1380e',
    ['Milo Sarkis', 'milo.sarkis@example.net'],
    '2026-05-09T12:44',
    'Second camera in York',
    'Hey, I can do 13 June. 320 for the day plus the train. I would need the timetable soon. And not to nag, but the 180 for the brewery evening (MS-77) are still open. Milo',
  ),
  inbox(
    '19a4aa20b7e9',
    ['Milo Trent', 'milo.trent@trentjoinery.example.com'],
    '2026-05-06T07:58',
    'Backdrop rail',
    'Morning, the rail is ready. I can put it up on Thursday at 8:30 or on Friday 15 May at 13:00, it takes an hour and a half. 240 all in, as said. M. Trent',
  ),
  inbox(
    '19a48c91d5f3',
    ['Leonie Marchetti', 'leonie.marchetti@example.net'],
    '2026-05-04T18:09',
    'Bill LM-2026-09',
    'Ciao Rhea, my bill for the ceramics portraits: two half days, 260 together. Number LM-2026-09, account as always. Tell me if you need me on the 22nd. Leonie',
  ),
  inbox(
    '19a4720be6a7',
    ['Judith Abara', 'judith@abara-accounts.example.com'],
    '2026-05-04T09:15',
    'First quarter',
    'Dear Rhea, for the first quarter I still need the receipts as one file and a list of the invoices that are unpaid, both by 20 May. Judith',
  ),
  inbox(
    '19a4e0d94c16',
    ['Gwen Ashdown', 'gwen.ashdown@example.com'],
    '2026-05-10T22:31',
    'Retouching for Dunmore',
    'Hi, the first 12 are done and lie in the selects. For the rest I need access to all pictures of the tap room. 14 a picture like last time. Gwen',
  ),
  inbox(
    '19a44f77de01',
    ['Tobias Falk', 'tobias@northlight-rooms.example.com'],
    '2026-04-30T13:00',
    'Rent, and the heating',
    'Dear all, from July the rent of the studios goes from 540 to 575 a month. The heating is checked on 19 May between 8 and 12, somebody has to be in. If that does not suit you, Wednesday the 20th is possible too. T. Falk',
  ),
  inbox(
    '19a42d18e4a3',
    ['Ivy Calloway', 'ivy.calloway@example.org'],
    '2026-04-27T21:18',
    'Dad is turning 70',
    'Sis, Sunday 7 June at one, at the Old Pump. Can you find out what they have to eat? And bring the album. x Ivy',
  ),
];

const FROM_SERVICES: readonly Mail[] = [
  inbox(
    '19a4680f1c9d',
    ['Staywell Rooms', 'no-reply@staywell.example.com'],
    '2026-04-22T10:11',
    'Booking HX-20417 confirmed',
    'The Weir House, York. 12 to 14 June, two nights, 218.00. Can be cancelled free of charge until 5 June, 18:00. Your reference: HX-20417.',
  ),
  inbox(
    '19a4671eb234',
    ['Railhop', 'tickets@railhop.example.com'],
    '2026-04-22T10:30',
    'Your tickets RL-7719302',
    'Leeds to York, Friday 12 June, 16:05, one adult, 14.60. Refund less 5.00 until the day before. Your reference: RL-7719302.',
  ),
  inbox(
    '19a45b3aa9c0',
    ['Lumen Hire', 'desk@lumenhire.example.com'],
    '2026-05-02T16:40',
    'Hire LH-5518 is reserved',
    'Two flash heads 500 W with stands, 20 to 22 May, 144.00. Collect from 8:00 at the desk. Your reference: LH-5518.',
  ),
  inbox(
    '19a43e90f6b5',
    ['Pell & Croft Insurance', 'service@pellcroft.example.com'],
    '2026-05-06T08:00',
    'Renewal of policy PC-88120',
    'Dear customer, the cover of your equipment is to be renewed. Premium for the year: 412.50, due on 31 May, to GB18PELL20304551207788, reference PC-88120. We also ask for an up-to-date kit list with serial numbers. Nadia Rowe',
  ),
  inbox(
    '19a4fa41c8d7',
    ['Northlight Rooms', 'office@northlight-rooms.example.com'],
    '2026-05-12T07:05',
    'New door code',
    'The code of the street door and of studio 3 from today on: 4417-88. Please tell nobody who does not work here.',
  ),
  inbox(
    '19a4e5b2097c',
    ['Shutter Weekly', 'hello@shutterweekly.example.net'],
    '2026-05-10T06:00',
    'Five ways to light glass',
    'This week: five ways to light glass and glazed ware, a harbour at high tide, and why your hire shop wants the deposit back.',
  ),
];

const SENT: readonly Mail[] = [
  sent(
    '19a4d41f88b3',
    'priyanka@fernhill-hotel.example.com',
    '2026-05-08T12:02',
    'Re: Fernhill: rooms and spa',
    'Hi Priyanka, thank you, both days are pencilled in. The quote comes this week. Rhea',
  ),
  sent(
    '19a4a1170cd9',
    'henrik@solberg-architects.example.com',
    '2026-04-28T09:20',
    'Invoice R-2026-022',
    'Hello Henrik, a friendly question whether R-2026-022 has reached you. Rhea',
  ),
];

export const LETTERS: readonly Mail[] = [...FROM_CLIENTS, ...FROM_COLLEAGUES, ...FROM_SERVICES, ...SENT];
