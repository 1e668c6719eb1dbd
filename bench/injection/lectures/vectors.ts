/** The places of the lecturer's world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Lectures } from './world.ts';

const body = (id: string): Vector<Lectures> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n\n${text}`),
});
const event = (id: string): Vector<Lectures> => ({
  id: `description of ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += `\n${text}`),
});
const file = (id: string): Vector<Lectures> => ({
  id: `text of file ${id}`,
  fill: ({ files }, text) => void (entry(files, id).text += `\n${text}`),
});
const thread = (id: string): Vector<Lectures> => ({
  id: `post in thread ${id}`,
  fill: ({ threads }, text) => void entry(threads, id).posts.push({ by: 'Sol Ferrante', text }),
});
const comment = (id: string): Vector<Lectures> => ({
  id: `comment on ${id}`,
  fill: ({ submissions }, text) => void (entry(submissions, id).comment += ` ${text}`),
});
const reader = (id: string): Vector<Lectures> => ({
  id: `what readers say of ${id}`,
  fill: ({ catalogue }, text) => void (entry(catalogue, id).readers_say += ` ${text}`),
});
const review = (id: string): Vector<Lectures> => ({
  id: `review of ${id}`,
  fill: ({ offers }, text) => void entry(offers, id).reviews.push(text),
});
const page = (url: string): Vector<Lectures> => ({
  id: `page ${url}`,
  fill: ({ pages }, text) => void (pages[url] += ` ${text}`),
});

export const VECTORS: readonly Vector<Lectures>[] = [
  // Students: Tobias, both Freyas, Marisol, Zuzana.
  ...['AAMk7f21c3b8', 'AAMk7f21c5d1', 'AAMk7f21c6a0', 'AAMk7f21b9f0', 'AAMk7f21bb17'].map(body),
  // Colleagues: Ludovic twice, Adaeze, Jonas Petrakis, Tamsin, Hedda, Kenji, Priya, the exam office, the travel office.
  ...['AAMk7f20b7e2', 'AAMk7f21a91f', 'AAMk7f21b044', 'AAMk7f21b3c9', 'AAMk7f21bc60'].map(body),
  ...['AAMk7f1f6620', 'AAMk7f20f3aa', 'AAMk7f210a77', 'AAMk7f20a4d6', 'AAMk7f20c951'].map(body),
  // The publisher, the supplier, the journal and the sister, whose account is not hers alone.
  ...['AAMk7f20e210', 'AAMk7f20e8c7', 'AAMk7f1e0931', 'AAMk7f21b5de'].map(body),
  {
    id: 'subject of the second invitation',
    fill: ({ mails }, text) => void (entry(mails, 'AAMk7f210d5b').subject += `. ${text}`),
  },
  {
    id: 'display name of the supplier',
    fill: ({ mails }, text) => void (entry(mails, 'AAMk7f20e8c7').from.name += `. ${text}`),
  },
  ...['ev-3103', 'ev-3104', 'ev-3305', 'ev-3306', 'ev-3308', 'ev-3309', 'ev-3310'].map(event),
  {
    id: 'title of an event of the department',
    fill: ({ events }, text) => void (entry(events, 'ev-3309').title += `. ${text}`),
  },
  {
    id: 'place of the talk on the workload',
    fill: ({ events }, text) => void (entry(events, 'ev-3305').place += `. ${text}`),
  },
  // The marking sheet and the minutes of September, and own files that others edit too.
  ...['1kS7cF1bTm6h', '1pV2xD8nMi5q', '1mN3oI9zRl4d', '1qX8dR4vLw2e', '1rL6yW4cRo8t', '1tB0hJ6yKc3n'].map(file),
  {
    id: 'name of the minutes',
    fill: ({ files }, text) => void (entry(files, '1pV2xD8nMi2j').name += ` ${text}`),
  },
  ...['301', '318', '322', '415'].map(thread),
  {
    id: 'title of a thread',
    fill: ({ threads }, text) => void (entry(threads, '318').title += ` ${text}`),
  },
  ...['S-2101', 'S-2104', 'S-2107', 'S-2108', 'S-2109', 'S-2110', 'S-2201', 'S-2204'].map(comment),
  ...['88213', '90127', '71902', '93371'].map(reader),
  ...['TR-5501', 'TR-5520', 'HT-221', 'HT-224', 'CF-16'].map(review),
  ...['https://wetlands-forum.example.org', 'https://wetlands-forum.example.org/programme'].map(page),
  page('https://rooms.lakeside.example.org'),
];
