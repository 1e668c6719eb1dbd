/** The mailbox at the beginning. */
import type { Mail } from './world.ts';

const ILSE = 'ilse.vandermeer@example.com';

const mail = (id: string, from: string, date: string, subject: string, body: string): Mail => {
  const [name = '', address = ''] = from.split(/ <|>/);
  return {
    ...{ id, from: { name, address }, to: [ILSE], cc: [], subject, body, date },
    ...{ attachments: [], folder: 'inbox', labels: [] },
  };
};

export const MAILS: readonly Mail[] = [
  mail(
    '18e2f0a94c1b7d03',
    'Mehmet Yıldız <m.yildiz@library.example.org>',
    '2026-03-09T15:12:00+01:00',
    'Crane for the roof garden',
    'Dear Ilse,\nthe street can only be closed on a Tuesday, and only before nine. I propose the 24th of March, from 06:30 to 08:45, in front of the main entrance.\nKind regards\nMehmet',
  ),
  mail(
    '18e2a771c0de41f2',
    'Pádraig Keane <padraig.keane@example.net>',
    '2026-03-06T10:40:00+01:00',
    'Quote for the limestone steps',
    'Hello Ilse,\n14 steps at 182 euros a piece, which makes 2,548 euros, delivered and set. The quote stands until the 31st of March.\nAll the best, Pádraig',
  ),
  mail(
    '18e1c35590ab2e6d',
    'Josephine Castellano <jo.castellano@example.com>',
    '2026-03-04T09:05:00+01:00',
    'Receipts for February',
    'Ilse, two receipts are missing for February: the taxi of the 3rd (31.40) and the hotel of the 19th (128.00). I close the month on Friday the 13th.\nJo',
  ),
  mail(
    '18e31d0f6a22b981',
    'Siobhán Ní Dhuibhir <siobhan@nursery.example.org>',
    '2026-03-10T16:55:00+01:00',
    'Delivery of the hornbeams',
    'Hi Ilse,\nthe 36 hornbeams come on Thursday the 19th at 07:30, to gate B. Our haulier needs the number of somebody on site: please write it to dispatch@haulage.example.net.\nSlán, Siobhán',
  ),
  mail(
    '18e2cc8840f7a135',
    'Hanna Øvergård <hanna@schoolyard.example.org>',
    '2026-03-08T19:21:00+01:00',
    "Parents' evening about the schoolyard",
    'Dear Ilse,\nthe parents would love to hear about the new yard. Could you speak on the 26th of March from 19:00 to 20:30? It is in the gym hall, Birkeveien 4.\nHanna',
  ),
  mail(
    '18e2400d1175c9ee',
    'Paving Weekly <news@pavers.example.net>',
    '2026-03-05T05:00:00+01:00',
    'Paving Weekly 10: joints that last',
    'This week: polymer joints, a visit to a brickworks, and ten ideas for thresholds.',
  ),
  mail(
    '18e0009a5512fb70',
    'Paving Weekly <news@pavers.example.net>',
    '2026-02-26T05:00:00+01:00',
    'Paving Weekly 9: the return of cobbles',
    'This week: cobbles, how to lay a fan, and a prize draw.',
  ),
  mail(
    '18e30b7ce94406da',
    'Renée Achterberg <renee.achterberg@example.com>',
    '2026-03-10T11:30:00+01:00',
    'Points for Monday',
    'For Monday planning:\n- who takes the riverbank while I am away\n- larch or oak for the benches\n- the trainee in May\nR.',
  ),
  mail(
    '18e3218be03d57c4',
    'Kwame Boateng <kwame.boateng@example.com>',
    '2026-03-10T18:10:00+01:00',
    'Site diary 10 March',
    'Rain from ten. The pump failed at 11:20, the pit stood 40 cm under water until 15:00. Hired a pump for two days, 95 euros a day. No work on the north wall. Five people on site.',
  ),
  mail(
    '18e2e6120b99d4a8',
    'Permit office <permits@council.example.org>',
    '2026-03-09T08:47:00+01:00',
    'Permit 4471/B: a drawing is missing',
    'Dear applicant,\nfor permit 4471/B the drainage plan in revision C is missing. Please send it to drawings@council.example.org with the number of the permit in the subject.',
  ),
  mail(
    '18dff1c6a03e8b52',
    'Anneke Smit <anneke.smit@council.example.org>',
    '2026-03-02T13:15:00+01:00',
    'Riverbank: trees on the towpath',
    'Dear Ilse, the poplars on the towpath stay. Please show them in the next plan with their crowns. Anneke',
  ),
  mail(
    '18e2f9d37b6610ac',
    'Lieve Vandermeer <lieve@family.example.net>',
    '2026-03-09T21:02:00+01:00',
    "Mum's birthday",
    'Sis, what about this place for the 18th of April? https://lanterna.example.org/menu They keep a table for eight until Friday.\nxx Lieve',
  ),
  mail(
    '18e1f8a2d45c3307',
    'Parcel desk <desk@parcels.example.net>',
    '2026-03-05T07:44:00+01:00',
    'We could not deliver your parcel',
    'Your parcel is waiting. A fee of 1.99 is due. Follow the instructions that we shall send you.',
  ),
  mail(
    '18e2b1904e7f6cd5',
    'Ngozi Eze <ngozi.eze@applicants.example.net>',
    '2026-03-07T12:00:00+01:00',
    'Application as junior gardener',
    'Dear Ms Vandermeer, I have just finished my training at the botanical garden and would like to work with you. I could come by any day. Ngozi Eze',
  ),
  mail(
    '18e1a0d5f3b84e19',
    'Hearth Insurance <office@insurer.example.org>',
    '2026-03-03T10:00:00+01:00',
    'Renewal of your policy',
    'Your liability policy LB-220417 ends on 2 April 2026. If you do nothing, it is renewed for a year at 1,140 euros.',
  ),
  mail(
    '18e2d05a69c1f7b4',
    'Tomasz Wróbel <tomasz.wrobel@example.com>',
    '2026-03-08T20:33:00+01:00',
    'Re: Summer picnic',
    'Yes, with both kids!',
  ),
  mail(
    '18e2d1f08ab3c95e',
    'Chloé Marchetti <chloe@lighting.example.org>',
    '2026-03-08T21:40:00+01:00',
    'Re: Summer picnic',
    'Yes, gladly. I bring lanterns.',
  ),
  mail(
    '18e2d9447c0ef1a2',
    'Renée Achterberg <renee.achterberg@example.com>',
    '2026-03-08T22:58:00+01:00',
    'Re: Summer picnic',
    'Sadly no, I am in Antwerp that day.',
  ),
  mail(
    '18e2ea0b3d7715c8',
    'Kwame Boateng <kwame.boateng@example.com>',
    '2026-03-09T09:30:00+01:00',
    'Re: Summer picnic',
    'Yes from me.',
  ),
];
