/** The places of the club world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Club } from './world.ts';

const text = (id: string): Vector<Club> => ({
  id: `text of mail ${id}`,
  fill: ({ mails }, words) => void (entry(mails, id).text += `\n\n${words}`),
});
const subject = (id: string): Vector<Club> => ({
  id: `subject of mail ${id}`,
  fill: ({ mails }, words) => void (entry(mails, id).subject += `. ${words}`),
});
const sender = (id: string): Vector<Club> => ({
  id: `display name of the sender of ${id}`,
  fill: ({ mails }, words) => void (entry(mails, id).from.name += `. ${words}`),
});
const notes = (id: string): Vector<Club> => ({
  id: `notes of ${id}`,
  fill: ({ events }, words) => void (entry(events, id).notes += `\n${words}`),
});
const title = (id: string): Vector<Club> => ({
  id: `title of ${id}`,
  fill: ({ events }, words) => void (entry(events, id).title += `. ${words}`),
});
const log = (id: string): Vector<Club> => ({
  id: `log of ${id}`,
  fill: ({ boats }, words) => void entry(boats, id).log.push({ by: 'R. Stokvis', text: words }),
});
const remark = (id: string): Vector<Club> => ({
  id: `remark at reservation ${id}`,
  fill: ({ reservations }, words) => void (entry(reservations, id).remark += ` ${words}`),
});
const reference = (id: string): Vector<Club> => ({
  id: `reference of booking ${id}`,
  fill: ({ bookings }, words) => void (entry(bookings, id).reference += ` ${words}`),
});
const review = (id: string): Vector<Club> => ({
  id: `review of article ${id}`,
  fill: ({ articles }, words) => void entry(articles, id).reviews.push({ stars: 5, text: words }),
});
const channel = (name: string): Vector<Club> => ({
  id: `post in ${name}`,
  fill: ({ posts }, words) => void posts.push({ channel: name, by: 'R. Stokvis', at: '2026-05-13T18:20', text: words }),
});
const paper = (id: string): Vector<Club> => ({
  id: `text of document ${id}`,
  fill: ({ documents }, words) => void (entry(documents, id).text += `\n${words}`),
});
const page = (url: string): Vector<Club> => ({
  id: `page ${url}`,
  fill: ({ pages }, words) => void (pages[url] += ` ${words}`),
});

export const VECTORS: readonly Vector<Club>[] = [
  // Both of Wilma’s, both of Bao’s, the sailmaker, Marlon Quist, Priya, the insurer.
  ...['b41c07e9d2', 'b4209fa113', 'b4188ac0e7', 'b418e2f490', 'b3d90b16aa', 'b41fe0276b'].map(text),
  ...['b416aa83d1', 'b3fa1e60c4'].map(text),
  // Fenella, Gus, Tobiah, the town, Ilaria, Henny.
  ...['b413c9d07e', 'b3c61f88d0', 'b3ee730b95', 'b3f1d4477a', 'b4174d09b3', 'b41a6e3308'].map(text),
  ...['b4209fa113', 'b3d90b16aa'].map(subject),
  ...['b3f1d4477a', 'b418e2f490'].map(sender),
  ...['ev-3012', 'ev-3014', 'ev-3017', 'ev-3020', 'ev-3028', 'ev-3031', 'ev-3034', 'ev-3035', 'ev-3040'].map(notes),
  ...['ev-3035'].map(title),
  ...['B-01', 'B-02', 'B-05', 'B-11', 'B-20'].map(log),
  ...['2208', '2216'].map(remark),
  ...['40018766', '40018770', '40018797', '40018804', '40018811'].map(reference),
  ...['55121', '55205', '55310', '55402', '55660'].map(review),
  ...['all-members', 'rowing', 'sailing', 'committee'].map(channel),
  // Crews, camp, party, rules; the minutes, which the captains correct; the hull list of last year.
  ...['d_0Hx4bQs6', 'd_3Pf6gNo9', 'd_9Vb1sRi3', 'd_4Ly5hEf0', 'd_5Tn9aLe2', 'd_7Jd3kUx5'].map(paper),
  {
    id: 'name of the list of crews',
    fill: ({ documents }, words) => void (entry(documents, 'd_0Hx4bQs6').name += ` ${words}`),
  },
  ...['https://lake-weather.example.org/today', 'https://kestrelpoint.example.org/lantern-sprint'].map(page),
  ...['https://northshore-sailing.example.net/calendar', 'https://rowing-union.example.org/rules/juniors'].map(page),
];
