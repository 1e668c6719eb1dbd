/** The CalDAV client for Node: tsdav, with our own bounded exchange as its `fetch`. Events are read apart from the main thread. */
import type { ContentParser } from '../../ports/content-parser.ts';
import { PortError } from '../../ports/port-error.ts';
import { getObject, hereOrWellKnown, noCalendarsError, putHeaders, queryEvents } from './caldav-thin.ts';
import type { DavClient } from './dav-calendar.ts';
import { openExchange, type DavAccount, type DavAnswer } from './dav-exchange.ts';
import { parseMultistatus } from './multistatus.ts';

/** tsdav parses the answers about calendars in this thread. Answers with events do not pass through it. */
const MAX_LIST_BYTES = 256 * 1024;

export function tsdavClient(account: DavAccount, parse?: ContentParser): DavClient {
  const exchange = openExchange(account);
  // tsdav replaces some failures by a message without the cause. So the last failure of a request is kept and thrown.
  const speak = async <T>(signal: AbortSignal, work: (tsdav: Tsdav, fetch: typeof globalThis.fetch) => Promise<T>) => {
    let failure: unknown;
    const bounded: typeof globalThis.fetch = async (url, init = {}) => {
      try {
        const { method = 'GET', body, headers, redirect } = init;
        const answer = await exchange(
          String(url),
          {
            method,
            headers: Object.fromEntries(new Headers(headers)),
            body: typeof body === 'string' ? body : undefined,
            redirects: redirect === 'manual' ? 'answer' : undefined,
            maxBytes: MAX_LIST_BYTES,
          },
          signal,
        );
        if (answer.status === 207) parseMultistatus(answer.text);
        const hasBody = answer.status !== 204 && answer.status !== 304;
        return new Response(hasBody ? answer.text : null, { status: answer.status, headers: readable(answer) });
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    try {
      return await work(await import('tsdav'), bounded);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof PortError ? error : (failure ?? noCalendarsError());
    }
  };

  return {
    calendars: (signal) =>
      speak(signal, async (tsdav, fetch) => {
        const home = await findHome(tsdav, account.url, fetch);
        const props = { 'd:displayname': {}, 'd:resourcetype': {} };
        const found = await tsdav.propfind({ url: home, props, depth: '1', fetch });
        return found.flatMap(({ href, props }) =>
          href !== undefined && isCalendar(props?.['resourcetype'])
            ? [{ url: new URL(href, home).href, name: toText(props?.['displayname']) ?? '' }]
            : [],
        );
      }),

    query: (url, filter, signal) => queryEvents(exchange, url, filter, signal, parse),
    get: (place, signal) => getObject(exchange, place, signal),

    put: (url, data, condition, signal) =>
      speak(signal, async ({ createObject }, fetch) => {
        const { status, headers } = await createObject({ url, data, headers: putHeaders(condition), fetch });
        return { status, etag: headers.get('etag') ?? undefined };
      }),

    remove: (url, etag, signal) =>
      speak(signal, async ({ deleteObject }, fetch) => {
        const { status } = await deleteObject({ url, etag, fetch });
        return { status, etag: undefined };
      }),
  };
}

type Tsdav = Pick<
  typeof import('tsdav'),
  'serviceDiscovery' | 'fetchPrincipalUrl' | 'fetchHomeUrl' | 'propfind' | 'createObject' | 'deleteObject'
>;

async function findHome(tsdav: Tsdav, url: string, fetch: typeof globalThis.fetch): Promise<string> {
  const account = { serverUrl: url, accountType: 'caldav' } as const;
  const home = await hereOrWellKnown(url, async (address) => {
    const rootUrl = address === url ? url : await tsdav.serviceDiscovery({ account, fetch });
    try {
      const principalUrl = await tsdav.fetchPrincipalUrl({ account: { ...account, rootUrl }, fetch });
      return await tsdav.fetchHomeUrl({ account: { ...account, rootUrl, principalUrl }, fetch });
    } catch (error) {
      // Any other error only means that the answer names no calendar home.
      if (error instanceof PortError) throw error;
      return undefined;
    }
  });
  if (home === undefined) throw noCalendarsError();
  return home;
}

function isCalendar(type: unknown): boolean {
  return type !== null && typeof type === 'object' && Object.hasOwn(type, 'calendar');
}

/** tsdav parses only XML content types and takes every other response for an empty list. A 207 was parsed as XML before. */
function readable({ status, headers }: DavAnswer): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  if (status === 207) kept.set('content-type', 'application/xml; charset=utf-8');
  return kept;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner: unknown =
    value !== null && typeof value === 'object'
      ? (Reflect.get(value, '_cdata') ?? Reflect.get(value, '_text'))
      : undefined;
  return typeof inner === 'string' ? inner : undefined;
}
