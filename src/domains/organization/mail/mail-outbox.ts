/**
 * Sends mail. A mail can be cancelled until its due time, and is then sent once. The start of the transfer is recorded first, so
 * that a crash never leads to a second delivery.
 */
import { listAudiences, ofUser, type AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import { DeputizeError, type Principal } from '../../../core/index.ts';
import { draftRecord } from '../../../core/ledger/records.ts';
import { query } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SqlQuery, RecordDraft } from '../../../ports/database.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import type { ComposedMail, MailSendResult, MailSender } from '../../../ports/mail-account.ts';
import type { OutgoingMailView } from '../../../ports/organization-mail.ts';
import type { ObjectStore } from '../../../ports/object-store.ts';
import type { AccountRow, OrganizationMailTables, OutgoingRow } from './mail-tables.ts';
import type { MailAccounts } from './mail-accounts.ts';
import { deriveUuid } from '../derive-uuid.ts';

export const SEND_JOB = 'organization.mail.send';
export const COPY_JOB = 'organization.mail.copy';

interface OutboxParts {
  readonly shared: SharedData<OrganizationMailTables>;
  readonly accounts: MailAccounts;
  readonly objects: ObjectStore;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly undoMs: number;
  readonly compose: (mail: ComposedMail) => Promise<Uint8Array>;
  readonly sender: (account: AccountRow) => MailSender;
  /** Returns undefined if the user is no longer in the organization. */
  readonly present: (userId: string) => Promise<Pick<Principal, 'userId' | 'departmentIds'> | undefined>;
}

type OutboxMail = Omit<ComposedMail, 'messageId' | 'date'> & { readonly bcc: readonly string[] };

interface MailPurpose {
  readonly callId: string;
  readonly purpose?: string;
}

/** How often a mail is tried while the server reports a temporary failure. */
const ATTEMPTS = 6;
const RESCUE_MS = 120_000;

export class MailOutbox {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** The id depends on the call and the purpose, so that one call never creates two mails for one purpose. */
  async schedule(
    principal: Pick<Principal, 'userId'>,
    account: AccountRow,
    { bcc, ...mail }: OutboxMail,
    { callId, purpose = 'mail' }: MailPurpose,
  ): Promise<OutgoingRow> {
    const { shared, objects, clock, jobs, compose, undoMs } = this.#parts;
    const audience = ofUser(principal.userId);
    const [id, now] = [await outgoingId(principal.userId, callId, purpose), clock.now()];
    const seen = shared.within(audience);
    const known = await this.#find(audience, id);
    if (known) return known;
    const messageId = `<${id}@${account.address.slice(account.address.lastIndexOf('@') + 1)}>`;
    const raw = await compose({ ...mail, messageId, date: now + undoMs });
    const { hash } = await objects.put(raw);
    const row: OutgoingRow = {
      ...{ id, audience, user_id: principal.userId, call_id: callId, account_id: account.id },
      ...{ account_audience: account.audience, state: 'scheduled', message_id: messageId, subject: mail.subject },
      sender: account.address,
      recipients: JSON.stringify([...new Set([...mail.to, ...mail.cc, ...bcc])]),
      ...{ hash, due_at: now + undoMs, attempts: 0, ended_at: null, answer: null },
    };
    // If `undoMs` is 0, the caller sends the mail at once. This job is for the case that the caller's process crashes.
    const at = undoMs === 0 ? row.due_at + RESCUE_MS : row.due_at;
    const job = jobs.later({ kind: SEND_JOB, key: id, payload: { audience, id }, at });
    await seen.change({
      guards: [seen.insert('organization_outgoing_mails', row)],
      writes: [job],
      records: [await this.#createNotification('mail.scheduled', row, { due: new Date(row.due_at).toISOString() })],
    });
    return row;
  }

  /** Sends a mail that accompanies another action. If it is sent at once, a failure does not fail that action. */
  async send(
    principal: Pick<Principal, 'userId'>,
    account: AccountRow,
    mail: OutboxMail,
    purpose: MailPurpose,
  ): Promise<void> {
    const { id, audience } = await this.schedule(principal, account, mail, purpose);
    // The job retries a failed delivery.
    if (this.#parts.undoMs === 0)
      await this.deliver(audience as AudienceId, id, new AbortController().signal).catch(() => undefined);
  }

  /** Lists the last mails of a user, newest first. */
  async list({ userId }: Pick<Principal, 'userId'>, limit = 50): Promise<OutgoingMailView[]> {
    const seen = this.#parts.shared.within(ofUser(userId));
    const rows = (await seen.read(
      seen.select('organization_outgoing_mails').selectAll().orderBy('due_at', 'desc').orderBy('id').limit(limit),
    )) as OutgoingRow[];
    return rows.map((row) => ({
      ...{ id: row.id, callId: row.call_id, state: row.state, subject: row.subject, from: row.sender },
      recipients: JSON.parse(row.recipients) as string[],
      at: new Date(row.ended_at ?? row.due_at).toISOString(),
      answer: row.answer,
    }));
  }

  /** Cancels a scheduled mail. Does nothing if it was never scheduled. */
  async callBack({ userId }: Pick<Principal, 'userId'>, { callId, purpose = 'mail' }: MailPurpose): Promise<void> {
    const { shared, jobs, clock } = this.#parts;
    const audience = ofUser(userId);
    const id = await outgoingId(userId, callId, purpose);
    const row = await this.#find(audience, id);
    if (!row || row.state === 'cancelled') return;
    const done = await shared.within(audience).change({
      guards: [this.#move(row, 'scheduled', { state: 'cancelled', ended_at: clock.now() })],
      writes: [jobs.cancel(SEND_JOB, id)],
      records: [await this.#createNotification('mail.unsent', row, { reason: 'called back' })],
    });
    if (done === 'lost' && (await this.#find(audience, id))?.state !== 'cancelled')
      throw new DeputizeError('CONFLICT', 'It is too late: the mail has been sent, or is on its way.');
  }

  /** Sends a mail that is due. A repeated call after its end or after a crash sends nothing. */
  async deliver(
    audience: AudienceId,
    id: string,
    signal: AbortSignal,
    { isPatient = true } = {},
  ): Promise<OutgoingRow | undefined> {
    const row = await this.#find(audience, id);
    if (row?.state === 'sending') return this.#end(row, 'unknown', 'The process ended while it was handed over.');
    if (row?.state !== 'scheduled') return row;
    const account = await this.#allowed(row);
    if (!account) return this.#end(row, 'failed', 'The sender may no longer send from this account.');
    const { sender, objects } = this.#parts;
    const raw = await objects.get(row.hash);
    if (!raw) return this.#end(row, 'failed', 'What was to be sent is no longer kept.');
    const mail = { from: row.sender, recipients: JSON.parse(row.recipients) as string[], raw };
    let isBegun = false;
    const begin = async (): Promise<void> => {
      await this.#begin(row);
      isBegun = true;
    };
    let handover: MailSendResult;
    try {
      handover = await sender(account).send(mail, begin, signal);
    } catch (error) {
      // The mail was cancelled, removed or sent by another process at the last moment.
      if (error instanceof DeputizeError && error.code === 'CONFLICT') return this.#find(audience, id);
      throw error;
    }
    const now: OutgoingRow = isBegun ? { ...row, state: 'sending' } : row;
    if (handover.state === 'unknown') return this.#end(now, 'unknown', handover.reason);
    if (handover.state === 'sent') return this.#end(now, 'sent', formatAnswer(handover), [this.#copy(row)]);
    if (handover.isLasting || !isPatient || row.attempts + 1 >= ATTEMPTS)
      return this.#end(now, 'failed', handover.reason);
    await this.#later(now, handover.reason);
    throw new DeputizeError('EXTERNAL_ERROR', handover.reason);
  }

  /** Returns the account if the user still exists and may still send from it. */
  async #allowed({ user_id, account_id, account_audience }: OutgoingRow): Promise<AccountRow | undefined> {
    const principal = await this.#parts.present(user_id);
    if (!principal || !(listAudiences(principal) as readonly string[]).includes(account_audience)) return undefined;
    return this.#parts.accounts.within(account_audience as AudienceId, account_id);
  }

  async #begin(row: OutgoingRow): Promise<void> {
    const begun = await this.#parts.shared
      .within(row.audience as AudienceId)
      .change({ guards: [this.#move(row, 'scheduled', { state: 'sending' })] });
    if (begun === 'lost') throw new DeputizeError('CONFLICT', 'The mail was called back.');
  }

  async #end(
    row: OutgoingRow,
    state: 'sent' | 'failed' | 'unknown',
    answer: string,
    writes: readonly SqlQuery[] = [],
  ): Promise<OutgoingRow> {
    const ended_at = this.#parts.clock.now();
    const kind = state === 'sent' ? 'mail.sent' : 'mail.unsent';
    const done = await this.#parts.shared.within(row.audience as AudienceId).change({
      guards: [this.#move(row, row.state, { state, ended_at, answer })],
      writes,
      records: [await this.#createNotification(kind, row, { state, reason: answer })],
    });
    const ended = { ...row, state, ended_at, answer };
    return done === 'done' ? ended : ((await this.#find(row.audience as AudienceId, row.id)) ?? ended);
  }

  /** Nothing was delivered, so a retry is safe. */
  async #later(row: OutgoingRow, answer: string): Promise<void> {
    const back = { state: 'scheduled' as const, attempts: row.attempts + 1, answer };
    await this.#parts.shared.within(row.audience as AudienceId).change({ guards: [this.#move(row, row.state, back)] });
  }

  #copy({ account_audience, account_id, hash, message_id, id }: OutgoingRow): SqlQuery {
    const payload = { audience: account_audience, accountId: account_id, hash, messageId: message_id };
    return this.#parts.jobs.later({ kind: COPY_JOB, key: id, payload });
  }

  #move(row: OutgoingRow, from: OutgoingRow['state'], to: Partial<OutgoingRow>): SqlQuery {
    return query(
      this.#parts.shared
        .within(row.audience as AudienceId)
        .update('organization_outgoing_mails')
        .set(to)
        .where('id', '=', row.id)
        .where('state', '=', from),
    );
  }

  async #find(audience: AudienceId, id: string): Promise<OutgoingRow | undefined> {
    const seen = this.#parts.shared.within(audience);
    const [row] = (await seen.read(
      seen.select('organization_outgoing_mails').selectAll().where('organization_outgoing_mails.id', '=', id),
    )) as OutgoingRow[];
    return row;
  }

  async #createNotification(
    kind: 'mail.scheduled' | 'mail.sent' | 'mail.unsent',
    { id, user_id: user, account_id: accountId, hash, call_id }: OutgoingRow,
    more: Record<string, string>,
  ): Promise<RecordDraft> {
    return draftRecord(await this.#parts.shared.organizationOf(user), kind, this.#parts.clock.now(), call_id, {
      user,
      mailId: id,
      accountId,
      hash,
      ...more,
    });
  }
}

function formatAnswer({ answer, refused }: Extract<MailSendResult, { state: 'sent' }>): string {
  return refused.length === 0 ? answer : `${answer} (not delivered to ${refused.join(', ')})`;
}

const outgoingId = (userId: string, callId: string, purpose: string): Promise<string> =>
  deriveUuid(['outgoing', userId, callId, purpose]);
