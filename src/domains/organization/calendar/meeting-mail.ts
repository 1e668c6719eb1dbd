/** What a person's calendar works with: their accounts, and who sends what has to do with meetings. */
import type { SharedData } from '../../../core/access/shared-data.ts';
import type { Principal } from '../../../core/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CalendarAccounts } from './calendar-accounts.ts';
import type { OrganizationCalendarTables } from './calendar-tables.ts';

/** Sends what has to do with meetings, from the person's own account. */
export interface MeetingMail {
  /** The address that invitations come from. NOT_AVAILABLE where the person has no account to send from. */
  organizer(principal: Principal): Promise<string>;
  invite(principal: Principal, mail: MeetingLetter, callId: string): Promise<void>;
  /** False when those who were invited have heard of it already. */
  callBack(principal: Principal, callId: string): Promise<boolean>;
  cancel(principal: Principal, mail: MeetingLetter, callId: string): Promise<void>;
}

export interface MeetingLetter {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly data: string;
}

export interface PersonCalendarParts {
  readonly shared: SharedData<OrganizationCalendarTables>;
  readonly accounts: CalendarAccounts;
  readonly mail: MeetingMail;
  readonly clock: Clock;
}
