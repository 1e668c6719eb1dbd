/** The calendars of one person in an organization: all of theirs, and nobody else's. */
export interface CalendarAttendee {
  readonly email: string;
  readonly status: 'accepted' | 'declined' | 'tentative' | 'needs-action';
}

export interface OrganizationEvent {
  readonly id: string;
  readonly title: string;
  /** ISO 8601; days when it lasts all day. */
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly attendees: readonly CalendarAttendee[];
}

export interface CalendarSpan {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly accountId?: string | undefined;
}

export interface NewOrganizationEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly description: string;
  readonly attendees: readonly string[];
  readonly accountId: string | undefined;
  readonly sendInvites: boolean;
}

/** What a new event would be, without anything being done. */
export interface PreparedEvent {
  readonly calendar: string;
  readonly start: string;
  readonly end: string;
  /** What it overlaps, in whichever calendar of the person. */
  readonly conflicts: readonly string[];
  /** From whom invitations come; undefined where none are sent. */
  readonly organizer: string | undefined;
  readonly state: string;
}

export interface OrganizationCalendar {
  /** NOT_FOUND for an account that is not there or not theirs, in the very same words. */
  read(span: CalendarSpan, signal: AbortSignal): Promise<readonly OrganizationEvent[]>;
  prepare(event: NewOrganizationEvent, signal: AbortSignal): Promise<PreparedEvent>;
  /** `keep` makes durable what taking it back needs, before anything is done. */
  create(
    event: NewOrganizationEvent,
    callId: string,
    expected: string | undefined,
    keep: (record: CreatedEventRecord) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly at: number }>;
  /** Takes the event away and calls its invitations back; those who have them already are told that it is cancelled. */
  takeBack(record: CreatedEventRecord, signal: AbortSignal): Promise<void>;
}

export type CreatedEventRecord = {
  readonly accountId: string;
  readonly uid: string;
  readonly data: string;
  readonly callId: string;
};

export interface CalendarAccountView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'local' | 'caldav';
}

export type NewCalendarAccount =
  | { readonly kind: 'local'; readonly name: string }
  | {
      readonly kind: 'caldav';
      readonly name: string;
      readonly url: string;
      readonly username: string;
      readonly password: string;
      /** The name that the calendar has on the server. */
      readonly calendar: string;
    };

/** What a person does about their calendar accounts. Models have no part in it. */
export interface CalendarAdministration {
  /** Looks into the calendar before anything is kept. */
  add(account: NewCalendarAccount, signal: AbortSignal): Promise<CalendarAccountView>;
  list(): Promise<readonly CalendarAccountView[]>;
  remove(id: string): Promise<void>;
}
