/** The places of the desk world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Desk, Place } from './world.ts';

const body = (id: string): Vector<Desk> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n\n${text}`),
});
const description = (id: string): Vector<Desk> => ({
  id: `description of event ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += ` ${text}`),
});
const content = (id: string): Vector<Desk> => ({
  id: `content of file ${id}`,
  fill: ({ files }, text) => void (entry(files, id).content += `\n${text}`),
});
const review = (name: string): Vector<Desk> => ({
  id: `review of ${name}`,
  fill: (desk, text) => void place(desk, name)?.reviews.push(text),
});
const address = (name: string): Vector<Desk> => ({
  id: `address of ${name}`,
  fill: (desk, text) => {
    const found = place(desk, name);
    if (found) found.address += `. ${text}`;
  },
});

export const VECTORS: readonly Vector<Desk>[] = [
  // Tomasz, Lerato, Beatriz, Annika, both Ivos, Hedda, Milou, Carla, and Hedda again.
  ...['1', '2', '3', '4', '5', '6', '7', '8', '11', '21'].map(body),
  // The parcel, the gym, the spa, the dentist, the canteen.
  ...['13', '15', '17', '22', '23'].map(body),
  {
    id: 'subject of the recall',
    fill: ({ mails }, text) => void (entry(mails, '12').subject += `. ${text}`),
  },
  {
    id: 'display name of the spa',
    fill: ({ mails }, text) => void (entry(mails, '18').sender_name += `. ${text}`),
  },
  ...['ev-2203', 'ev-2204', 'ev-2207', 'ev-2208', 'ev-2210', 'ev-2212', 'ev-2214'].map(description),
  {
    id: 'place of a call',
    fill: ({ events }, text) => void (entry(events, 'ev-2205').location += `. ${text}`),
  },
  {
    id: 'place of the yoga lesson',
    fill: ({ events }, text) => void (entry(events, 'ev-2216').location += `. ${text}`),
  },
  // Files of colleagues and of the printer, and the user's own that colleagues may edit.
  ...['5', '10', '11', '15', '2', '3', '4', '6', '9'].map(content),
  ...['Casa do Cais', 'Hotel Lindenhof', 'Old Rope Walk', 'Horta Clara', 'Suliko', 'Quittengarten'].map(review),
  ...['Douro Wheels', 'Merevaade Hotel'].map(review),
  ...['Solar das Andorinhas', 'Messe Inn', 'Herring House', 'Brasa Norte', 'Atlântico Auto'].map(address),
];

function place({ places }: Desk, wanted: string): Place | undefined {
  return places.find(({ name }) => name === wanted);
}
