/** The mail of one person in an organization: their own accounts and the mailboxes that their departments share. */
export interface OrganizationMailQuery {
  readonly query?: string | undefined;
  readonly sender?: string | undefined;
  readonly subject?: string | undefined;
  readonly folder?: 'inbox' | 'sent' | 'drafts' | undefined;
  /** Milliseconds; `before` itself is no longer meant. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  readonly unreadOnly?: boolean | undefined;
  readonly limit: number;
}

export interface OrganizationMailSummary {
  readonly id: string;
  readonly subject: string;
  readonly from: { readonly email: string; readonly name: string };
  readonly preview: string;
  readonly receivedAt: number;
  readonly isUnread: boolean;
}

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

/** What a draft would become, without anything being done. */
export interface PreparedMail {
  readonly accountId: string;
  /** "Ann Example <ann@example.com>". */
  readonly from: string;
  readonly isHtml: boolean;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  /** Names the account and the contents of the attachments as they are now. */
  readonly state: string;
  /** How long it can be called back. */
  readonly undoSeconds: number;
}

export interface ScheduledMail {
  readonly id: string;
  readonly isSent: boolean;
  /** When it was sent, or will be. Milliseconds. */
  readonly at: number;
}

export interface OrganizationMail {
  search(query: OrganizationMailQuery): Promise<{ found: readonly OrganizationMailSummary[]; total: number }>;
  /** NOT_FOUND for an account or file that is not there or not theirs, in the very same words. */
  prepare(draft: MailDraft, signal: AbortSignal): Promise<PreparedMail>;
  /** CONFLICT when what was prepared is no longer what `expected` names. The same call schedules one mail, however often it asks. */
  schedule(draft: MailDraft, callId: string, expected: string | undefined, signal: AbortSignal): Promise<ScheduledMail>;
  /** What a call has scheduled. CONFLICT when it is too late. May be repeated. */
  callBack(callId: string): Promise<void>;
}

export interface MailAccountView {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  /** Whose shared mailbox it is; null for somebody's own. */
  readonly departmentId: string | null;
  readonly canSend: boolean;
  /** When it was last known to be as the server has it. */
  readonly syncedAt: string | null;
  readonly problem: string | null;
  /** While mail is read for the first time, or much of it. */
  readonly progress: { readonly done: number; readonly total: number };
}

export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  readonly security?: 'tls' | 'starttls' | 'none' | undefined;
  readonly ca?: string | undefined;
}

export interface NewMailAccount {
  /** Left out, it is the person's own. */
  readonly departmentId?: string | undefined;
  readonly address: string;
  readonly name?: string | undefined;
  readonly settings: {
    readonly imap: MailServerSettings;
    /** Left out, mail is only read. */
    readonly smtp?: MailServerSettings | undefined;
    readonly user: string;
    readonly oauth?: { readonly tokenUrl: string; readonly clientId: string } | undefined;
  };
  readonly secret:
    { readonly password: string } | { readonly refreshToken: string; readonly clientSecret?: string | undefined };
}

export interface OutgoingMailView {
  readonly id: string;
  readonly callId: string;
  /** Until its time has come it is `scheduled` and can be called back; `unknown` is one that may have been delivered. */
  readonly state: 'scheduled' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';
  readonly subject: string;
  readonly from: string;
  readonly recipients: readonly string[];
  /** When it goes, or when it came to its end. */
  readonly at: string;
  readonly answer: string | null;
}

export interface OrganizationMailDetails {
  readonly id: string;
  readonly subject: string;
  readonly from: { readonly name: string; readonly email: string };
  readonly receivedAt: string;
  readonly body: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  readonly problem: string | null;
}

/** What a person does about their mail, for the console and the command line. Models have no part in it. */
export interface MailAdministration {
  /** Tries to sign in before anything is kept. */
  add(account: NewMailAccount, signal: AbortSignal): Promise<MailAccountView>;
  list(): Promise<readonly MailAccountView[]>;
  remove(id: string): Promise<void>;
  synchronize(id: string, signal: AbortSignal, progress?: (done: number, total: number) => void): Promise<void>;
  outbox(): Promise<readonly OutgoingMailView[]>;
  /** NOT_FOUND for one that is not there or not theirs, in the very same words. */
  read(id: string): Promise<OrganizationMailDetails>;
}
