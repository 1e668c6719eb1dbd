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

export interface OrganizationMailFound {
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
  search(query: OrganizationMailQuery): Promise<{ found: readonly OrganizationMailFound[]; total: number }>;
  /** NOT_FOUND for an account or file that is not there or not theirs, in the very same words. */
  prepare(draft: MailDraft, signal: AbortSignal): Promise<PreparedMail>;
  /** CONFLICT when what was prepared is no longer what `expected` names. The same call schedules one mail, however often it asks. */
  schedule(draft: MailDraft, callId: string, expected: string | undefined, signal: AbortSignal): Promise<ScheduledMail>;
  /** CONFLICT when it is too late. May be repeated. */
  callBack(id: string): Promise<void>;
}
