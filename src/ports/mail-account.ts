/**
 * A mailbox on a mail server, as one connection shows it. It is only read, except for the copy of a sent mail. The server's
 * answers may be wrong, and the mails are untrusted content.
 */
export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'archive' | 'junk' | 'trash' | 'other';

/** A folder on the mail server, with the role that the server reports. */
export interface RemoteFolder {
  readonly path: string;
  readonly role: FolderRole;
}

/** The state of a folder. Its uids are valid only together with `validity`. */
export interface FolderState {
  readonly path: string;
  readonly validity: string;
  readonly exists: number;
  /** Grows with every change of the folder; undefined where the server does not support it. */
  readonly modseq: string | undefined;
}

/** The flags of one mail in the open folder. */
export interface RemoteFlags {
  readonly uid: number;
  readonly isSeen: boolean;
  readonly isFlagged: boolean;
  readonly isAnswered: boolean;
  readonly isDraft: boolean;
}

/** A mail as the server sent it. */
export interface RemoteMessage extends RemoteFlags {
  /** When the server received it (milliseconds), if known. */
  readonly receivedAt: number | undefined;
  readonly raw: Uint8Array;
  /** False if `raw` is only the beginning of a larger mail. */
  readonly isWhole: boolean;
}

interface FolderChanges {
  /** Mails that are new or have other flags. */
  readonly changed: readonly RemoteFlags[];
  /** Undefined where the server does not report removed mails. */
  readonly vanished: readonly number[] | undefined;
}

/** One connection. After it is lost, every call fails and must be repeated on a new connection. */
export interface MailConnection {
  folders(): Promise<readonly RemoteFolder[]>;
  /** Opens the folder that all calls below refer to. */
  open(path: string): Promise<FolderState>;
  all(): Promise<readonly RemoteFlags[]>;
  changes(since: string): Promise<FolderChanges>;
  /** One after the other, so that only one is in memory. Removed mails are left out. */
  messages(uids: readonly number[], maxBytes: number): AsyncIterable<RemoteMessage>;
  /** Resolves when something in the folder may have changed, or the time has passed. */
  change(withinMs: number, signal: AbortSignal): Promise<void>;
  /** Stores a mail in a folder as read, unless one with its message id is there. */
  keepCopy(path: string, raw: Uint8Array, messageId: string): Promise<void>;
  close(): void;
}

/**
 * A mail server with the credentials of one account. `connect` fails with PERMISSION_DENIED for refused credentials and
 * EXTERNAL_ERROR otherwise.
 */
export interface MailServer {
  connect(signal: AbortSignal): Promise<MailConnection>;
}

/** A complete mail and its envelope. */
export interface OutgoingMail {
  /** The envelope: the address for undeliverable mail, and all recipients. */
  readonly from: string;
  readonly recipients: readonly string[];
  /** Exactly what is sent. */
  readonly raw: Uint8Array;
}

/** The result of one attempt to send. After `unknown`, sending again could deliver the mail twice. */
export type MailSendResult =
  /** The server has accepted it. It does not deliver to the recipients in `refused`. */
  | { readonly state: 'sent'; readonly answer: string; readonly refused: readonly string[] }
  /** The server did not accept it, or did not receive all of it: it reaches no recipient. */
  | { readonly state: 'refused'; readonly reason: string; readonly isLasting: boolean }
  /** The server received all of it and did not answer: the outcome is unknown. */
  | { readonly state: 'unknown'; readonly reason: string };

/**
 * Sends mail through one server. It throws only what `beforeBody` throws, or the signal's reason; other failures are
 * results.
 */
export interface MailSender {
  /** `beforeBody` is awaited before the first byte of the mail is sent. If it throws, nothing is sent. */
  send(mail: OutgoingMail, beforeBody: () => Promise<void>, signal: AbortSignal): Promise<MailSendResult>;
}

/** A mail before it is encoded. It contains no recipient of a blind copy. */
export interface ComposedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  readonly messageId: string;
  /** Milliseconds. */
  readonly date: number;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Uint8Array }[];
  /** An iTIP message that is sent with it. */
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly data: string } | undefined;
}
