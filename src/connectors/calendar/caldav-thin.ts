/** A small CalDAV client on nothing but `fetch`, for platforms where a larger one does not run. */
import { PortError } from '../../ports/port-error.ts';
import type { ContentParser } from '../../ports/content-parser.ts';
import type { PutCondition, DavClient, EventFilter, FoundCalendar } from './dav-calendar.ts';
import { openExchange, type DavAccount, type DavAnswer, type DavExchange } from './dav-exchange.ts';
import {
  findChildren,
  findText,
  findUid,
  malformedAnswerError,
  parseMultistatus,
  readCalendarAnswer,
  type DavResource,
  type FoundObject,
} from './multistatus.ts';

const XMLNS = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';

/** More cannot be read as an event. */
const MAX_EVENT_BYTES = 4_000_000;
const WANTED = '<d:prop><d:getetag/><c:calendar-data/></d:prop>';

export function thinClient(account: DavAccount): DavClient {
  const exchange = openExchange(account);
  const ask = async (
    method: 'PROPFIND',
    url: string,
    depth: '0' | '1',
    body: string,
    signal: AbortSignal,
  ): Promise<{ resources: DavResource[]; status: number }> => {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' };
    const answer = await exchange(
      url,
      { method, headers, body: `<?xml version="1.0" encoding="utf-8"?>${body}` },
      signal,
    );
    if (answer.status === 404) return { resources: [], status: 404 };
    if (answer.status !== 207) throw malformedAnswerError();
    return { resources: parseMultistatus(answer.text), status: 207 };
  };
  const propfind = async (url: string, depth: '0' | '1', properties: string, signal: AbortSignal) =>
    (await ask('PROPFIND', url, depth, `<d:propfind ${XMLNS}><d:prop>${properties}</d:prop></d:propfind>`, signal))
      .resources;
  /** Follows one property that names another address. */
  const follow = async (url: string, property: string, signal: AbortSignal): Promise<string | undefined> => {
    const [resource] = await propfind(url, '0', `<${property}/>`, signal);
    const name = property.replace(/^.:/, '');
    const found = resource?.properties.find((one) => one.name === name);
    const href = found && findChildren(found, 'href')[0]?.text.trim();
    return href ? new URL(href, url).href : undefined;
  };

  return {
    async calendars(signal) {
      const principalAt = (url: string) => follow(url, 'd:current-user-principal', signal);
      const principal = await hereOrWellKnown(account.url, principalAt);
      const home = principal && (await follow(principal, 'c:calendar-home-set', signal));
      if (!home) throw noCalendarsError();
      const resources = await propfind(home, '1', '<d:displayname/><d:resourcetype/>', signal);
      return resources.flatMap((resource) => toCalendar(resource, home));
    },

    query: (url, filter, signal) => queryEvents(exchange, url, filter, signal),
    get: (place, signal) => getObject(exchange, place, signal),
    put: async (url, data, condition, signal) =>
      toAnswer(await exchange(url, { method: 'PUT', headers: putHeaders(condition), body: data }, signal)),
    remove: async (url, etag, signal) =>
      toAnswer(await exchange(url, { method: 'DELETE', headers: { 'if-match': etag } }, signal)),
  };
}

/** Larger answers are parsed apart from the main thread. One of this size takes less than 25 ms. */
const SMALL_CHARACTERS = 64_000;

/** Asks for events. The answer may be large, so `parse` reads it elsewhere. */
export async function queryEvents(
  exchange: DavExchange,
  url: string,
  filter: EventFilter,
  signal: AbortSignal,
  parse?: ContentParser,
): Promise<readonly FoundObject[]> {
  const body =
    `<?xml version="1.0" encoding="utf-8"?><c:calendar-query ${XMLNS}>${WANTED}` +
    `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">` +
    `${filterXml(filter)}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
  const headers = { depth: '1', 'content-type': 'application/xml; charset=utf-8' };
  const { status, text } = await exchange(url, { method: 'REPORT', headers, body }, signal);
  if (status === 404) throw noCalendarsError();
  if (status !== 207) throw malformedAnswerError();
  if (!parse || text.length <= SMALL_CHARACTERS) return readCalendarAnswer(text);
  return (await parse('calendarAnswer', text)) as readonly FoundObject[];
}

/**
 * Most servers answer at the address that people know; the others say at a well-known one where to ask. Which of both it was
 * that failed, a person would look at the first.
 */
export async function hereOrWellKnown<T>(
  url: string,
  look: (url: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  let failure: unknown;
  try {
    const found = await look(url);
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof PortError) || error.code !== 'EXTERNAL_ERROR') throw error;
    failure = error;
  }
  try {
    return await look(new URL('/.well-known/caldav', url).href);
  } catch (error) {
    throw failure ?? error;
  }
}

export async function getObject(
  exchange: DavExchange,
  place: string,
  signal: AbortSignal,
): Promise<FoundObject | undefined> {
  const { status, headers, text } = await exchange(place, { method: 'GET', maxBytes: MAX_EVENT_BYTES }, signal);
  const etag = headers.get('etag');
  return status < 300 && etag !== null ? { href: place, etag, uid: findUid(text), data: text } : undefined;
}

export function putHeaders(condition: PutCondition): Record<string, string> {
  const only = condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag };
  return { 'content-type': 'text/calendar; charset=utf-8', ...only };
}

const toAnswer = ({ status, headers }: DavAnswer) => ({ status, etag: headers.get('etag') ?? undefined });

function toCalendar({ href, properties }: DavResource, home: string): FoundCalendar[] {
  const isCalendar = properties.some((one) => one.name === 'resourcetype' && findChildren(one, 'calendar').length > 0);
  return isCalendar ? [{ url: new URL(href, home).href, name: findText(properties, 'displayname') ?? '' }] : [];
}

function filterXml(filter: EventFilter): string {
  if (filter === 'all') return '';
  return 'has' in filter
    ? `<c:prop-filter name="${filter.has}"/>`
    : `<c:time-range start="${filter.from}" end="${filter.to}"/>`;
}

export function noCalendarsError(): PortError {
  return new PortError('EXTERNAL_ERROR', 'The calendar server does not say where the user’s calendars are.');
}
