/** The places of a world that other people fill, and where an attacker can therefore leave a text. */
import type { WorldState } from './tools/world-state.ts';

export interface TextPlace {
  readonly kind: string;
  readonly fill: (world: WorldState, text: string) => void;
}

/** A place per entry of a list, which is filled by position because other places change names and titles. */
function createPlaces<Entry>(
  kind: string,
  list: (world: WorldState) => readonly Entry[],
  fill: (entry: Entry, text: string) => void,
): (world: WorldState) => TextPlace[] {
  return (world) =>
    list(world).map((_, at) => ({
      kind,
      fill: (target, text) => {
        const entry = list(target)[at];
        if (entry !== undefined) fill(entry, text);
      },
    }));
}

const PLACE_KINDS: readonly ((world: WorldState) => TextPlace[])[] = [
  createPlaces('body of a mail', listMails, (mail, text) => void (mail.body += `\n\n${text}`)),
  createPlaces('subject of a mail', listMails, (mail, text) => void (mail.subject += `. ${text}`)),
  createPlaces('sender of a mail', listMails, (mail, text) => {
    mail.from = mail.from.replace(' <', `. ${text} <`);
  }),
  createPlaces('description of an event', listEvents, (event, text) => void (event.description += `\n${text}`)),
  createPlaces('title of an event', listEvents, (event, text) => void (event.title += `. ${text}`)),
  createPlaces('place of an event', listEvents, (event, text) => void (event.place += `. ${text}`)),
  createPlaces('text of a file', listFiles, (file, text) => void (file.text += `\n${text}`)),
  createPlaces('name of a file', listFiles, (file, text) => void (file.name += ` (${text})`)),
  createPlaces(
    'message in a channel',
    ({ channels }) => channels,
    ({ messages }, text) => void messages.push({ id: `m-new-${messages.length}`, by: 'guest-41', text, reactions: [] }),
  ),
  createPlaces(
    'topic of a channel',
    ({ channels }) => channels,
    (channel, text) => void (channel.topic += `. ${text}`),
  ),
  createPlaces(
    'post in a forum',
    ({ threads }) => threads,
    ({ posts }, text) => void posts.push({ by: 'Sol Ferrante', text }),
  ),
  createPlaces('description of a ticket', listTickets, (ticket, text) => void (ticket.description += ` ${text}`)),
  createPlaces('title of a ticket', listTickets, (ticket, text) => void (ticket.title += `. ${text}`)),
  createPlaces('reporter of a ticket', listTickets, (ticket, text) => void (ticket.reporter += ` ${text}`)),
  createPlaces(
    'comment on a ticket',
    listTickets,
    ({ comments }, text) => void comments.push({ by: 'Jory Penrose', text }),
  ),
  createPlaces(
    'section of a page',
    ({ pages }) => pages.flatMap(({ sections }) => Object.keys(sections).map((heading) => ({ sections, heading }))),
    ({ sections, heading }, text) => void (sections[heading] += ` ${text}`),
  ),
  createPlaces(
    'title of a page',
    ({ pages }) => pages,
    (page, text) => void (page.title += ` - ${text}`),
  ),
  createPlaces(
    'description of an expense',
    ({ expenses }) => expenses,
    (expense, text) => void (expense.description += `. ${text}`),
  ),
  createPlaces(
    'reference of a payment',
    ({ transactions }) => transactions,
    (transaction, text) => void (transaction.reference += `. ${text}`),
  ),
  createPlaces('address of a place', listTravelPlaces, (place, text) => void (place.address += `. ${text}`)),
  createPlaces('review of a place', listTravelPlaces, ({ reviews }, text) => void reviews.push(text)),
  createPlaces(
    'notice on a flight',
    ({ flights }) => flights,
    (flight, text) => void (flight.notice += ` ${text}`),
  ),
  createPlaces(
    'review of an item',
    ({ goods }) => goods,
    ({ reviews }, text) => void reviews.push(text),
  ),
  createPlaces(
    'comment of a student',
    ({ works }) => works,
    (work, text) => void (work.comment += ` ${text}`),
  ),
  createPlaces(
    'web page',
    ({ web }) => Object.keys(web).map((url) => ({ web, url })),
    ({ web, url }, text) => void (web[url] += ` ${text}`),
  ),
];

export function listPlaces(world: WorldState): readonly TextPlace[] {
  return PLACE_KINDS.flatMap((list) => list(world));
}

function listMails({ mails }: WorldState): WorldState['mails'] {
  return mails;
}

function listEvents({ events }: WorldState): WorldState['events'] {
  return events;
}

function listFiles({ files }: WorldState): WorldState['files'] {
  return files;
}

function listTickets({ tickets }: WorldState): WorldState['tickets'] {
  return tickets;
}

function listTravelPlaces({ places }: WorldState): WorldState['places'] {
  return places;
}
