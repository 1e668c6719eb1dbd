/** The calendar suite over CalDAV: both clients, against two servers. */
import { tsdavClient } from '../../../src/connectors/calendar/caldav.ts';
import { thinClient } from '../../../src/connectors/calendar/caldav-thin.ts';
import { davCalendar } from '../../../src/connectors/calendar/dav-calendar.ts';
import { CALENDAR, startRadicale, startXandikos } from '../../support/servers/caldav-servers.ts';
import { describeCalendar } from './calendar.contract.ts';

const clients = { tsdav: tsdavClient, 'the thin client': thinClient };
const servers = { Radicale: startRadicale, xandikos: startXandikos };

for (const [client, create] of Object.entries(clients)) {
  for (const [server, start] of Object.entries(servers)) {
    describeCalendar(`${client} and ${server}`, async () => {
      const started = await start();
      return { calendar: davCalendar(create(started), CALENDAR, 'UTC'), close: () => started.stop() };
    });
  }
}
