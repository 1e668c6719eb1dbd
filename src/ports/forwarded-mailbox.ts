/** One user's mail that was forwarded to the assistant. It is untrusted content and never an instruction. */
export interface MailQuery {
  /** Words that must all occur in subject or summary; `"quoted words"` must be adjacent, `word*` is a prefix. */
  readonly query?: string | undefined;
  readonly sender?: string | undefined;
  readonly subject?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly unreadOnly?: boolean | undefined;
  readonly limit: number;
  readonly order: 'newest' | 'relevance';
}

/** A mail in a search result. Sender, subject and summary are untrusted content. */
export interface MailSummary {
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly date: string;
  readonly summary: string;
  /** `extract` is text of the mail itself, `model` was written by a model. */
  readonly summaryBy: 'extract' | 'model';
  readonly isUnread: boolean;
  readonly attachments: number;
  readonly original: MailOriginal | undefined;
  /** Why only a part of the mail could be parsed. */
  readonly problem: string | undefined;
  /** Another mail has the same message id, with other content. */
  readonly hasTwin: boolean;
  /** A provider's request to confirm forwarding, which only the user may answer. */
  readonly isConfirmation: boolean;
}

/** The original of a forwarded mail. */
interface MailOriginal {
  readonly sender: string;
  readonly subject: string | undefined;
  /** ISO 8601. */
  readonly date: string | undefined;
}

interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly hash: string;
}

interface MailDetails extends MailSummary {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly body: string;
  /** The earlier mails that this one answers, as it quotes them. */
  readonly quoted: string;
  readonly parts: readonly MailAttachment[];
}

/** A provider's request to allow forwarding to this address. Shown to the user, never followed. */
export interface MailNotice {
  readonly id: string;
  readonly mailId: string;
  readonly provider: string;
  /** The account that is to be forwarded, according to the mail. */
  readonly account: string | undefined;
  readonly code: string | undefined;
  readonly link: string | undefined;
  readonly at: string;
}

/** The stored mails of one user, and the notices about forwarding requests. */
export interface ForwardedMailbox {
  search(query: MailQuery): Promise<{ found: MailSummary[]; hasMore: boolean }>;
  /** Undefined when there is no such mail. */
  read(id: string): Promise<MailDetails | undefined>;
  /** Notices that the user has not dismissed, newest first. */
  notices(): Promise<MailNotice[]>;
  /** False when there is no such notice. */
  dismissNotice(id: string): Promise<boolean>;
}

/** How a mail arrived. */
export interface MailEnvelope {
  readonly via: 'smtp' | 'file' | 'worker';
  /** What the delivering side states about itself. Nothing proves it. */
  readonly from?: string | undefined;
  readonly client?: string | undefined;
}

/** What was stored for a delivered mail. */
export interface DeliveryReceipt {
  /** `known` if the same bytes were stored already. */
  readonly state: 'stored' | 'known';
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly problem: string | undefined;
  readonly isConfirmation: boolean;
}

/** Receives mail. Resolves once the mail is durable; until then its receipt must not be acknowledged. */
export interface MailInbox {
  deliver(raw: Uint8Array | AsyncIterable<Uint8Array>, envelope: MailEnvelope): Promise<DeliveryReceipt>;
}
