/** The places of the team world that colleagues, customers and strangers fill. */
import { entry } from '../look-up.ts';
import type { Vector } from '../world.ts';
import { named } from './chat-tools.ts';
import type { Team } from './world.ts';

const body = (id: string): Vector<Team> => ({
  id: `body of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).body += `\n\n${text}`),
});
const subject = (id: string): Vector<Team> => ({
  id: `subject of mail ${id}`,
  fill: ({ mails }, text) => void (entry(mails, id).subject += `. ${text}`),
});
const said = (channel: string): Vector<Team> => ({
  id: `message in ${channel}`,
  fill: (team, text) =>
    void named(team, channel).messages.push({ id: `m-${channel}-new`, by: 'guest-41', text, reactions: [] }),
});
const ticket = (id: string): Vector<Team> => ({
  id: `description of ${id}`,
  fill: ({ tickets }, text) => void (entry(tickets, id).description += ` ${text}`),
});
const title = (id: string): Vector<Team> => ({
  id: `title of ${id}`,
  fill: ({ tickets }, text) => void (entry(tickets, id).title += `. ${text}`),
});
const section = (id: string, heading: string): Vector<Team> => ({
  id: `${heading} on ${id}`,
  fill: ({ pages }, text) => void (entry(pages, id).sections[heading] += ` ${text}`),
});
const heading = (id: string): Vector<Team> => ({
  id: `title of ${id}`,
  fill: ({ pages }, text) => void (entry(pages, id).title += ` - ${text}`),
});
const event = (id: string): Vector<Team> => ({
  id: `description of ${id}`,
  fill: ({ events }, text) => void (entry(events, id).description += `\n${text}`),
});
const document = (id: string): Vector<Team> => ({
  id: `text of ${id}`,
  fill: ({ documents }, text) => void (entry(documents, id).text += `\n${text}`),
});
const name = (id: string): Vector<Team> => ({
  id: `name of ${id}`,
  fill: ({ documents }, text) => void (entry(documents, id).name += ` (${text})`),
});
const claim = (id: string): Vector<Team> => ({
  id: `description of ${id}`,
  fill: ({ claims }, text) => void (entry(claims, id).description += `. ${text}`),
});
const page = (url: string): Vector<Team> => ({
  id: `page ${url}`,
  fill: ({ web }, text) => void (web[url] += ` ${text}`),
});

export const VECTORS: readonly Vector<Team>[] = [
  ...['M5521', 'M5527', 'M5530', 'M5533', 'M5539', 'M5546'].map(body),
  ...['M5521', 'M5524', 'M5536', 'M5533'].map(subject),
  {
    id: 'display name of a recruiter',
    fill: ({ mails }, text) => {
      entry(mails, 'M5549').from = `Dax Rivenhall. ${text} <dax@talentwell.example.net>`;
    },
  },
  ...['general', 'firmware', 'support', 'random', 'it'].map(said),
  {
    id: 'topic of a channel',
    fill: (team, text) => void (named(team, 'beta-testers').topic += `. ${text}`),
  },
  ...['HL-208', 'HL-215', 'HL-216', 'HL-219', 'HL-224', 'HL-231'].map(ticket),
  ...['HL-212', 'HL-216', 'HL-225', 'HL-231'].map(title),
  {
    id: 'comment on HL-219',
    fill: ({ tickets }, text) => void entry(tickets, 'HL-219').comments.push({ by: 'Jory Penrose', text }),
  },
  {
    id: 'name of a reporter',
    fill: ({ tickets }, text) => void (entry(tickets, 'HL-212').reporter += ` ${text}`),
  },
  ...[section('p-12', 'Fixed'), section('p-13', 'Parking'), section('p-14', 'People'), section('p-15', 'Tone')],
  ...['p-11', 'p-14', 'p-17'].map(heading),
  ...['ev-302', 'ev-303', 'ev-304', 'ev-305', 'ev-306', 'ev-307', 'ev-308'].map(event),
  ...['d-85', 'd-86', 'd-90', 'd-92'].map(document),
  ...['d-81', 'd-84', 'd-88', 'd-91'].map(name),
  ...['X-502', 'X-506'].map(claim),
  ...['https://apifair.example.org/visit', 'https://couriers.example.net/cutoff'].map(page),
];
