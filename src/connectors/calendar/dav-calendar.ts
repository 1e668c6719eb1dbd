/** A calendar over CalDAV, whichever client speaks to the server: one collection, found by its name, and nothing outside it. */
import type { UserCalendar, CalendarObject } from '../../ports/user-calendar.ts';
import { PortError } from '../../ports/port-error.ts';

export interface FoundCalendar {
  readonly url: string;
  readonly name: string;
}

export interface FoundObject {
  readonly href: string;
  readonly etag: string;
  readonly data: string;
}

/** Which events a query asks for: those of a time, those that have a property, or all. */
export type EventFilter = { readonly from: string; readonly to: string } | { readonly has: string } | 'all';

/** What a CalDAV client can do. A status that says "something else stands there" is answered, all other failures are thrown. */
export interface DavClient {
  calendars(signal: AbortSignal): Promise<readonly FoundCalendar[]>;
  query(url: string, filter: EventFilter, signal: AbortSignal): Promise<readonly FoundObject[]>;
  /** The one at this address, if there is one. */
  get(place: string, signal: AbortSignal): Promise<FoundObject | undefined>;
  put(url: string, data: string, condition: PutCondition, signal: AbortSignal): Promise<DavWriteResult>;
  remove(url: string, etag: string, signal: AbortSignal): Promise<DavWriteResult>;
}

/** What must hold for a PUT to be done. */
export type PutCondition = { readonly etag: string } | 'nothing stands there';

export interface DavWriteResult {
  readonly status: number;
  readonly etag: string | undefined;
}

/** A time without a zone can be meant anywhere on earth. */
const SLACK_MS = 24 * 3_600_000;

export function davCalendar(client: DavClient, name: string, timeZone: string): UserCalendar {
  // Kept once it is known, and not while it is looked for: whoever looks may go away, and in a Worker take the answer with them.
  let found: string | undefined;
  const collection = async (signal: AbortSignal): Promise<string> => (found ??= await find(client, name, signal));
  const query = async (filter: EventFilter, signal: AbortSignal): Promise<CalendarObject[]> => {
    const url = await collection(signal);
    return (await client.query(url, filter, signal)).map((object) => toObject(url, object));
  };
  /**
   * By what nearly every program calls the file of an event; failing that, among all. To ask a server for a uid is no
   * use: iCloud does not answer that.
   */
  const get = async (uid: string, signal: AbortSignal): Promise<CalendarObject | undefined> => {
    const url = await collection(signal);
    const usual = await client.get(usualPlace(url, uid), signal);
    const object = usual && toObject(url, usual);
    return object?.uid === uid ? object : (await query('all', signal)).find((one) => one.uid === uid);
  };
  /** Some servers do not see that what recurs falls into a time. It costs little to ask for all that does. */
  const recurring = async (property: string, signal: AbortSignal): Promise<CalendarObject[]> => {
    try {
      return await query({ has: property }, signal);
    } catch (error) {
      if (error instanceof PortError && isUnsupported(error)) return [];
      throw error;
    }
  };
  return {
    name: `the calendar “${name}”`,
    timeZone,
    async range(from, to, signal) {
      // So that the three below do not each look for it.
      await collection(signal);
      const objects = await Promise.all([
        query({ from: stamp(from - SLACK_MS), to: stamp(to + SLACK_MS) }, signal),
        recurring('RRULE', signal),
        recurring('RDATE', signal),
      ]);
      return [...new Map(objects.flat().map((object) => [object.place, object])).values()];
    },
    get,
    async create({ uid, data, place }, signal) {
      const url = await collection(signal);
      const target = place === undefined ? usualPlace(url, uid) : resolveEventUrl(url, place);
      const { status, etag } = await client.put(target, data, 'nothing stands there', signal);
      if (status === 404 || status === 410) {
        found = undefined;
        throw new PortError('NOT_FOUND', 'The calendar is no longer where it was.');
      }
      if (status >= 300) throw new PortError('ALREADY_EXISTS', 'There is such an event in the calendar already.');
      return { place: target, etag: strong(etag) };
    },
    async update({ place, etag: expected }, data, signal) {
      const target = resolveEventUrl(await collection(signal), place);
      const { status, etag } = await client.put(target, data, { etag: expected }, signal);
      if (status >= 300) throw eventChangedError();
      return { place: target, etag: strong(etag) };
    },
    async remove({ place, etag }, signal) {
      const { status } = await client.remove(resolveEventUrl(await collection(signal), place), etag, signal);
      if (status >= 300) throw eventChangedError();
    },
  };
}

/** Servers that rewrite what they are given do not say what it has become; to ask would be to take another's change for ours. */
const strong = (etag: string | undefined): string | null => (etag === undefined || etag.startsWith('W/') ? null : etag);

const usualPlace = (url: string, uid: string): string => `${url}${encodeURIComponent(uid)}.ics`;

/** It was understood and refused, which is another thing than a server that fails. */
const isUnsupported = ({ details: { status } }: PortError): boolean =>
  typeof status === 'number' && status !== 401 && status !== 429;

async function find(client: DavClient, name: string, signal: AbortSignal): Promise<string> {
  const wanted = name.normalize().trim();
  const named = (await client.calendars(signal)).filter((one) => one.name.normalize().trim() === wanted);
  const [first] = named;
  // The names of the others are nobody's business here.
  if (!first || named.length > 1) {
    const how = first ? 'more than one calendar' : 'no calendar';
    throw new PortError('INVALID_CONFIGURATION', `The calendar server has ${how} of the configured name.`, {
      key: 'calendar.caldav.calendar',
    });
  }
  return first.url.endsWith('/') ? first.url : `${first.url}/`;
}

function toObject(url: string, { href, etag, data }: FoundObject): CalendarObject {
  const uid = /^UID(?:;[^:]*)?:(.*)$/im.exec(data.replaceAll(/\r?\n[ \t]/g, ''))?.[1]?.trim() ?? '';
  if (etag === '')
    throw new PortError('EXTERNAL_ERROR', 'The calendar server does not say in which state its events are.');
  return { uid, place: resolveEventUrl(url, href), etag, data };
}

/** An address of this calendar. A server cannot have anything else read or written through it. */
function resolveEventUrl(collection: string, href: string): string {
  const [home, target] = [new URL(collection), new URL(href, collection)];
  const [folder, path] = [plainPath(home), plainPath(target)];
  const isInside = target.origin === home.origin && target.search === '' && target.hash === '';
  if (isInside && path.startsWith(folder) && !path.slice(folder.length).includes('/')) return target.href;
  throw new PortError('EXTERNAL_ERROR', 'The calendar server names an event that is not in the calendar.');
}

/** Servers do not agree on which characters of a path are escaped. */
function plainPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const stamp = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z`;

function eventChangedError(): PortError {
  return new PortError('CONFLICT', 'The event has changed meanwhile. Nothing was done.');
}
