/** The calendar of each user: the owner's is the one that the configuration names, everybody else has a local one. */
import { davCalendar, type DavClient } from '../../connectors/calendar/dav-calendar.ts';
import type { DavAccount } from '../../connectors/calendar/dav-exchange.ts';
import { OWNER } from '../../core/index.ts';
import type { UserCalendar } from '../../ports/user-calendar.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import { createdEvents } from '../../domains/calendar/created-events.ts';
import { localCalendars } from '../../domains/calendar/local-calendar.ts';
import type { ContentParser } from '../../ports/content-parser.ts';
import { createContentParser, shareParserPool } from '../parsing/parser-pool.ts';
import { createTimeZoneFinder } from '../config/calendar.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { RuntimeStores } from './open-runtime.ts';
import { createAtUse } from '../config/secret.ts';

export interface UserCalendars {
  capabilities(userId: string): Pick<Capabilities, 'calendar' | 'createdEvents'>;
  close(): Promise<void>;
}

export function openCalendars(
  stores: Pick<RuntimeStores, 'database' | 'clock'>,
  loaded: LoadedConfig,
  isServer: boolean,
): UserCalendars {
  const findTimeZone = createTimeZoneFinder(loaded.config.calendar);
  const created = createdEvents(stores);
  let local: ReturnType<typeof localCalendars> | undefined;
  const findLocal = (userId: string) =>
    (local ??= localCalendars({ database: stores.database, timeZone: findTimeZone() }))(userId);
  const parsers = shareParserPool();
  const owners = remoteCalendar(loaded, findTimeZone, isServer, createContentParser(parsers, OWNER));
  return {
    capabilities: (userId) => ({
      calendar: (userId === OWNER ? owners : undefined) ?? {
        ...findLocal(userId),
        parse: createContentParser(parsers, userId),
      },
      createdEvents: created(userId),
    }),
    close: () => parsers.close(),
  };
}

function remoteCalendar(
  { config, secret }: LoadedConfig,
  findTimeZone: () => string,
  isServer: boolean,
  parse: ContentParser,
): UserCalendar | undefined {
  const { caldav } = config.calendar;
  if (!caldav) return undefined;
  const { url, username, calendar } = caldav;
  const password = createAtUse(() => secret('calendar.caldav.password', caldav.password), isServer);
  return davCalendar(
    lateClient(() => ({ url, username, password: password() }), parse),
    calendar,
    findTimeZone(),
    parse,
  );
}

/** Loaded with the first question: most commands never ask one. */
export function lateClient(account: () => DavAccount, parse: ContentParser): DavClient {
  let loading: Promise<DavClient> | undefined;
  const client = () =>
    (loading ??= import('../../connectors/calendar/caldav.ts').then(({ tsdavClient }) =>
      tsdavClient(account(), parse),
    ));
  return {
    calendars: async (...given) => (await client()).calendars(...given),
    query: async (...given) => (await client()).query(...given),
    get: async (...given) => (await client()).get(...given),
    put: async (...given) => (await client()).put(...given),
    remove: async (...given) => (await client()).remove(...given),
  };
}
