/**
 * A mailbox over IMAP. Folders are opened read-only. Literals, lines, counts and time are bounded, and a connection that
 * exceeds a bound is closed.
 */
import { ImapFlow, type FetchMessageObject, type FetchOptions, type FetchQueryObject } from 'imapflow';

import type { FolderRole, MailConnection, MailServer, RemoteFlags, RemoteMessage } from '../../ports/mail-account.ts';
import { PortError } from '../../ports/port-error.ts';
import { checkSecurity, toTlsOptions, type MailAddress, type MailLogin } from './mail-connection.ts';

export interface ImapOptions extends MailAddress {
  readonly login: MailLogin;
  /** The largest mail that is read whole, in bytes. */
  readonly maxBytes?: number;
  /** How long the server may be silent during a request, and how long one request may take in all. */
  readonly silenceMs?: number;
  readonly questionMs?: number;
}

const MAX_BYTES = 50_000_000;
const SILENCE_MS = 60_000;
const QUESTION_MS = 10 * 60_000;
const CONNECT_MS = 20_000;
const MAX_LINE = 8_000_000;
const MAX_FOLDERS = 5_000;
/** A larger number is taken for an error of the server. */
const MAX_MESSAGES = 2_000_000;
const UIDS_AT_ONCE = 500;

export function imapServer(options: ImapOptions): MailServer {
  checkSecurity(options);
  return { connect: (signal) => connect(options, signal) };
}

async function connect(options: ImapOptions, signal: AbortSignal): Promise<MailConnection> {
  const { host, port, security, login, maxBytes = MAX_BYTES, silenceMs = SILENCE_MS } = options;
  signal.throwIfAborted();
  const secret = await login.secret();
  const gone: number[] = [];
  const client: ImapFlow = new ImapFlow({
    ...{ host, port, secure: security === 'tls', doSTARTTLS: security === 'starttls', tls: toTlsOptions(options) },
    auth: 'password' in secret ? { user: login.user, pass: secret.password } : { user: login.user, ...secret },
    ...{ logger: false, disableCompression: true, disableAutoIdle: true, qresync: true },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: silenceMs },
    ...{ maxLineLength: MAX_LINE, maxLiteralSize: maxBytes + 1, maxResponseSize: maxBytes + MAX_LINE },
    expungeHandler: ({ uid }) => {
      if (uid !== undefined) gone.push(uid);
      client.emit('deputize-change');
      if (gone.length <= MAX_MESSAGES) return undefined;
      client.close();
      // The client waits for this result before the next removal. Without a result it reads no more of them.
      return new Promise(() => undefined);
    },
  });
  // Without a listener, a lost connection would end the process. Requests on it fail with the error.
  client.on('error', () => undefined);
  const abort = (): void => client.close();
  signal.addEventListener('abort', abort, { once: true });
  client.once('close', () => signal.removeEventListener('abort', abort));
  try {
    await client.connect();
  } catch (error) {
    // A failed login leaves the connection open.
    client.close();
    throw toConnectionError(error, signal);
  }
  return new ImapLine(client, gone, options, signal);
}

class ImapLine implements MailConnection {
  readonly #client: ImapFlow;
  /** The removals that the server has reported since the last `open` or `changes`. */
  readonly #gone: number[];
  readonly #questionMs: number;
  readonly #signal: AbortSignal;

  constructor(client: ImapFlow, gone: number[], { questionMs = QUESTION_MS }: ImapOptions, signal: AbortSignal) {
    this.#client = client;
    this.#gone = gone;
    this.#questionMs = questionMs;
    this.#signal = signal;
  }

  folders(): ReturnType<MailConnection['folders']> {
    return this.#ask(async () => {
      const listed = await this.#client.list();
      if (listed.length > MAX_FOLDERS) throw mailServerError('It lists too many folders.');
      return listed
        .filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'))
        .map(({ path, specialUse }) => ({ path, role: ROLES.get(specialUse ?? '') ?? 'other' }));
    });
  }

  open(path: string): ReturnType<MailConnection['open']> {
    return this.#ask(async () => {
      // Selects the folder again, even if it is selected: only then are the numbers current.
      if (this.#client.mailbox) await this.#client.mailboxClose();
      this.#gone.length = 0;
      const { uidValidity, exists, highestModseq, noModseq } = await this.#client.mailboxOpen(path, { readOnly: true });
      const isCounted = highestModseq !== undefined && !noModseq && this.#client.enabled.has('CONDSTORE');
      if (typeof uidValidity !== 'bigint') throw mailServerError('It does not say whether its numbers still hold.');
      if (!Number.isSafeInteger(exists) || exists > MAX_MESSAGES) throw mailServerError('It counts its mails wrongly.');
      return { path, validity: `${uidValidity}`, exists, modseq: isCounted ? `${highestModseq}` : undefined };
    });
  }

  async all(): Promise<readonly RemoteFlags[]> {
    const { exists } = this.#opened();
    if (exists === 0) return [];
    return this.#flags('1:*', {}, exists);
  }

  async changes(since: string): ReturnType<MailConnection['changes']> {
    const { exists } = this.#opened();
    this.#gone.length = 0;
    const changed =
      exists === 0 ? [] : await this.#flags('1:*', { uid: true, changedSince: BigInt(since) }, MAX_MESSAGES);
    const tellsGone = exists > 0 && this.#client.enabled.has('QRESYNC');
    return { changed, vanished: tellsGone ? [...new Set(this.#gone)] : undefined };
  }

  async *messages(uids: readonly number[], maxBytes: number): AsyncIterable<RemoteMessage> {
    this.#opened();
    for (let at = 0; at < uids.length; at += UIDS_AT_ONCE) {
      const wanted = new Set(uids.slice(at, at + UIDS_AT_ONCE));
      const range = [...wanted].join(',');
      const query = { flags: true, internalDate: true, size: true, source: { maxLength: maxBytes } };
      for await (const message of this.#fetch(range, query, { uid: true }, wanted.size * 2 + 1_000)) {
        const { uid, source, internalDate, size = 0 } = message;
        // Skips mails that were not requested, duplicates, and messages that only report a flag.
        if (!source || !wanted.delete(uid)) continue;
        const received = internalDate instanceof Date ? internalDate.getTime() : Number.NaN;
        yield {
          ...toFlags(message),
          receivedAt: Number.isNaN(received) ? undefined : received,
          raw: source.byteLength > maxBytes ? source.subarray(0, maxBytes) : source,
          isWhole: source.byteLength < maxBytes || size === maxBytes,
        };
      }
    }
  }

  async change(withinMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#opened();
    const client = this.#client;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const wake = (): void => resolve(undefined);
    const lost = (): void => reject(new Error('lost'));
    const timer = setTimeout(wake, withinMs);
    const events = ['exists', 'flags', 'deputize-change'];
    for (const event of events) client.on(event, wake);
    client.once('close', lost);
    signal.addEventListener('abort', wake, { once: true });
    try {
      if (!client.usable) throw new Error('lost');
      const idling = client.idle();
      idling.catch(() => undefined);
      await promise;
      // Ends the wait on the server's side.
      if (client.usable) await this.#ask(() => client.noop());
    } catch (error) {
      throw toConnectionError(error, this.#signal);
    } finally {
      clearTimeout(timer);
      for (const event of events) client.off(event, wake);
      client.off('close', lost);
      signal.removeEventListener('abort', wake);
    }
    signal.throwIfAborted();
  }

  async keepCopy(path: string, raw: Uint8Array, messageId: string): Promise<void> {
    await this.open(path);
    await this.#ask(async () => {
      const found = await this.#client.search({ header: { 'message-id': messageId } }, { uid: true });
      if (Array.isArray(found) && found.length > 0) return;
      // The client refuses to set a flag while a folder is open read-only, even a flag of a new mail.
      await this.#client.mailboxClose();
      const kept = await this.#client.append(path, Buffer.from(raw), ['\\Seen']);
      if (kept === false) throw mailServerError('It does not take the copy.');
    });
  }

  close(): void {
    this.#client.close();
  }

  async #flags(range: string, options: FetchOptions, atMost: number): Promise<RemoteFlags[]> {
    const found = new Map<number, RemoteFlags>();
    // New mail may arrive during the answer.
    for await (const message of this.#fetch(range, { flags: true }, options, atMost * 2 + 1_000))
      if (message.flags) found.set(message.uid, toFlags(message));
    return [...found.values()];
  }

  /** Stops reading an answer that never ends. */
  async *#fetch(
    range: string,
    query: FetchQueryObject,
    options: FetchOptions,
    atMost: number,
  ): AsyncGenerator<FetchMessageObject> {
    let count = 0;
    let timer = setTimeout(this.#late, this.#questionMs);
    let isWhole = false;
    try {
      for await (const message of this.#client.fetch(range, query, options)) {
        clearTimeout(timer);
        if ((count += 1) > atMost) throw mailServerError('It answers without end.');
        if (!Number.isSafeInteger(message.uid) || message.uid < 1) throw mailServerError('It gives a mail no number.');
        yield message;
        timer = setTimeout(this.#late, this.#questionMs);
      }
      if (!this.#client.usable) throw new Error('lost');
      isWhole = true;
    } catch (error) {
      throw toConnectionError(error, this.#signal);
    } finally {
      clearTimeout(timer);
      // The rest of this answer could be mistaken for the next one.
      if (!isWhole) this.#client.close();
    }
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    const timer = setTimeout(this.#late, this.#questionMs);
    try {
      if (!this.#client.usable) throw new Error('lost');
      return await question();
    } catch (error) {
      throw toConnectionError(error, this.#signal);
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #late = (): void => this.#client.close();

  #opened(): { exists: number } {
    const { mailbox } = this.#client;
    if (mailbox) return mailbox;
    throw toConnectionError(new Error('lost'), this.#signal);
  }
}

const ROLES: ReadonlyMap<string, FolderRole> = new Map([
  ['\\Inbox', 'inbox'],
  ['\\Sent', 'sent'],
  ['\\Drafts', 'drafts'],
  ['\\Archive', 'archive'],
  ['\\Junk', 'junk'],
  ['\\Trash', 'trash'],
]);

function toFlags({ uid, flags = new Set() }: FetchMessageObject): RemoteFlags {
  return {
    uid,
    isSeen: flags.has('\\Seen'),
    isFlagged: flags.has('\\Flagged'),
    isAnswered: flags.has('\\Answered'),
    isDraft: flags.has('\\Draft'),
  };
}

function mailServerError(what: string): PortError {
  return new PortError('EXTERNAL_ERROR', `The mail server does not answer as it should. ${what}`);
}

/** Describes the failure without the server's text, which could contain anything. */
function toConnectionError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof PortError) return error;
  const of = (key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined);
  if (of('authenticationFailed') === true)
    return new PortError('PERMISSION_DENIED', 'The mail server does not accept the user name and password or token.');
  const code = of('code');
  if (code === 'LiteralTooLarge' || code === 'LineTooLarge' || code === 'ResponseTooLarge')
    return mailServerError('It sends more than was asked for.');
  if (of('responseStatus') === 'NO' || of('responseStatus') === 'BAD')
    return new PortError('EXTERNAL_ERROR', 'The mail server refuses what it was asked.', {}, error);
  return new PortError('EXTERNAL_ERROR', 'The mail server cannot be reached, or the line to it was lost.', {}, error);
}
