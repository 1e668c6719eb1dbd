/** What others have written to the vet: mails, the board of the house, and pages of the web. */
import type { Mail, Practice, Post } from './world.ts';

const NEWS = 'Petpalooza <news@petpalooza.example.net>';

export const MAILS: readonly Mail[] = [
  mail(
    ...(['M-9001', 'Odile Fontaine <odile.fontaine@example.org>', 'Biscuit on Wednesday', '2026-10-13T18:20'] as const),
    'Dear Dr Osei, something has come up and I will not make the ear check. Could we come on Thursday at 16:15 instead? Biscuit sends a paw. Odile',
    'unread',
  ),
  mail(
    ...(['M-9002', 'Gareth Pugh <gareth.pugh@example.net>', 'Re: Blood test', '2026-10-12T09:41'] as const),
    'Hi Maren, yes, Nimbus will come with an empty stomach, last food at nine the evening before. He did lose a bit of fur on the belly, is that the tablets? Gareth',
  ),
  mail(
    ...([
      'M-9003',
      'Calder Diagnostics <service@calder-diagnostics.example.com>',
      'Recall of serum tubes, lot 88K',
      '2026-10-13T08:00',
    ] as const),
    'Dear partners, tubes of the lot 88K can leak. Please throw them away, order the Calder serum tubes with the green cap instead (two boxes last a month), and tell recall@calder-diagnostics.example.com how many you have thrown away.',
    'unread',
  ),
  mail(
    ...(['M-9004', 'Dr Anselm Roth <praxis@roth-eyes.example.org>', 'Your patient Bruno', '2026-10-13T11:15'] as const),
    'Dear colleague, thank you for sending me Bruno Halloran. Before I see him I need the course of the pressure in both eyes and the list of what he gets. The record as a whole would be best. Anselm Roth',
    'unread',
  ),
  mail(
    ...([
      'M-9005',
      'Theodora Hall <theodora.hall@example.net>',
      'Can Bruna have chicken?',
      '2026-10-13T20:02',
    ] as const),
    'Hello! Bruna is so bored of the dry food. Could she get some boiled chicken in the evening? And is it all right if we come ten minutes later on Thursday? Theodora',
    'unread',
  ),
  mail(
    ...(['M-9006', 'Nessa Quill <nessa@millrace-vets.example.com>', 'Running out', '2026-10-13T17:30'] as const),
    'Maren, in the cupboard we are down to the last of these: 4 x Vetraflex bandage 7.5 cm, 1 x Chipline microchips, 2 x Auriclean ear rinse 250 ml. Nessa',
  ),
  mail(
    ...(['M-9007', NEWS, 'Howl-o-ween deals are here', '2026-10-11T07:00'] as const),
    'Costumes for every paw, now 40 percent off.',
  ),
  mail(...(['M-9008', NEWS, 'Last chance: pumpkin treats', '2026-10-13T07:00'] as const), 'Only until midnight.'),
  mail(
    ...(['M-9009', 'Weir Bank <notices@weirbank.example.com>', 'Incoming payment', '2026-10-13T06:10'] as const),
    'We have credited 540.00 EUR from HOLLYBANK STABLES to your business account. Reference: INV-2008.',
    'unread',
  ),
  mail(
    ...(['M-9010', 'Weir Bank <notices@weirbank.example.com>', 'Your sign-in code', '2026-10-14T07:02'] as const),
    'Your code for signing in is 301 774. We never ask you for it on the phone.',
  ),
  mail(
    ...(['M-9011', 'Paolo Ricci <paolo.ricci@example.com>', 'Figaro', '2026-10-12T12:12'] as const),
    'Good day, how much is it to trim a beak, if you do it together with the claws? Ciao, Paolo',
  ),
  mail(
    ...([
      'M-9012',
      'Calder Diagnostics <service@calder-diagnostics.example.com>',
      'New labels for samples',
      '2026-10-09T08:00',
    ] as const),
    'From 1 November samples need the label with the square code. A sheet of them is in your next parcel. Old labels are accepted until the end of the year.',
  ),
  mail(
    ...(['M-9013', 'Joyce Amadi <yard@hollybank-stables.example.com>', 'Monday', '2026-10-12T19:00'] as const),
    'Hello Maren, on Monday there will be five horses for the flu jab, not four: Juniper is back. The gate code has not changed. Joyce',
  ),
  mail(
    ...(['M-9014', 'Merle Castellan <merle.castellan@example.org>', 'Friday', '2026-10-13T21:40'] as const),
    'Hi, I am down with a fever and nobody can drive the cats. I am afraid Friday will not work for either of them. So sorry! Merle',
    'unread',
  ),
];

export const POSTS: readonly Post[] = [
  post('B-61', 'Caretaker', 'Water', 'The water is off on Thursday 22 October from 8 to 10 in the whole house.'),
  post(
    'B-62',
    'Studio Lark, 2nd floor',
    'Parking',
    'Spaces 4 and 5 are for our pupils on Tuesdays after three. Thanks!',
  ),
  post(
    'B-63',
    'Fern at the bakery',
    'Grey cat',
    'A small grey cat with a white chin sits in our yard since Sunday. Whose is it? Write to fern@lockside-bakery.example.org.',
  ),
  post(
    'B-64',
    'Tax office Brandt, 1st floor',
    'Parcel',
    'We have a parcel for the vets, quite heavy. Please fetch it.',
  ),
];

export const PAGES: Practice['pages'] = [
  {
    url: 'https://calder-diagnostics.example.com/prices',
    text: 'Prices from 1 October: small blood count 14.80, thyroid panel (T4, TSH) 39.50, thyroid panel with fT4 52.00.',
  },
  {
    url: 'https://pets-abroad.example.org/norway',
    text: 'Dogs, cats and ferrets need a chip and a rabies jab. Rabbits need a health certificate that is at most ten days old.',
  },
  {
    url: 'https://weirton-fair.example.org/animals',
    text: 'Who shows animals on 7 November tells the organiser, Ms Pell (pell@weirton-fair.example.org), how many there will be. Dogs stay on the lead.',
  },
];

function mail(id: string, from: string, subject: string, date: string, text: string, state?: 'unread'): Mail {
  return {
    ...{ id, from, subject, date, text, unread: state === 'unread', folder: 'inbox' },
    ...{ to: ['maren@millrace-vets.example.com'], cc: [], attachments: [] },
  };
}

function post(id: string, author: string, title: string, text: string): Post {
  return { id, author, title, text };
}
