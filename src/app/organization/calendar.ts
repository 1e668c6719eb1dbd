/** The calendars of an organization's people, with their invitations by mail. */
import { davCalendar } from '../../connectors/calendar/dav-calendar.ts';
import { createSealing } from '../../connectors/secrets/sealing-key.ts';
import type { AudienceId } from '../../core/access/audience.ts';
import { openSharedData } from '../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../core/index.ts';
import type { CalendarAdministration } from '../../ports/organization-calendar.ts';
import { CalendarAccounts } from '../../domains/organization/calendar/calendar-accounts.ts';
import type { OrganizationCalendarTables } from '../../domains/organization/calendar/calendar-tables.ts';
import type { InvitationReply } from '../../domains/organization/calendar/meeting.ts';
import type { MeetingLetter, MeetingMail } from '../../domains/organization/calendar/meeting-mail.ts';
import { PersonCalendar } from '../../domains/organization/calendar/person-calendar.ts';
import { REPLY_JOB, takeReply } from '../../domains/organization/calendar/replies.ts';
import { lateClient } from '../assemble/calendar.ts';
import { createTimeZoneFinder } from '../config/calendar.ts';
import { isDemoFolder, unavailableInDemoError } from '../demo/demo-folder.ts';
import { createContentParser, shareParserPool } from '../parsing/parser-pool.ts';
import type { OrganizationMailPart } from './mail.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';

export interface OrganizationCalendarPart extends OrganizationPart {
  administration(principal: Principal): CalendarAdministration;
}

export function openOrganizationCalendar(
  ground: OrganizationContext,
  mail: OrganizationMailPart,
): OrganizationCalendarPart {
  const { database, clock, data, jobs, loaded } = ground;
  const findTimeZone = createTimeZoneFinder(loaded.config.calendar);
  const shared = openSharedData<OrganizationCalendarTables>(database);
  const parsers = shareParserPool();
  const accounts = new CalendarAccounts({
    ...{ shared, sealing: createSealing(data), clock, findTimeZone },
    remote: ({ url, username, password, calendar }, userId) => {
      const parse = createContentParser(parsers, userId);
      return davCalendar(
        lateClient(() => ({ url, username, password }), parse),
        calendar,
        findTimeZone(),
        parse,
      );
    },
  });
  jobs.handle(REPLY_JOB, async (payload, signal) => {
    const { audience, ...reply } = payload as unknown as InvitationReply & { audience: AudienceId };
    await takeReply({ shared, accounts }, audience, reply, signal);
  });
  const parts = { shared, accounts, clock, mail: meetingMail(mail) };
  return {
    capabilities: ({ principal }) => ({ organizationCalendar: new PersonCalendar(parts, principal) }),
    administration: (principal) => ({
      async add(account, signal) {
        if (account.kind === 'caldav' && isDemoFolder(data)) throw unavailableInDemoError();
        return accounts.add(principal, account, signal);
      },
      list: () => accounts.list(principal),
      remove: (id) => accounts.remove(principal, id),
    }),
    close: () => parsers.close(),
  };
}

function meetingMail({ accounts, outbox }: OrganizationMailPart): MeetingMail {
  const send = async (
    principal: Principal,
    { to, subject, text, data }: MeetingLetter,
    method: 'REQUEST' | 'CANCEL',
    callId: string,
  ): Promise<void> => {
    const account = await accounts.ownToSendFrom(principal);
    const from = account.name === '' ? account.address : `${account.name} <${account.address}>`;
    const letter = { from, to, cc: [], bcc: [], subject, text, html: undefined, attachments: [] };
    await outbox.send(principal, account, { ...letter, invitation: { method, data } }, { callId, purpose: method });
  };
  return {
    organizer: async (principal) => (await accounts.ownToSendFrom(principal)).address,
    invite: (principal, letter, callId) => send(principal, letter, 'REQUEST', callId),
    cancel: (principal, letter, callId) => send(principal, letter, 'CANCEL', callId),
    async callBack(principal, callId) {
      try {
        await outbox.callBack(principal, { callId, purpose: 'REQUEST' });
        return true;
      } catch (error) {
        if (error instanceof DeputizeError && error.code === 'CONFLICT') return false;
        throw error;
      }
    },
  };
}
