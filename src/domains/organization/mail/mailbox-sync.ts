/**
 * Synchronizes stored mailboxes with their servers. One process at a time holds the lease of a mailbox and renews it. When a
 * lease expires, another process takes over.
 */
import type { AudienceId } from '../../../core/access/audience.ts';
import { DeputizeError, toErrorValue, type Log } from '../../../core/index.ts';
import { query, createSqlBuilder } from '../../../core/storage/statements.ts';
import { pause } from '../../../lib/pause.ts';
import { computeBackoff } from '../../../lib/retry-backoff.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database } from '../../../ports/database.ts';
import type { MailServer } from '../../../ports/mail-account.ts';
import type { KeptMailbox } from './kept-mailbox.ts';
import type { MailAccounts, WatchTables } from './mail-accounts.ts';
import type { AccountRow } from './mail-tables.ts';
import { synchronize } from './synchronize.ts';

interface MailboxSyncParts {
  /** Stores only the leases. No mailbox data is read from it. */
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: MailAccounts;
  readonly server: (account: AccountRow) => MailServer;
  readonly mailbox: (account: AccountRow) => KeptMailbox;
  readonly maxBytes: number;
  readonly log: Log;
  /** How often folders are checked for which the server announces no changes. */
  readonly lookMs?: number;
  /** The first pause after a failure. Each further pause is twice as long. */
  readonly pauseMs?: number;
}

interface Watch {
  readonly account_id: string;
  readonly account_audience: AudienceId;
}

type SyncProgress = (done: number, total: number) => void;

const LOOK_MS = 5 * 60_000;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const HELD_MS = 60_000;
const TAKE_MS = 5_000;
const SOON_MS = 100;
const MOST_AT_ONCE = 200;

export class MailboxSync {
  readonly #parts: MailboxSyncParts;
  readonly #holder = crypto.randomUUID();
  readonly #ending = new AbortController();
  readonly #attended = new Map<string, Promise<void>>();
  #taking: Promise<void> | undefined;

  constructor(parts: MailboxSyncParts) {
    this.#parts = parts;
  }

  /** Starts to take over mailboxes that no other process holds. */
  start(): void {
    this.#taking ??= this.#takeUp();
  }

  /** Synchronizes once, at once. Throws CONFLICT if a running server already synchronizes this mailbox. */
  async synchronizeNow(account: AccountRow, signal: AbortSignal, progress?: SyncProgress): Promise<void> {
    const watch = { account_id: account.id, account_audience: account.audience as AudienceId };
    if (this.#attended.has(account.id) || !(await this.#hold(watch)))
      throw new DeputizeError('CONFLICT', 'A server that runs attends to this mailbox already.');
    const lost = new AbortController();
    const timer = setInterval(() => void this.#hold(watch).then((is) => is || lost.abort()), HELD_MS / 3);
    try {
      await this.#once(account, AbortSignal.any([signal, lost.signal, this.#ending.signal]), progress);
    } finally {
      clearInterval(timer);
      await this.#release(watch);
    }
  }

  async close(): Promise<void> {
    this.#ending.abort(new DeputizeError('CANCELLED', 'The server ends.'));
    await this.#taking;
    await Promise.all(this.#attended.values());
  }

  async #takeUp(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        for (const watch of await this.#free()) {
          if (this.#attended.has(watch.account_id) || !(await this.#hold(watch))) continue;
          const attending = this.#attend(watch).finally(() => this.#attended.delete(watch.account_id));
          this.#attended.set(watch.account_id, attending);
        }
      } catch (error) {
        this.#parts.log('warn', 'mailboxes could not be taken up', { error });
      }
      await pause(TAKE_MS, signal);
    }
  }

  async #attend(watch: Watch): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.#ending.signal]);
    const still = (): void => {
      this.#hold(watch).then(
        (is) => is || lost.abort(),
        () => lost.abort(),
      );
    };
    const timer = setInterval(still, HELD_MS / 3);
    const { pauseMs = PAUSE_MS } = this.#parts;
    let retry = 0;
    try {
      while (!signal.aborted) {
        const account = await this.#parts.accounts.within(watch.account_audience, watch.account_id);
        if (!account) return;
        let hasGoneOn = false;
        const begun = (): void => void (hasGoneOn = true);
        await this.#follow(account, signal, begun).catch((error: unknown) => this.#failed(account, error, signal));
        // A synchronization that makes progress resets the backoff, even if its connection is lost.
        retry = hasGoneOn ? 0 : retry + 1;
        await pause(computeBackoff(retry, { firstMs: pauseMs, longestMs: LONGEST_PAUSE_MS }), signal);
      }
    } catch (error) {
      this.#parts.log('warn', 'a mailbox is no longer attended to here', { account: watch.account_id, error });
    } finally {
      clearInterval(timer);
      await this.#release(watch).catch(() => undefined);
    }
  }

  /** Follows the mailbox over one connection until it ends. */
  async #follow(account: AccountRow, signal: AbortSignal, begun: () => void): Promise<void> {
    const { lookMs = LOOK_MS } = this.#parts;
    await using line = await this.#connect(account, signal);
    for (;;) {
      await this.#bring(account, line.line, signal, begun);
      begun();
      const { validity, modseq } = await line.line.open('INBOX');
      const kept = await this.#parts.mailbox(account).folder('INBOX');
      // The server does not announce changes again that happened while other folders were read.
      const isBehind = modseq !== undefined && (kept?.modseq !== modseq || kept.validity !== validity);
      if (isBehind) await pause(SOON_MS, signal);
      else await line.line.change(lookMs, signal);
      signal.throwIfAborted();
      if (!(await this.#parts.accounts.within(account.audience as AudienceId, account.id))) return;
    }
  }

  async #once(account: AccountRow, signal: AbortSignal, progress: SyncProgress | undefined): Promise<void> {
    await using line = await this.#connect(account, signal);
    await this.#bring(account, line.line, signal, progress);
  }

  async #bring(
    account: AccountRow,
    line: Awaited<ReturnType<MailServer['connect']>>,
    signal: AbortSignal,
    reported: SyncProgress | undefined,
  ): Promise<void> {
    const mailbox = this.#parts.mailbox(account);
    const progress = async (done: number, total: number): Promise<void> => {
      reported?.(done, total);
      await mailbox.saveProgress({ progress_done: done, progress_total: total });
    };
    await synchronize(line, mailbox, { maxBytes: this.#parts.maxBytes, signal, progress });
    await mailbox.saveProgress({
      synced_at: this.#parts.clock.now(),
      problem: null,
      progress_done: 0,
      progress_total: 0,
    });
  }

  async #connect(account: AccountRow, signal: AbortSignal) {
    const line = await this.#parts.server(account).connect(signal);
    return { line, [Symbol.asyncDispose]: async () => line.close() };
  }

  async #failed(account: AccountRow, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { message } = toErrorValue(error);
    this.#parts.log('info', 'a mailbox could not be read', { account: account.id, error });
    await this.#parts.mailbox(account).saveProgress({ problem: message });
  }

  #sql() {
    return createSqlBuilder<WatchTables>(this.#parts.database.dialect);
  }

  async #free(): Promise<Watch[]> {
    const free = this.#sql()
      .selectFrom('organization_mail_watches')
      .select(['account_id', 'account_audience'])
      .where('until', '<', this.#parts.clock.now())
      .orderBy('until')
      .limit(Math.max(0, MOST_AT_ONCE - this.#attended.size));
    return this.#parts.database.read<Watch>(query(free));
  }

  /** Takes or renews the lease. Returns false if another process holds it. */
  async #hold({ account_id }: Watch): Promise<boolean> {
    const now = this.#parts.clock.now();
    const update = this.#sql()
      .updateTable('organization_mail_watches')
      .set({ holder: this.#holder, until: now + HELD_MS })
      .where('account_id', '=', account_id)
      .where((where) => where.or([where('until', '<', now), where('holder', '=', this.#holder)]));
    return (await this.#parts.database.change({ guards: [query(update)] })) === 'done';
  }

  async #release({ account_id }: Watch): Promise<void> {
    const update = this.#sql()
      .updateTable('organization_mail_watches')
      .set({ holder: null, until: 0 })
      .where('account_id', '=', account_id)
      .where('holder', '=', this.#holder);
    await this.#parts.database.change({ guards: [], writes: [query(update)] });
  }
}
