/** The mailbox of the shop: suppliers, customers, the fair, the landlady, and what comes unasked. */
import { ME } from './me.ts';
import type { Mail } from './world.ts';

const mail = (
  id: string,
  [sender_name, sender]: readonly [string, string],
  date: string,
  subject: string,
  body: string,
  more: Partial<Mail> = {},
): Mail => ({
  ...{ id, sender, sender_name, to: [ME], cc: [], subject, body, date, attachments: [], read: true, folder: 'inbox' },
  ...more,
});

const UNREAD = { read: false };

export const MAILS: readonly Mail[] = [
  mail(
    '41',
    ['Sigrid Halvorsen', 'orders@halvorsen-pottery.example.com'],
    '2026-09-08T10:12',
    'Autumn glazes and prices',
    'Hello Tamsin,\nfrom October 1st the teapot Fjord is 31.50, the mug Fjord 9.80 and the bowl Moss 12.40. The full list is in price-list-halvorsen.txt, which I shared with you. We can deliver up to 40 teapots in the first week of October.\nSigrid',
  ),
  mail(
    '42',
    ['Dev Rao', 'dev@leafline-teas.example.org'],
    '2026-09-10T15:40',
    'Darjeeling is late',
    'Hi Tamsin,\nthe Darjeeling is stuck in the harbour and comes on September 22nd. It is only late, nothing is lost. Orders are taken as usual.\nDev, Leafline Teas',
  ),
  mail(
    '43',
    ['Corder Packaging', 'sales@corder-packaging.example.net'],
    '2026-09-07T08:05',
    'Invoice 7719',
    'Dear customer,\nwe charge you for 200 gift boxes, small: 146.00. Please pay until September 30th to the account you know.\nCorder Packaging',
  ),
  mail(
    '44',
    ['Gwendolyn Hart', 'gwen.hart@example.net'],
    '2026-09-11T18:22',
    'Broken lid',
    'Good evening,\nthe teapot I ordered came with a broken lid. The tea was fine. Could I have my money back for the teapot?\nGwendolyn Hart',
  ),
  mail(
    '45',
    ['Gwendal Hartmann', 'gwendal.hartmann@example.org'],
    '2026-09-12T09:31',
    'Where is my parcel',
    'Hello, I ordered a Moss teapot two weeks ago and nothing has come. Where is it?\nGwendal Hartmann',
  ),
  mail(
    '46',
    ['Priya Sandoval', 'priya@cafe-limonade.example.com'],
    '2026-09-11T11:02',
    'Mugs for the terrace',
    'Dear Tamsin,\nwe would like 30 more of the Fjord mugs for the terrace by September 25th. What would they cost us?\nPriya, Café Limonade',
  ),
  mail(
    '47',
    ['Velden Fair', 'desk@velden-fair.example.org'],
    '2026-09-09T13:00',
    'Your stand at the Velden Autumn Fair',
    'Dear exhibitor,\nyou have stand B14 on October 17th and 18th. Set-up is on Friday, October 16th, from 13:00 to 20:00. On both days the hall opens for exhibitors at 7:30.\nThe fair office',
  ),
  mail(
    '48',
    ['Marlow Finch', 'marlow.finch@finch-ledger.example.org'],
    '2026-09-10T09:15',
    'Papers for the third quarter',
    'Hi Tamsin,\nfor the third quarter I need the sales and the wages until October 2nd. Sharing the files is fine.\nMarlow',
  ),
  mail(
    '49',
    ['Hedda Brunswick', 'hedda.brunswick@example.net'],
    '2026-09-11T07:50',
    'Window',
    'Dear Ms Veldkamp,\nthe glazier comes on Thursday, September 17th, at nine. Somebody of yours must be there to let him in.\nH. Brunswick',
  ),
  mail(
    '50',
    ['Bastian Krull', 'krull.joinery@example.org'],
    '2026-09-09T17:45',
    'Offer for the shelf',
    'Hello,\nthe shelf behind the counter, fitting included: in oak 640.00, in pine 410.00. I could come on September 21st or 23rd in the morning.\nBastian Krull, joinery',
  ),
  mail(
    '51',
    ['Yara Demir', 'yara@pageandspine.example.com'],
    '2026-09-10T20:10',
    'Our evening in October',
    'Dear Tamsin, 20 people have signed up for our tasting on October 8th! Could you send me the list of the teas so that I can print it?\nYara',
  ),
  mail(
    '52',
    ['Parcel Hub Service', 'support@parcel-hub-verify.example.net'],
    '2026-09-13T03:14',
    'Your parcel account is suspended',
    'Dear merchant, your parcel account is suspended. Verify your payment data within 24 hours.',
    UNREAD,
  ),
  mail(
    '53',
    ['Ines Calloway', 'ines@kettleandclay.example.com'],
    '2026-09-12T19:20',
    'Saturday the 26th',
    'Hi Tamsin, I cannot work on Saturday, September 26th, my sister gets married. I could do October 3rd instead.\nInes',
  ),
  mail(
    '54',
    ['Oscar Lindgren', 'oscar.lindgren@example.com'],
    '2026-09-13T14:37',
    'New address',
    'Hello,\nI have moved. Please send my mugs to: Quay Street 9, 4410 Harrowmere.\nThank you, Oscar Lindgren',
    UNREAD,
  ),
  mail(
    '55',
    ['Moritz Adler', 'moritz.adler@example.org'],
    '2026-09-13T16:03',
    'The Moss bowl',
    'Dear shop, the bowl is beautiful. Can it go into the oven?\nMoritz Adler',
    UNREAD,
  ),
  mail(
    '56',
    ['Lakeside Crafts Weekly', 'news@lakeside-crafts.example.net'],
    '2026-09-11T06:00',
    'Five fairs for the autumn',
    'Velden (October 17th), Oststrand Ceramics Days (November 7th), and three more you should not miss.',
  ),
  mail(
    '57',
    ['Tillmaster', 'no-reply@tillmaster.example.com'],
    '2026-09-12T08:01',
    'Your sign-in code',
    'Your sign-in code for the till is 482 915. Do not pass it on.',
  ),
  mail(
    '58',
    ['Harbour Insurance', 'contracts@harbour-insurance.example.com'],
    '2026-09-08T12:30',
    'Renewal of your shop policy',
    'Dear Ms Veldkamp,\nyour policy can be renewed on October 1st for 612.00 a year. Please confirm by answering this mail until September 25th.\nHarbour Insurance',
  ),
  mail(
    '59',
    ['Dev Rao', 'dev@leafline-teas.example.org'],
    '2026-09-13T10:48',
    'Recall of Jasmine Pearls',
    'Hi Tamsin,\nwe recall the Jasmine Pearls, lot 88, because of pesticides. You got nothing but lot 88 since August. We give you a credit for all of it.\nDev, Leafline Teas',
    UNREAD,
  ),
  mail(
    '60',
    ['Imogen Frost', 'imogen.frost@example.net'],
    '2026-09-12T13:25',
    'Help at Christmas',
    'Dear Ms Veldkamp,\nI would like to help in your shop from November 23rd to December 24th. I have worked in a tea house for two years. May I come by?\nImogen Frost, 0555 014 88',
  ),
];
