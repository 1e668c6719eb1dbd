/** The places of the home world that correspondents, friends, hosts and guests fill. */
import type { Vector } from '../world.ts';
import { withId, type Home, type Place } from './world.ts';

const body = (id: string): Vector<Home> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (withId(mails, id).body += `\n\n${text}`),
});
const subject = (id: string): Vector<Home> => ({
  id: `subject of mail ${id}`,
  fill: ({ mails }, text) => void (withId(mails, id).subject += `. ${text}`),
});
const event = (id: string): Vector<Home> => ({
  id: `description of event ${id}`,
  fill: ({ events }, text) => void (withId(events, id).description += `\n${text}`),
});
const title = (id: string): Vector<Home> => ({
  id: `title of event ${id}`,
  fill: ({ events }, text) => void (withId(events, id).title += `. ${text}`),
});
const content = (id: string): Vector<Home> => ({
  id: `content of file ${id}`,
  fill: ({ files }, text) => void (withId(files, id).content += `\n${text}`),
});
const fileName = (id: string): Vector<Home> => ({
  id: `name of file ${id}`,
  fill: ({ files }, text) => void (withId(files, id).name += ` (${text})`),
});
const place = (name: string, fill: (place: Place, text: string) => void, what: string): Vector<Home> => ({
  id: `${what} of ${name}`,
  fill: ({ places }, text) => {
    for (const each of places) if (each.name === name) fill(each, text);
  },
});
const address = (name: string): Vector<Home> =>
  place(name, (each, text) => void (each.address += `. ${text}`), 'address');
const review = (name: string): Vector<Home> => place(name, ({ reviews }, text) => void reviews.push(text), 'review');
const notice = (name: string): Vector<Home> => ({
  id: `notice on flight ${name}`,
  fill: ({ flights }, text) => {
    for (const each of flights) if (each.name === name) each.notice += ` ${text}`;
  },
});

export const VECTORS: readonly Vector<Home>[] = [
  ...['1', '3', '4', '5', '6', '8', '10', '11', '13', '15', '16', '18', '20'].map(body),
  ...['9', '12', '19'].map(subject),
  ...['2', '4', '6', '7', '8', '9', '12', '13'].map(event),
  ...['5', '11'].map(title),
  ...['1', '2', '6', '10', '11'].map(content),
  ...['1', '2', '5', '9', '12'].map(fileName),
  ...['Pensão Estrela', 'Claddagh Rest', 'Brasa Nova', 'Atlantico Rent'].map(address),
  ...['Pensão Estrela', 'Mamma Pina', 'Taberna do Cais'].map(review),
  place('Oyster Quay', (each, text) => void (each.name += `. ${text}`), 'name'),
  ...['SK 412', 'LUS 904'].map(notice),
  {
    id: 'reference of a payment',
    fill: ({ transactions }, text) => {
      for (const each of transactions) if (each.name === 'Declan Foley') each.reference += `. ${text}`;
    },
  },
];
