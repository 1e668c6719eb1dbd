/** The capabilities that act in no folder, each with the resource that it acts in. */
import { createHash } from 'node:crypto';

import { OWNER, type ActorContext, type Log } from '../../core/index.ts';
import type { CapabilitySources } from '../../core/resources/resource-provider.ts';
import { createSqlBuilder, query } from '../../core/storage/statements.ts';
import type { Database } from '../../ports/database.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { Resource } from '../../ports/resource.ts';
import type { VoiceSessions } from '../../agent/voice/voice-sessions.ts';
import type { createBuckets } from '../../domains/files/bucket/bucket-store.ts';
import type { UserCalendars } from './calendar.ts';
import type { Config } from '../config/config.ts';
import type { MailService } from './mail.ts';
import type { OrganizationServices } from '../organization/open.ts';
import { plainSession } from './plain-session.ts';
import type { ServiceHost } from './handler-services.ts';

interface SourceParts {
  readonly config: Config;
  readonly database: Database;
  readonly buckets: ReturnType<typeof createBuckets>;
  readonly calendars: UserCalendars;
  readonly mail: MailService;
  readonly services: ServiceHost;
  readonly web: Pick<Capabilities, 'web' | 'webSearch'>;
  readonly voice: VoiceSessions | undefined;
  readonly organization: OrganizationServices | undefined;
  readonly log: Log;
}

export function capabilitySources(parts: SourceParts): CapabilitySources {
  const { config, buckets, calendars, mail, services, web, voice, organization, log } = parts;
  const calendarsOf = ({ principal }: ActorContext) => calendars.capabilities(principal.userId);
  const bucketOf = ({ principal }: ActorContext) => buckets(principal.userId);
  const bucketResource = ({ principal }: ActorContext): Resource[] => [
    { id: `bucket:${principal.organizationId}/${principal.userId}`, label: 'your files' },
  ];
  const calendarResource = ({ principal }: ActorContext): Resource[] => [toCalendarResource(config, principal.userId)];
  const mailboxResource = ({ principal }: ActorContext): Resource[] => [
    { id: `mailbox:${principal.userId}`, label: config.mail?.address ?? 'your forwarded mail' },
  ];
  const organizationResource = organizationResources(parts.database);
  const ofOrganization = <Name extends keyof Capabilities>(name: Name) => ({
    resource: organizationResource,
    open: (acting: ActorContext): Capabilities[Name] | undefined => organization?.capabilities(acting)[name],
  });
  return {
    web: { open: () => web.web },
    webSearch: { open: () => web.webSearch },
    bucket: { resource: bucketResource, open: bucketOf },
    calendar: { resource: calendarResource, open: (acting) => calendarsOf(acting).calendar },
    createdEvents: { resource: calendarResource, open: (acting) => calendarsOf(acting).createdEvents },
    mailbox: { resource: mailboxResource, open: ({ principal }) => mail.mailbox(principal.userId) },
    services: {
      resource: (acting) => [...bucketResource(acting), ...calendarResource(acting)],
      open: (acting) => services.services({ bucket: bucketOf(acting), ...calendarsOf(acting) }),
    },
    session: { open: (acting) => voice?.find(acting) ?? plainSession(acting, log) },
    organizationMail: ofOrganization('organizationMail'),
    organizationCalendar: ofOrganization('organizationCalendar'),
    organizationFiles: ofOrganization('organizationFiles'),
    knowledge: ofOrganization('knowledge'),
    team: ofOrganization('team'),
  };
}

/** The owner may have a calendar on a server: another account or calendar there is another resource. */
function toCalendarResource({ calendar: { caldav } }: Config, userId: string): Resource {
  if (userId !== OWNER || !caldav) return { id: `calendar:local/${userId}`, label: 'your calendar' };
  const { url, username, calendar } = caldav;
  const account = createHash('sha256')
    .update(JSON.stringify([url, username, calendar]))
    .digest('hex')
    .slice(0, 32);
  return { id: `calendar:${account}`, label: `${calendar} (${username} at ${new URL(url).host})` };
}

function organizationResources(database: Database): (acting: ActorContext) => Promise<Resource[]> {
  const names = new Map<string, string>();
  return async ({ principal: { organizationId } }) => {
    const known = names.get(organizationId) ?? (await readOrganizationName(database, organizationId));
    names.set(organizationId, known);
    return [{ id: `organization:${organizationId}`, label: known }];
  };
}

async function readOrganizationName(database: Database, organizationId: string): Promise<string> {
  const select = createSqlBuilder(database.dialect).selectFrom('organizations').select('name');
  const [row] = await database.read<{ name: string }>(query(select.where('id', '=', organizationId)));
  return row?.name ?? organizationId;
}
