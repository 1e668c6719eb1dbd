/** The calendars of one user in an organization: all of theirs and no others. */
export interface CalendarAttendee {
  readonly email: string;
  readonly status: 'accepted' | 'declined' | 'tentative' | 'needs-action';
}

/** One occurrence of an event in one of the user's calendars. */
export interface OrganizationEvent {
  readonly id: string;
  readonly title: string;
  /** ISO 8601. All-day events have dates instead of times. */
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly attendees: readonly CalendarAttendee[];
}

/** Which events to read. By default: the 30 days from `startDate` or today, in all calendars of the user. */
export interface CalendarSpan {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly accountId?: string | undefined;
}

/** An event to create. Without `accountId`, it goes to the user's first calendar. */
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

/** An existing event in any calendar of the user. */
export interface TakenEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly calendar: string;
  readonly overlaps: boolean;
}

/** The events on the days of an event, and the calendars that could not be read. */
export interface BesideEvent {
  readonly taken: readonly TakenEvent[];
  readonly unread: readonly string[];
}

/** What a new event would be; nothing is changed. */
export interface PreparedEvent {
  readonly calendar: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly beside: BesideEvent;
  /** The sender of the invitations; undefined where none are sent. */
  readonly organizer: string | undefined;
  readonly state: string;
}

/** A change to an event that the assistant made. Absent fields stay as they are. */
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

/** What a change would do; nothing is changed. */
export interface PreparedChange {
  readonly title: string;
  readonly calendar: string;
  readonly differences: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  /** The attendees who receive an update, and those who are no longer invited. */
  readonly notified: readonly string[];
  readonly uninvited: readonly string[];
  readonly organizer: string | undefined;
  /** The new time, if the change moves the event. */
  readonly moved:
    | { readonly start: string; readonly end: string; readonly allDay: boolean; readonly beside: BesideEvent }
    | undefined;
  readonly state: string;
}

/** Reads, creates and changes events. Only events that the assistant made can be changed. */
export interface OrganizationCalendar {
  /** NOT_FOUND for an account that is missing or belongs to another user, with the same message. */
  read(span: CalendarSpan, signal: AbortSignal): Promise<readonly OrganizationEvent[]>;
  prepare(event: NewOrganizationEvent, signal: AbortSignal): Promise<PreparedEvent>;
  /**
   * Creates the event once for each call. `keep` stores the undo record durably first. CONFLICT if `expected` is no
   * longer the state.
   */
  create(
    event: NewOrganizationEvent,
    callId: string,
    expected: string | undefined,
    keep: (record: CreatedEventRecord) => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly at: number }>;
  /** NOT_FOUND for an event that the assistant did not make for this user. */
  prepareChange(change: EventChange, signal: AbortSignal): Promise<PreparedChange>;
  /** Makes the change. CONFLICT if `expected` is no longer the state. */
  change(
    change: EventChange,
    callId: string,
    expected: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly at: number }>;
  /** Removes the event and cancels its invitations. Attendees who already have one receive a cancellation. */
  takeBack(record: CreatedEventRecord, signal: AbortSignal): Promise<void>;
}

/** The undo record of a created event. */
export type CreatedEventRecord = {
  readonly accountId: string;
  readonly uid: string;
  readonly data: string;
  readonly callId: string;
};

/** A calendar account as its user sees it. */
export interface CalendarAccountView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'local' | 'caldav';
}

/** A calendar account to add: stored here, or on a CalDAV server. */
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

/** How a user manages their calendar accounts. Models cannot call this. */
export interface CalendarAdministration {
  /** Reads the calendar before anything is stored. */
  add(account: NewCalendarAccount, signal: AbortSignal): Promise<CalendarAccountView>;
  list(): Promise<readonly CalendarAccountView[]>;
  remove(id: string): Promise<void>;
}
