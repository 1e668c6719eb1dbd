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

/** Something that a person has already, in whichever calendar of theirs. */
export interface TakenEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly calendar: string;
  readonly overlaps: boolean;
}

/** What stands on the days of an event, and the calendars that could not be looked at. */
export interface BesideEvent {
  readonly taken: readonly TakenEvent[];
  readonly unread: readonly string[];
}

/** What a new event would be, without anything being done. */
export interface PreparedEvent {
  readonly calendar: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly beside: BesideEvent;
  /** From whom invitations come; undefined where none are sent. */
  readonly organizer: string | undefined;
  readonly state: string;
}

/** What is to become of an event that the assistant made. What is left out stays. */
export interface EventChange {
  readonly id: string;
  readonly title?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly location?: string | undefined;
  readonly description?: string | undefined;
  readonly attendees?: readonly string[] | undefined;
  readonly sendInvites: boolean;
}

/** What a change would do, without anything being done. */
export interface PreparedChange {
  readonly title: string;
  readonly calendar: string;
  readonly differences: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  /** Who is told that it has changed, and who that they are no longer invited. */
  readonly told: readonly string[];
  readonly uninvited: readonly string[];
  readonly organizer: string | undefined;
  /** When it is now, where that changes. */
  readonly moved:
    | { readonly start: string; readonly end: string; readonly allDay: boolean; readonly beside: BesideEvent }
    | undefined;
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
  /** NOT_FOUND for an event that the assistant did not make for this person. */
  prepareChange(change: EventChange, signal: AbortSignal): Promise<PreparedChange>;
  change(
    change: EventChange,
    callId: string,
    expected: string | undefined,
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
