/** One calendar of one person, and nothing beside it. Events travel as iCalendar text; what is in them is read elsewhere. */
export interface CalendarObject {
  readonly uid: string;
  /** Where the calendar keeps it. Only for handing back. */
  readonly place: string;
  /** Names this very state of it. */
  readonly etag: string;
  /** One VCALENDAR that holds one event with all its exceptions. */
  readonly data: string;
}

export interface UserCalendar {
  readonly name: string;
  /** The IANA time zone in which times without a zone are meant. */
  readonly timeZone: string;
  /** Everything that may happen between two instants (milliseconds). It may bring more than that, never less. */
  range(from: number, to: number, signal: AbortSignal): Promise<readonly CalendarObject[]>;
  get(uid: string, signal: AbortSignal): Promise<CalendarObject | undefined>;
  /** ALREADY_EXISTS when something stands there. Without a place the calendar chooses one from the uid. */
  create(
    object: { uid: string; data: string; place?: string | undefined },
    signal: AbortSignal,
  ): Promise<CalendarObjectRef>;
  /** CONFLICT when it is no longer in the state that `etag` names. */
  update(
    object: Pick<CalendarObject, 'uid' | 'place' | 'etag'>,
    data: string,
    signal: AbortSignal,
  ): Promise<CalendarObjectRef>;
  /** CONFLICT when it is no longer in the state that `etag` names. */
  remove(object: Pick<CalendarObject, 'uid' | 'place' | 'etag'>, signal: AbortSignal): Promise<void>;
}

export interface CalendarObjectRef {
  readonly place: string;
  /** Null when the calendar does not say in which state it keeps what it was given. */
  readonly etag: string | null;
}

/** Which events the assistant made itself. Whatever is not written down here was made by someone else. */
export interface CreatedEvents {
  /** Durable when it resolves. */
  add(uid: string, callId: string): Promise<void>;
  among(uids: readonly string[]): Promise<ReadonlySet<string>>;
}
