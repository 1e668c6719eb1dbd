/**
 * A mailbox on a mail server, as a line to it shows it. It is only ever looked at; the one thing that is put there is the copy
 * of what was sent. Whatever the server says may be wrong, and what the mails say was written by others.
 */
export type FolderRole = 'inbox' | 'sent' | 'drafts' | 'archive' | 'junk' | 'trash' | 'other';

export interface RemoteFolder {
  readonly path: string;
  readonly role: FolderRole;
}

/** How a folder stands. Its uids mean something only together with `validity`. */
export interface FolderState {
  readonly path: string;
  readonly validity: string;
  readonly exists: number;
  /** Every change to the folder makes it greater; undefined where the server does not count. */
  readonly modseq: string | undefined;
}

export interface RemoteFlags {
  readonly uid: number;
  readonly isSeen: boolean;
  readonly isFlagged: boolean;
  readonly isAnswered: boolean;
  readonly isDraft: boolean;
}

export interface RemoteMessage extends RemoteFlags {
  /** When the server took it in (milliseconds), where it says so. */
  readonly receivedAt: number | undefined;
  readonly raw: Uint8Array;
  /** False when `raw` is only the beginning of something larger. */
  readonly isWhole: boolean;
}

export interface FolderChanges {
  /** Those that are new or have other flags now. */
  readonly changed: readonly RemoteFlags[];
  /** Undefined where the server does not tell which have gone. */
  readonly vanished: readonly number[] | undefined;
}

/** One connection. Everything on it fails once it is lost; what was asked for then has to be asked for on a new one. */
export interface MailConnection {
  folders(): Promise<readonly RemoteFolder[]>;
  /** The folder that everything below is about. */
  open(path: string): Promise<FolderState>;
  all(): Promise<readonly RemoteFlags[]>;
  changes(since: string): Promise<FolderChanges>;
  /** One after the other, so that no more than one has to be held. Those that have gone are left out. */
  messages(uids: readonly number[], maxBytes: number): AsyncIterable<RemoteMessage>;
  /** Resolves when something in the folder may have changed, or the time has passed. */
  change(withinMs: number, signal: AbortSignal): Promise<void>;
  /** Puts a mail into a folder as one that was read, unless one with its message id is there. */
  keepCopy(path: string, raw: Uint8Array, messageId: string): Promise<void>;
  close(): void;
}

export interface MailServer {
  connect(signal: AbortSignal): Promise<MailConnection>;
}

export interface OutgoingMail {
  /** The envelope: who is told of undeliverable mail, and everybody who is to have it. */
  readonly from: string;
  readonly recipients: readonly string[];
  /** Exactly what is sent. */
  readonly raw: Uint8Array;
}

export type MailSendResult =
  /** The server has taken it. `refused` are recipients that it does not deliver to. */
  | { readonly state: 'sent'; readonly answer: string; readonly refused: readonly string[] }
  /** The server did not take it, or was never given the whole: nobody has it. */
  | { readonly state: 'refused'; readonly reason: string; readonly isLasting: boolean }
  /** The server was given the whole and did not answer: whether it took it, nobody knows. */
  | { readonly state: 'unknown'; readonly reason: string };

export interface MailSender {
  /** `beforeBody` is awaited before the first byte of the mail leaves. If it throws, nothing is sent. */
  send(mail: OutgoingMail, beforeBody: () => Promise<void>, signal: AbortSignal): Promise<MailSendResult>;
}

/** A mail before it is written down. Nobody who gets a blind copy stands in it. */
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
  /** An iTIP message that goes with it. */
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly data: string } | undefined;
}
