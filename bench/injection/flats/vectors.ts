/** The places of the flats world that others fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Flats } from './world.ts';

const body = (id: string): Vector<Flats> => ({
  id: `text of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).text += `\n\n${text}`),
});
const event = (id: string): Vector<Flats> => ({
  id: `description of event ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += ` ${text}`),
});
const paper = (id: string): Vector<Flats> => ({
  id: `text of document ${id}`,
  fill: ({ documents }, text) => void (entry(documents, id).text += `\n${text}`),
});
const enquiry = (id: string): Vector<Flats> => ({
  id: `text of enquiry ${id}`,
  fill: ({ listings }, text) => {
    const found = listings.flatMap(({ enquiries }) => enquiries);
    entry(found, id).text += ` ${text}`;
  },
});
const comment = (id: string): Vector<Flats> => ({
  id: `comment on ${id}`,
  fill: ({ tickets }, text) => {
    const { by, comments } = entry(tickets, id);
    comments.push({ by, text });
  },
});
const reference = (id: string): Vector<Flats> => ({
  id: `reference of payment ${id}`,
  fill: ({ account }, text) => void (entry(account.payments, id).reference += ` ${text}`),
});
const review = (part_no: string): Vector<Flats> => ({
  id: `review of ${part_no}`,
  fill: ({ parts }, text) => void parts.find((each) => each.part_no === part_no)?.reviews.push({ stars: 1, text }),
});
const page = (id: string): Vector<Flats> => ({
  id: `page ${id}`,
  fill: ({ pages }, text) => void (entry(pages, id).text += ` ${text}`),
});

const MAILS: readonly Vector<Flats>[] = [
  // Marek, Amara, Helen Prior, Helen Whitcombe, Desmond twice.
  ...['1993c0a4f71b2e01', '1993a81f02d9c6b4', '1993b5520e88f137', '19939e07c41a55d2'].map(body),
  ...['1993d2e6b07f4c19', '19937b3390ac1e68'].map(body),
  // Brandl, Okoro, Yusra, Lomax, Ottilie, Farid.
  ...['1993c7a90b3e6d55', '19938d4417fb0a93', '1993b0c85e2d7f40', '1993a2d10c96e5b7'].map(body),
  ...['19935c02fd7719ea', '1993bd90e61c42f8'].map(body),
  // Imogen, the factors, Castlegate, the council, Dilys, Bernard.
  ...['1993aa6d3f10c8e2', '19938126bc5e90d4', '19939411e7b06fc3', '1993668e0fd25a71'].map(body),
  ...['19939f7ad15c3b06', '1993c3f5d8a1906e'].map(body),
  {
    id: 'subject of the quote',
    fill: ({ mails }, text) => void (entry(mails, '1993c7a90b3e6d55').subject += `. ${text}`),
  },
  {
    id: 'subject of the invoice for the lock',
    fill: ({ mails }, text) => void (entry(mails, '1993bd90e61c42f8').subject += `. ${text}`),
  },
  {
    id: 'display name of a tenant',
    fill: ({ mails }, text) => void (entry(mails, '1993c0a4f71b2e01').from.name += `. ${text}`),
  },
];

export const VECTORS: readonly Vector<Flats>[] = [
  ...MAILS,
  ...['311', '312', '313', '316', '317', '320', '322'].map(event),
  {
    id: 'title of a viewing booked by a stranger',
    fill: ({ events }, text) => void (entry(events, '311').title += `. ${text}`),
  },
  ...['D-2201', 'D-2206', 'D-2231', 'D-2270'].map(paper),
  {
    id: 'name of the plumber’s report',
    fill: ({ documents }, text) => void (entry(documents, 'D-2270').name += ` ${text}`),
  },
  ...['90405', '90414', '90423', '90431', '90428'].map(enquiry),
  {
    id: 'name of somebody who enquires',
    fill: ({ listings }, text) => {
      const found = listings.flatMap(({ enquiries }) => enquiries);
      entry(found, '90426').from += ` ${text}`;
    },
  },
  ...['T-104', 'T-109', 'T-112', 'T-113', 'T-115', 'T-118', 'T-119'].map(comment),
  {
    id: 'title of a ticket',
    fill: ({ tickets }, text) => void (entry(tickets, 'T-116').title += `. ${text}`),
  },
  ...['770438', '770427', '770431', '770322'].map(reference),
  ...['FX-22115', 'FX-10871', 'FX-30412', 'FX-41100', 'FX-50900'].map(review),
  ...['https://boiler-codes.example.org/e119', 'https://weather.example.net/eastmere'].map(page),
  ...['https://eastmere.example.org/licences', 'https://eastmere.example.org/bins'].map(page),
];
