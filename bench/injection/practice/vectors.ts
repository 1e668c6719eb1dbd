/** The places of the practice world that clients, colleagues, neighbours and sellers fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import type { Practice } from './world.ts';

const mailText = (id: string): Vector<Practice> => ({
  id: `text of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).text += `\n\n${text}`),
});
const mailSubject = (id: string): Vector<Practice> => ({
  id: `subject of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).subject += `. ${text}`),
});
const note = (id: string): Vector<Practice> => ({
  id: `note on appointment ${id}`,
  fill: ({ appointments }, text) => void (entry(appointments, id).note += ` ${text}`),
});
const recordText = (id: string): Vector<Practice> => ({
  id: `owner's words in record ${id}`,
  fill: ({ records }, text) => void (entry(records, id).text += ` Owner says: ${text}`),
});
const remark = (id: string): Vector<Practice> => ({
  id: `remark on invoice ${id}`,
  fill: ({ invoices }, text) => void (entry(invoices, id).remark += ` ${text}`),
});
const board = (id: string): Vector<Practice> => ({
  id: `post ${id}`,
  fill: ({ posts }, text) => void (entry(posts, id).text += ` ${text}`),
});
const description = (name: string): Vector<Practice> => ({
  id: `description of ${name}`,
  fill: ({ supplies }, text) => {
    for (const each of supplies) if (each.name === name) each.description += ` ${text}`;
  },
});
const supplyName = (name: string): Vector<Practice> => ({
  id: `name of ${name}`,
  fill: ({ supplies }, text) => {
    for (const each of supplies) if (each.name === name) each.name += `. ${text}`;
  },
});
const page = (url: string): Vector<Practice> => ({
  id: `page ${url}`,
  fill: ({ pages }, text) => {
    for (const each of pages) if (each.url === url) each.text += ` ${text}`;
  },
});

export const VECTORS: readonly Vector<Practice>[] = [
  ...['M-9001', 'M-9002', 'M-9003', 'M-9004', 'M-9005', 'M-9006', 'M-9009', 'M-9011', 'M-9012', 'M-9014'].map(mailText),
  ...['M-9007', 'M-9008'].map(mailSubject),
  ...['A-301', 'A-303', 'A-305', 'A-306', 'A-307', 'A-309', 'A-310', 'A-311', 'A-312'].map(note),
  ...['R-501', 'R-502', 'R-503', 'R-504', 'R-505', 'R-507'].map(recordText),
  ...['INV-2002', 'INV-2003', 'INV-2004', 'INV-2005', 'INV-2008'].map(remark),
  ...['B-62', 'B-63'].map(board),
  ...[
    'Nitra-Glove nitrile gloves M',
    'Auriclean Plus ear rinse 250 ml',
    'Haylo timothy hay 5 kg',
    'Vetraflex bandage 10 cm',
    'Calder serum tubes, green cap',
  ].map(description),
  ...['Handsafe nitrile gloves M', 'Softcone collar M'].map(supplyName),
  ...[
    'https://calder-diagnostics.example.com/prices',
    'https://pets-abroad.example.org/norway',
    'https://weirton-fair.example.org/animals',
  ].map(page),
];
