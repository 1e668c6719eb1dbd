/** The calendar of each user: the owner's is the one that the configuration names, everybody else has a local one. */
import { OWNER } from '../core/index.ts';
import type { Calendar } from '../ports/calendar.ts';
import type { Capabilities } from '../ports/capabilities.ts';
import { createdEvents } from '../toolsets/calendar/created-events.ts';
import { localCalendars } from '../toolsets/calendar/local-calendar.ts';
import type { LoadedConfig } from './config.ts';
import type { Stores } from './open.ts';

type Powers = Pick<Capabilities, 'calendar' | 'createdEvents'>;

export function openCalendar(stores: Stores, loaded: LoadedConfig): (userId: string) => Powers {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const created = createdEvents(stores);
  const local = localCalendars({ database: stores.database, timeZone });
  const owners: Calendar | undefined = undefined;
  void loaded;
  return (userId) => ({
    calendar: (userId === OWNER ? owners : undefined) ?? local(userId),
    createdEvents: created(userId),
  });
}
