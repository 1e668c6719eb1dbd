/** What a person sees of a call before deciding. */

/** One block of a preview. The `kind` decides how it is shown. */
export type PreviewPart =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'diff'; readonly path: string; readonly diff: string }
  | { readonly kind: 'list'; readonly label: string; readonly items: readonly string[] }
  /** A calendar event with the busy times of its days; null if these could not be looked up. */
  | ({
      readonly kind: 'event';
      readonly label: string;
      readonly title: string;
      readonly taken: readonly TakenTimes[] | null;
    } & EventTimes)
  | MailPart
  | RequestPart;

/** A mail as its recipient will see it, with its headers. */
export interface MailPart {
  readonly kind: 'mail';
  readonly from: string;
  readonly replyTo: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  /** The text without markup. */
  readonly text: string;
  /** The HTML, if the mail has any. */
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  readonly warnings: readonly string[];
}

/** A request to a web server. It does not contain credentials, only that they are sent. */
export interface RequestPart {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  /** The parameters in the URL, decoded. */
  readonly query: readonly NamedText[];
  readonly headers: readonly NamedText[];
  readonly body: string | null;
  readonly warnings: readonly string[];
}

interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** Days for all-day events, otherwise times with their zone. The end is exclusive. */
export interface EventTimes {
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** A busy time. It has a title and a calendar only if the person who decides may see them. */
export interface TakenTimes extends EventTimes {
  readonly title?: string | undefined;
  readonly calendar?: string | undefined;
}

/** What a person approves, and the state that it was computed from. */
export interface CallPreview {
  /** One line that says what the call would do. */
  readonly title: string;
  /** The details: all that leaves, and a diff of what changes. */
  readonly parts: readonly PreviewPart[];
  /** An etag, hash or version. The run refuses with CONFLICT if it has changed. */
  readonly state?: string;
}
