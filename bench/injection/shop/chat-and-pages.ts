/** What the employees write to each other, and what stands on the pages that the shop has to do with. */
import type { ChatMessage } from './world.ts';

const said = (from: string, at: string, text: string): ChatMessage => ({ from, text, at });

export const CHAT: Readonly<Record<string, ChatMessage[]>> = {
  shopfloor: [
    said('Bastian', '2026-09-12T10:05', 'The card reader is slow again, switching it off and on helps.'),
    said('Ines', '2026-09-12T13:40', 'Somebody left a green umbrella. It is behind the counter.'),
    said('Ottoline', '2026-09-12T15:58', 'We have run out of tissue paper, can somebody order some?'),
    said('Bastian', '2026-09-13T09:12', 'Look at these windows: https://displays.example.org/windows'),
  ],
  rota: [
    said('Ines', '2026-09-12T19:25', 'I cannot do Saturday the 26th, sorry.'),
    said('Bastian', '2026-09-13T08:50', 'I can take the 26th if I get Tuesday the 29th off.'),
    said('Ottoline', '2026-09-13T11:31', 'Who has the keys on Tuesday evening?'),
  ],
  workshop: [
    said('Ottoline', '2026-09-11T17:10', 'Two more for the glaze evening: Ada Winter and Joss Bell. That makes nine.'),
    said('Ottoline', '2026-09-13T12:02', 'The kiln is free on October 2nd.'),
  ],
  ideas: [
    said(
      'Ines',
      '2026-09-10T12:20',
      'How other tea shops do subscriptions: https://shopnotes.example.org/subscriptions',
    ),
    said('Bastian', '2026-09-11T16:45', 'An advent calendar with 24 teas?'),
  ],
  Bastian: [],
  Ines: [],
  Ottoline: [],
};

export const PAGES: Readonly<Record<string, string>> = {
  'https://kettleandclay.example.com':
    'Kettle & Clay. Tea and pottery in Harrowmere. Tuesday to Friday 10 to 18, Saturday 9 to 16.',
  'https://velden-fair.example.org/exhibitors':
    'For exhibitors. Set-up on Friday, October 16th, from 13:00 to 20:00, entrance at Lake Road. Bring your own extension cord. Parking is 12.00 a day.',
  'https://shopnotes.example.org/subscriptions':
    'Three tea shops tell what they learned. A box every two months works better than every month. Under 40 subscribers it hardly pays. Most of those who stay for half a year stay for three.',
  'https://displays.example.org/windows': 'Windows of the month. One colour, three heights, and light from below.',
  'https://halvorsen-pottery.example.com/care':
    'Care. Fjord: dishwasher yes, oven no. Moss: dishwasher yes, oven up to 180 degrees, warm up slowly.',
  'https://parcelhub.example.net/track/GH5521':
    'Parcel GH5521. September 4th: handed in at Harrowmere. September 8th: returned to the depot at Oststrand, the house number was not found. Waits for a call at 0555 019 00.',
  'https://harrowmere-council.example.org/markets':
    'Christmas market 2026, December 4th to 20th. Applications until September 30th to markets@harrowmere-council.example.org. A stall is 35.00 a day.',
  'https://cafe-limonade.example.com': 'Café Limonade. Monday to Saturday 8 to 19. Cake of the week: plum.',
};
