/** Mail as one person of an organization has it: what they may see and what they may send from. */
import type { SharedData } from '../../../core/access/shared-data.ts';
import { ofUser } from '../../../core/access/audience.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import type { ComposedMail } from '../../../ports/mail-account.ts';
import type {
  MailDraft,
  OrganizationMail,
  OrganizationMailQuery,
  PreparedMail,
  ScheduledMail,
} from '../../../ports/organization-mail.ts';
import type { SharedFile, SharedFiles } from '../../../ports/shared-files.ts';
import { htmlToText } from '../../mail/html-text.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { findMails } from './find-mails.ts';
import type { MailAccounts } from './mail-accounts.ts';
import type { AccountRow, OrganizationMailTables } from './mail-tables.ts';
import type { MailOutbox } from './mail-outbox.ts';

interface PersonMailParts {
  readonly shared: SharedData<OrganizationMailTables>;
  readonly accounts: MailAccounts;
  readonly outbox: MailOutbox;
  readonly undoMs: number;
}

const MAX_ATTACHED = 25_000_000;
const HTML = /<(?:!doctype|html|body|p|div|br|table|ul|ol|h[1-6]|a|b|i|u|strong|em|span|img|blockquote)\b[^<>]*>/i;

export class PersonMail implements OrganizationMail {
  readonly #parts: PersonMailParts;
  readonly #principal: Principal;
  readonly #files: SharedFiles;

  constructor(parts: PersonMailParts, principal: Principal, files: SharedFiles) {
    this.#parts = parts;
    this.#principal = principal;
    this.#files = files;
  }

  search(asked: OrganizationMailQuery): ReturnType<OrganizationMail['search']> {
    const { shared } = this.#parts;
    return findMails(shared.of(this.#principal), shared.dialect, asked);
  }

  async prepare(draft: MailDraft, signal: AbortSignal): Promise<PreparedMail> {
    return (await this.#prepare(draft, signal)).prepared;
  }

  async schedule(
    draft: MailDraft,
    callId: string,
    expected: string | undefined,
    signal: AbortSignal,
  ): Promise<ScheduledMail> {
    const { outbox, undoMs } = this.#parts;
    const { account, files, prepared } = await this.#prepare(draft, signal);
    if (expected !== undefined && expected !== prepared.state)
      throw new DeputizeError('CONFLICT', 'The account or an attachment has changed since it was looked at.');
    const mail = await this.#toSend(draft, prepared, files);
    const row = await outbox.schedule(this.#principal, account, mail, { callId });
    if (undoMs > 0) return { id: row.id, isSent: false, at: row.due_at };
    const ended = await outbox.deliver(ofUser(this.#principal.userId), row.id, signal, { isPatient: false });
    if (ended?.state === 'sent') return { id: row.id, isSent: true, at: ended.ended_at ?? row.due_at };
    if (ended?.state === 'failed') throw new DeputizeError('EXTERNAL_ERROR', ended.answer ?? 'It was not sent.');
    const unknown = 'Whether the mail was delivered is not known. It is not sent again.';
    throw new DeputizeError('OUTCOME_UNKNOWN', unknown, { partialSideEffects: true });
  }

  callBack(callId: string): Promise<void> {
    return this.#parts.outbox.callBack(this.#principal, { callId });
  }

  async #prepare(
    { accountId, fileIds, body }: MailDraft,
    signal: AbortSignal,
  ): Promise<{ account: AccountRow; files: readonly SharedFile[]; prepared: PreparedMail }> {
    signal.throwIfAborted();
    const account = await this.#parts.accounts.toSendFrom(this.#principal, accountId);
    const files = await Promise.all(fileIds.map((id) => this.#file(id)));
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ATTACHED)
      throw new DeputizeError('TOO_LARGE', `The attachments have more than ${MAX_ATTACHED} bytes.`);
    const { id, address, name } = account;
    const state = await deriveUuid([id, address, name, ...files.map((file) => file.hash)]);
    const attachments = files.map((file) => ({ name: file.name, type: file.type, size: file.size }));
    const from = name === '' ? address : `${name} <${address}>`;
    const undoSeconds = Math.round(this.#parts.undoMs / 1_000);
    return {
      account,
      files,
      prepared: { accountId: id, from, isHtml: HTML.test(body), attachments, state, undoSeconds },
    };
  }

  async #file(id: string): Promise<SharedFile> {
    const file = await this.#files.find(id);
    if (file) return file;
    throw new DeputizeError('NOT_FOUND', 'There is no such file to attach.');
  }

  async #toSend(draft: MailDraft, { from, isHtml }: PreparedMail, files: readonly SharedFile[]) {
    const { to, cc, bcc, subject, body, invitation } = draft;
    const attachments: ComposedMail['attachments'] = await Promise.all(
      files.map(async ({ name, type, hash }) => ({ name, type, content: await this.#files.content(hash) })),
    );
    const text = isHtml ? htmlToText(body) : body;
    return { from, to, cc, bcc, subject, text, html: isHtml ? body : undefined, attachments, invitation };
  }
}
