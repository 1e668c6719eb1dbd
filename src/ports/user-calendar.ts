/** One calendar of one user, and nothing else. Events are passed as iCalendar text, which is parsed elsewhere. */
import type { ContentParser } from './content-parser.ts';

/** One event as the calendar stores it. */
export interface CalendarObject {
  readonly uid: string;
  /** Its address in the calendar. The caller only passes it back. */
  readonly place: string;
  /** Identifies this state of the event. */
  readonly etag: string;
  /** One VCALENDAR that holds one event with all its exceptions. */
  readonly data: string;
}

/**
 * Reads and changes whole events by uid. Remote calendars fail with EXTERNAL_ERROR, PERMISSION_DENIED, RATE_LIMITED or
 * TIMEOUT.
 */
export interface UserCalendar {
  readonly name: string;
  /** Parses events apart from the main thread. Absent: they are parsed at once. */
  readonly parse?: ContentParser | undefined;
  /** The IANA time zone for times without a zone. */
  readonly timeZone: string;
  /** All events that may happen between two instants (milliseconds). It may return more, never less. */
  range(from: number, to: number, signal: AbortSignal): Promise<readonly CalendarObject[]>;
  /** Undefined if there is no such event. */
  get(uid: string, signal: AbortSignal): Promise<CalendarObject | undefined>;
  /** ALREADY_EXISTS if the place is taken. Without a place, the calendar derives one from the uid. */
  create(
    object: { uid: string; data: string; place?: string | undefined },
    signal: AbortSignal,
  ): Promise<CalendarObjectRef>;
  /** CONFLICT if its state no longer matches `etag`. */
  update(
    object: Pick<CalendarObject, 'uid' | 'place' | 'etag'>,
    data: string,
    signal: AbortSignal,
  ): Promise<CalendarObjectRef>;
  /** CONFLICT if its state no longer matches `etag`. */
  remove(object: Pick<CalendarObject, 'uid' | 'place' | 'etag'>, signal: AbortSignal): Promise<void>;
}

/** Where an event is stored after a change, and its new state. */
export interface CalendarObjectRef {
  readonly place: string;
  /** Null if the calendar does not report the new state. */
  readonly etag: string | null;
}

/** The events that the assistant made. Any other event was made by someone else. */
export interface CreatedEvents {
  /** Durable when it resolves. */
  add(uid: string, callId: string): Promise<void>;
  /** Returns the given uids that the assistant made. */
  among(uids: readonly string[]): Promise<ReadonlySet<string>>;
}
