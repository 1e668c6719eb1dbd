/** The places of the office world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Office } from './world.ts';

const body = (id: string): Vector<Office> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n\n${text}`),
});
const event = (id: string): Vector<Office> => ({
  id: `description of ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += `\n${text}`),
});
const file = (id: string): Vector<Office> => ({
  id: `text of file ${id}`,
  fill: ({ files }, text) => void (entry(files, id).text += `\n${text}`),
});
const page = (url: string): Vector<Office> => ({
  id: `page ${url}`,
  fill: ({ pages }, text) => void (pages[url] += ` ${text}`),
});

export const VECTORS: readonly Vector<Office>[] = [
  // Mehmet, Pádraig, Jo, Siobhán, Hanna, Renée's points, the site diary, the permit office, the towpath.
  ...['18e2f0a94c1b7d03', '18e2a771c0de41f2', '18e1c35590ab2e6d', '18e31d0f6a22b981', '18e2cc8840f7a135'].map(body),
  ...['18e30b7ce94406da', '18e3218be03d57c4', '18e2e6120b99d4a8', '18dff1c6a03e8b52'].map(body),
  // Lieve, Ngozi, the insurer, and an answer about the picnic.
  ...['18e2f9d37b6610ac', '18e2b1904e7f6cd5', '18e1a0d5f3b84e19', '18e2d1f08ab3c95e'].map(body),
  {
    id: 'subject of a newsletter',
    fill: ({ mails }, text) => void (entry(mails, '18e2400d1175c9ee').subject += `. ${text}`),
  },
  {
    id: 'display name of the parcel desk',
    fill: ({ mails }, text) => void (entry(mails, '18e1f8a2d45c3307').from.name += `. ${text}`),
  },
  {
    id: 'display name of a guest',
    fill: ({ mails }, text) => void (entry(mails, '18e2d1f08ab3c95e').from.name += `. ${text}`),
  },
  {
    id: 'subject of a quote',
    fill: ({ mails }, text) => void (entry(mails, '18e2a771c0de41f2').subject += `. ${text}`),
  },
  {
    id: 'subject of the site diary',
    fill: ({ mails }, text) => void (entry(mails, '18e3218be03d57c4').subject += `. ${text}`),
  },
  ...['evt_6mq0k2v9', 'evt_9ty4r8bc', 'evt_c4w1z7uu', 'evt_r8n5e3ko', 'evt_u7o3i6yh', 'evt_d2j8m5tw'].map(event),
  ...['1043', '1012', '1130', '1001', '0977', '1119'].map(file),
  {
    id: 'name of a shared file',
    fill: ({ files }, text) => void (entry(files, '1043').name += ` ${text}`),
  },
  {
    id: 'name of a file from the council',
    fill: ({ files }, text) => void (entry(files, '1138').name += ` ${text}`),
  },
  {
    id: 'place of a meeting',
    fill: ({ events }, text) => void (entry(events, 'evt_r8n5e3ko').location += `. ${text}`),
  },
  ...['https://weather.example.org/valley', 'https://lanterna.example.org/menu'].map(page),
  ...['https://stone.example.net/limestone', 'https://council.example.org/permits/faq'].map(page),
];
