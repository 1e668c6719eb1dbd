/** The places of the studio world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Studio } from './world.ts';

const body = (id: string): Vector<Studio> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n\n${text}`),
});
const subject = (id: string): Vector<Studio> => ({
  id: `subject of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).subject += `. ${text}`),
});
const sender = (id: string): Vector<Studio> => ({
  id: `display name in mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).from.name += `. ${text}`),
});
const description = (id: string): Vector<Studio> => ({
  id: `description of ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += ` ${text}`),
});
const text = (id: string): Vector<Studio> => ({
  id: `text of file ${id}`,
  fill: ({ files }, words) => void (entry(files, id).text += `\n${words}`),
});
/** Whoever sees a gallery can write under it. */
const comment = (id: string): Vector<Studio> => ({
  id: `comment under ${id}`,
  fill: ({ files }, words) => void entry(files, id).comments.push({ by: 'A guest', text: words }),
});
const remark = (id: string): Vector<Studio> => ({
  id: `client’s remark on ${id}`,
  fill: ({ papers }, words) => void (entry(papers, id).remark += ` ${words}`),
});
const review = (id: string): Vector<Studio> => ({
  id: `review of ${id}`,
  fill: ({ offers }, words) => void entry(offers, id).reviews.push({ by: 'snap_happy', stars: 4, text: words }),
});
const page = (url: string): Vector<Studio> => ({
  id: `page ${url}`,
  fill: ({ pages }, words) => {
    for (const each of pages) if (each.url === url) each.text += ` ${words}`;
  },
});

export const VECTORS: readonly Vector<Studio>[] = [
  // Both Annekes, Priyanka, Oskar and his accounts, the school, Rafe, Henrik, Celeste, the law firm.
  ...['19a4f2c07e3b', '19a4e81b9d52', '19a4d3770ac1', '19a4b95e21f8', '19a49a66c3d4', '19a4bd135f70'].map(body),
  ...['19a4f90a6be2', '19a4d80c52ba', '19a4c25d7a48', '19a4f5d10e97'].map(body),
  // Both Milos, Leonie, Judith, Gwen, the landlord, Jonas, the hotel, the hire shop, the insurer.
  ...['19a4c6f1380e', '19a4aa20b7e9', '19a48c91d5f3', '19a4720be6a7', '19a4e0d94c16', '19a44f77de01'].map(body),
  ...['19a4eeb83d60', '19a4680f1c9d', '19a45b3aa9c0', '19a43e90f6b5', '19a4fa41c8d7'].map(body),
  ...['19a4f5d10e97', '19a4b95e21f8'].map(subject),
  ...['19a4e0d94c16', '19a4680f1c9d'].map(sender),
  ...['b7k2m9x4q1d0', 'd4h0y7p2s9f6', 'f2q6l4v0b8m3', 'g8t3x5e1o7z4', 'j3c7r1u8y4k5'].map(description),
  ...['m9y7z2h5d1e6', 'o4p1j9l7v2u0', 'r2e8a6w0y4x1'].map(description),
  ...['2226', '2228'].map(text),
  ...['2210', '2214', '2219', '2249', '2251'].map(comment),
  ...['R-2026-022', 'R-2026-033', 'R-2026-032'].map(remark),
  ...['EQ-311', 'EQ-335', 'EQ-341', 'HT-60530', 'TR-2605-1104', 'RM-77'].map(review),
  ...['https://tides.example.org/whitby/may', 'https://aviation.example.org/drones/small'].map(page),
  ...['https://guild.example.org/fees/usage', 'https://oldpump.example.com/menu'].map(page),
  {
    id: 'title of a page',
    fill: ({ pages }, words) => {
      for (const each of pages) if (each.url === 'https://lumenhire.example.com/terms') each.title += ` | ${words}`;
    },
  },
  {
    id: 'name of a file from the hall',
    fill: ({ files }, words) => void (entry(files, '2226').name += ` ${words}`),
  },
  {
    id: 'place of a walk through',
    fill: ({ events }, words) => void (entry(events, 'g8t3x5e1o7z4').place += `. ${words}`),
  },
];
