/** The mail of one user in an organization: their own accounts and the shared mailboxes of their departments. */
export interface OrganizationMailQuery {
  readonly query?: string | undefined;
  readonly sender?: string | undefined;
  readonly subject?: string | undefined;
  readonly folder?: 'inbox' | 'sent' | 'drafts' | undefined;
  /** Milliseconds; `before` is exclusive. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  readonly unreadOnly?: boolean | undefined;
  readonly limit: number;
}

/** A mail in a search result. Its texts are untrusted content. */
export interface OrganizationMailSummary {
  readonly id: string;
  readonly subject: string;
  readonly from: { readonly email: string; readonly name: string };
  readonly preview: string;
  readonly receivedAt: number;
  readonly isUnread: boolean;
}

/**
 * A mail to send. Without `accountId`, the first account that can send is used. `fileIds` name files of the
 * organization.
 */
export interface MailDraft {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly accountId: string | undefined;
  readonly fileIds: readonly string[];
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly data: string } | undefined;
}

/** What a draft would become; nothing is sent. */
export interface PreparedMail {
  readonly accountId: string;
  /** "Ann Example <ann@example.com>". */
  readonly from: string;
  readonly isHtml: boolean;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  /** Identifies the account and the current contents of the attachments. */
  readonly state: string;
  /** How long it can be undone. */
  readonly undoSeconds: number;
}

/** A mail that waits until it can no longer be undone, or that was sent at once. */
export interface ScheduledMail {
  readonly id: string;
  readonly isSent: boolean;
  /** When it was sent, or will be. Milliseconds. */
  readonly at: number;
}

/** Searches and sends mail. `schedule` fails with EXTERNAL_ERROR or OUTCOME_UNKNOWN if an immediate delivery fails. */
export interface OrganizationMail {
  search(query: OrganizationMailQuery): Promise<{ found: readonly OrganizationMailSummary[]; total: number }>;
  /** NOT_FOUND for an account or file that is missing or belongs to another user, with the same message. */
  prepare(draft: MailDraft, signal: AbortSignal): Promise<PreparedMail>;
  /** CONFLICT if what was prepared no longer matches `expected`. The same call schedules one mail, even if it is repeated. */
  schedule(draft: MailDraft, callId: string, expected: string | undefined, signal: AbortSignal): Promise<ScheduledMail>;
  /** Cancels what a call has scheduled. CONFLICT when it is too late. May be repeated. */
  callBack(callId: string): Promise<void>;
}

/** A mail account and the state of its synchronization. `problem` says why it does not work now. */
export interface MailAccountView {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  /** The department that shares the mailbox; null for a user's own mailbox. */
  readonly departmentId: string | null;
  readonly canSend: boolean;
  /** When it last matched the server. */
  readonly syncedAt: string | null;
  readonly problem: string | null;
  /** While mail is read for the first time, or much of it. */
  readonly progress: { readonly done: number; readonly total: number };
}

/** How to connect to a mail server. `ca` is the certificate to trust instead of the default ones. */
export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  readonly security?: 'tls' | 'starttls' | 'none' | undefined;
  readonly ca?: string | undefined;
}

/** A mail account to add, with its credentials. */
export interface NewMailAccount {
  /** Absent for the user's own mailbox. */
  readonly departmentId?: string | undefined;
  readonly address: string;
  readonly name?: string | undefined;
  readonly settings: {
    readonly imap: MailServerSettings;
    /** Absent if mail is only read. */
    readonly smtp?: MailServerSettings | undefined;
    readonly user: string;
    readonly oauth?: { readonly tokenUrl: string; readonly clientId: string } | undefined;
  };
  readonly secret:
    { readonly password: string } | { readonly refreshToken: string; readonly clientSecret?: string | undefined };
}

/** A mail in the outbox. `answer` is the answer of the mail server, or why sending failed. */
export interface OutgoingMailView {
  readonly id: string;
  readonly callId: string;
  /** `scheduled` mail can still be cancelled; `unknown` mail may have been delivered. */
  readonly state: 'scheduled' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';
  readonly subject: string;
  readonly from: string;
  readonly recipients: readonly string[];
  /** When it will be sent, or when it ended. */
  readonly at: string;
  readonly answer: string | null;
}

/** A whole mail. Its texts are untrusted content. `problem` says why only a part could be parsed. */
export interface OrganizationMailDetails {
  readonly id: string;
  readonly subject: string;
  readonly from: { readonly name: string; readonly email: string };
  readonly receivedAt: string;
  readonly body: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  readonly problem: string | null;
}

/** How a user manages their mail, for the console and the command line. Models cannot call this. */
export interface MailAdministration {
  /** Tries to sign in before anything is stored. */
  add(account: NewMailAccount, signal: AbortSignal): Promise<MailAccountView>;
  list(): Promise<readonly MailAccountView[]>;
  remove(id: string): Promise<void>;
  synchronize(id: string, signal: AbortSignal, progress?: (done: number, total: number) => void): Promise<void>;
  outbox(): Promise<readonly OutgoingMailView[]>;
  /** NOT_FOUND for a mail that is missing or belongs to another user, with the same message. */
  read(id: string): Promise<OrganizationMailDetails>;
}
