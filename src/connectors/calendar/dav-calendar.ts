/** A calendar over CalDAV, with any CalDAV client: one collection, found by its name, and nothing outside it. */
import type { UserCalendar, CalendarObject } from '../../ports/user-calendar.ts';
import type { ContentParser } from '../../ports/content-parser.ts';
import { PortError } from '../../ports/port-error.ts';
import type { FoundObject } from './multistatus.ts';

export interface FoundCalendar {
  readonly url: string;
  readonly name: string;
}

/** Which events a query returns: those in a time range, those that have a property, or all. */
export type EventFilter = { readonly from: string; readonly to: string } | { readonly has: string } | 'all';

/** What a CalDAV client can do. A status that reports a conflict is returned; every other failure is thrown. */
export interface DavClient {
  calendars(signal: AbortSignal): Promise<readonly FoundCalendar[]>;
  query(url: string, filter: EventFilter, signal: AbortSignal): Promise<readonly FoundObject[]>;
  /** The event at this address, if there is one. */
  get(place: string, signal: AbortSignal): Promise<FoundObject | undefined>;
  put(url: string, data: string, condition: PutCondition, signal: AbortSignal): Promise<DavWriteResult>;
  remove(url: string, etag: string, signal: AbortSignal): Promise<DavWriteResult>;
}

/** The condition under which a PUT is done. */
export type PutCondition = { readonly etag: string } | 'absent';

interface DavWriteResult {
  readonly status: number;
  readonly etag: string | undefined;
}

/** A time without a zone can be meant in any time zone. */
const SLACK_MS = 24 * 3_600_000;

export function davCalendar(client: DavClient, name: string, timeZone: string, parse?: ContentParser): UserCalendar {
  // Cached only after it is found. The request that searches may end first, and in a Worker its pending promise ends with it.
  let found: string | undefined;
  const collection = async (signal: AbortSignal): Promise<string> => (found ??= await find(client, name, signal));
  const query = async (filter: EventFilter, signal: AbortSignal): Promise<CalendarObject[]> => {
    const url = await collection(signal);
    return (await client.query(url, filter, signal)).map((object) => toObject(url, object));
  };
  /**
   * Looks at the file name that nearly every program uses for an event, then among all events. A query by uid does not
   * help: iCloud does not answer it.
   */
  const get = async (uid: string, signal: AbortSignal): Promise<CalendarObject | undefined> => {
    const url = await collection(signal);
    const usual = await client.get(usualPlace(url, uid), signal);
    const object = usual && toObject(url, usual);
    return object?.uid === uid ? object : (await query('all', signal)).find((one) => one.uid === uid);
  };
  /** Some servers miss recurring events in a time range. A query for all recurring events costs little. */
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
    parse,
    async range(from, to, signal) {
      // Finds the collection once, so that the three queries below do not each search for it.
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
      const { status, etag } = await client.put(target, data, 'absent', signal);
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

/** A server that changes what it stores returns no strong etag. An etag that is read later could belong to another client's change. */
const strong = (etag: string | undefined): string | null => (etag === undefined || etag.startsWith('W/') ? null : etag);

const usualPlace = (url: string, uid: string): string => `${url}${encodeURIComponent(uid)}.ics`;

/** The server understood and refused the query. A server failure is another case. */
const isUnsupported = ({ details: { status } }: PortError): boolean =>
  typeof status === 'number' && status !== 401 && status !== 429;

async function find(client: DavClient, name: string, signal: AbortSignal): Promise<string> {
  const wanted = name.normalize().trim();
  const named = (await client.calendars(signal)).filter((one) => one.name.normalize().trim() === wanted);
  const [first] = named;
  // The error does not name the other calendars: the caller has no access to them.
  if (!first || named.length > 1) {
    const how = first ? 'more than one calendar' : 'no calendar';
    throw new PortError('INVALID_CONFIGURATION', `The calendar server has ${how} of the configured name.`, {
      key: 'calendar.caldav.calendar',
    });
  }
  return first.url.endsWith('/') ? first.url : `${first.url}/`;
}

function toObject(url: string, { href, etag, uid, data }: FoundObject): CalendarObject {
  if (etag === '')
    throw new PortError('EXTERNAL_ERROR', 'The calendar server does not say in which state its events are.');
  return { uid, place: resolveEventUrl(url, href), etag, data };
}

/** Returns the address of an event in this calendar. A server must not make the client read or write another address. */
function resolveEventUrl(collection: string, href: string): string {
  const [home, target] = [new URL(collection), new URL(href, collection)];
  const [folder, path] = [plainPath(home), plainPath(target)];
  const isInside = target.origin === home.origin && target.search === '' && target.hash === '';
  if (isInside && path.startsWith(folder) && !path.slice(folder.length).includes('/')) return target.href;
  throw new PortError('EXTERNAL_ERROR', 'The calendar server names an event that is not in the calendar.');
}

/** Servers escape different characters of a path. */
function plainPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const stamp = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}Z`;

function eventChangedError(): PortError {
  return new PortError('CONFLICT', 'The event has changed since it was read. Nothing was done.');
}
