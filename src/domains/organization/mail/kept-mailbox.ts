/** The stored mails of one account: the state of each folder, and the changes that update it. */
import { sql as raw } from 'kysely';

import type { ScopedData } from '../../../core/access/shared-data.ts';
import { query } from '../../../core/storage/statements.ts';
import type { SqlQuery } from '../../../ports/database.ts';
import type { FolderRole, RemoteFlags, RemoteFolder, RemoteMessage } from '../../../ports/mail-account.ts';
import { oneLine } from '../../mail/one-line.ts';
import type { MailReader } from '../../mail/mail-reader.ts';
import { readMessage, type ParsedMail } from '../../mail/read-message.ts';
import { forget, indexed } from './mail-words.ts';
import type { AccountRow, FolderRow, OrganizationMailRow, OrganizationMailTables, PlaceRow } from './mail-tables.ts';
import { parseSender } from './parse-sender.ts';
import { updateFolderState } from './folder-state.ts';
import { toHex, deriveUuid } from '../derive-uuid.ts';

export interface ArrivedMail extends OrganizationMailRow {
  readonly role: FolderRole;
  readonly message: ParsedMail;
}

interface KeptMailboxParts {
  readonly seen: ScopedData<OrganizationMailTables>;
  readonly dialect: 'sqlite' | 'postgres';
  readonly account: Pick<AccountRow, 'id' | 'audience'>;
  readonly now: () => number;
  /** How mails are read; by default at once, in this thread. */
  readonly readMail?: MailReader;
  /** Further statements for a new mail, in the same change. */
  readonly arrived?: (mail: ArrivedMail) => readonly SqlQuery[];
  /** The same for a mail that may be deleted. It may still be in another folder. */
  readonly gone?: (id: string) => readonly SqlQuery[];
}

const MAX_BODY = 1_000_000;
const PREVIEW = 200;
/** Databases limit the number of values in one statement. */
const AT_ONCE = 500;

export class KeptMailbox {
  readonly #parts: KeptMailboxParts;
  readonly #seen: ScopedData<OrganizationMailTables>;
  readonly #account: string;

  constructor(parts: KeptMailboxParts) {
    this.#parts = parts;
    this.#seen = parts.seen;
    this.#account = parts.account.id;
  }

  async folder(path: string): Promise<Pick<FolderRow, 'validity' | 'modseq'> | undefined> {
    const [row] = await this.#seen.read(
      this.#seen
        .select('organization_mail_folders')
        .select(['validity', 'modseq'])
        .where('account_id', '=', this.#account)
        .where('path', '=', path),
    );
    return row;
  }

  /** Returns the stored uids of a folder, all or among some, and whether each mail was read. */
  async known(path: string, validity: string, among?: readonly number[]): Promise<Map<number, boolean>> {
    const of = this.#places(path).select(['uid', 'is_seen']).where('validity', '=', validity);
    const asked = among ? inGroups([...new Set(among)]).map((group) => of.where('uid', 'in', group)) : [of];
    const known = new Map<number, boolean>();
    for (const select of asked)
      for (const { uid, is_seen } of await this.#seen.read(select)) known.set(uid, is_seen === 1);
    return known;
  }

  async count(path: string, validity: string): Promise<number> {
    const [counted] = await this.#seen.read(
      this.#places(path)
        .where('validity', '=', validity)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    );
    return counted?.count ?? 0;
  }

  /** Marks the start of reading a folder. Entries with another validity stay until `finish`. */
  async begin({ path, role }: RemoteFolder, validity: string): Promise<void> {
    const row = {
      account_id: this.#account,
      audience: this.#parts.account.audience,
      path,
      role,
      validity,
      modseq: null,
    };
    await this.#seen.change({
      guards: [],
      writes: [this.#withoutFolder(path), this.#seen.insert('organization_mail_folders', row)],
    });
  }

  async add(folder: RemoteFolder, validity: string, messages: readonly RemoteMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const { account, dialect, arrived } = this.#parts;
    const read = await Promise.all(messages.map((message) => this.#read(message)));
    const fresh = new Map(read.map(({ row, message }) => [row.id, { ...row, message, role: folder.role }]));
    for (const id of await this.#among([...fresh.keys()])) fresh.delete(id);
    const places = read.map(({ row: { id }, uid, isSeen }): PlaceRow => ({
      ...{ account_id: account.id, audience: account.audience, path: folder.path, validity, uid, mail_id: id },
      is_seen: isSeen ? 1 : 0,
    }));
    await this.#seen.change({
      guards: [],
      writes: [
        ...[...fresh.values()].flatMap((mail) => {
          const { message: _message, role: _role, ...row } = mail;
          return [this.#seen.insert('organization_mails', row), indexed(dialect, row), ...(arrived?.(mail) ?? [])];
        }),
        ...places.map((place) => this.#seen.insert('organization_mail_places', place)),
        updateFolderState(this.#seen, [...new Set(places.map(({ mail_id }) => mail_id))]),
      ],
    });
  }

  async mark(path: string, validity: string, flags: readonly RemoteFlags[]): Promise<void> {
    for (const isSeen of [true, false]) {
      const uids = flags.filter((flag) => flag.isSeen === isSeen).map(({ uid }) => uid);
      const writes = inGroups(uids).flatMap((group) => [
        query(
          this.#seen
            .update('organization_mail_places')
            .set({ is_seen: isSeen ? 1 : 0 })
            .where('account_id', '=', this.#account)
            .where('path', '=', path)
            .where('validity', '=', validity)
            .where('uid', 'in', group),
        ),
        updateFolderState(
          this.#seen,
          raw<string>`select mail_id from organization_mail_places where account_id = ${this.#account} and path = ${path}
            and validity = ${validity} and uid in (${raw.join(group)})`,
        ),
      ]);
      if (writes.length > 0) await this.#seen.change({ guards: [], writes });
    }
  }

  async remove(path: string, validity: string, uids: readonly number[]): Promise<void> {
    for (const group of inGroups(uids)) {
      const rows = await this.#seen.read(
        this.#places(path).select('mail_id').where('validity', '=', validity).where('uid', 'in', group),
      );
      const places = this.#seen
        .remove('organization_mail_places')
        .where('account_id', '=', this.#account)
        .where('path', '=', path)
        .where('validity', '=', validity)
        .where('uid', 'in', group);
      await this.#leave(
        query(places),
        rows.map(({ mail_id }) => mail_id),
      );
    }
  }

  /** Marks a folder as synchronized, and removes its entries with another validity. */
  async finish(path: string, validity: string, modseq: string | undefined): Promise<void> {
    for (;;) {
      const old = await this.#seen.read(
        this.#places(path).select(['validity', 'uid']).where('validity', '<>', validity).limit(AT_ONCE),
      );
      const [first] = old;
      if (!first) break;
      const uids = old.filter((row) => row.validity === first.validity).map(({ uid }) => uid);
      await this.remove(path, first.validity, uids);
    }
    const update = this.#seen
      .update('organization_mail_folders')
      .set({ modseq: modseq ?? null })
      .where('account_id', '=', this.#account)
      .where('path', '=', path);
    await this.#seen.change({ guards: [], writes: [query(update)] });
  }

  /** Removes folders that the server no longer has. */
  async keepOnly(paths: ReadonlySet<string>): Promise<void> {
    const rows = await this.#seen.read(
      this.#seen.select('organization_mail_folders').select('path').where('account_id', '=', this.#account),
    );
    for (const { path } of rows.filter((row) => !paths.has(row.path))) {
      await this.finish(path, '', undefined);
      await this.#seen.change({ guards: [], writes: [this.#withoutFolder(path)] });
    }
  }

  async saveProgress(
    progress: Partial<Pick<AccountRow, 'synced_at' | 'problem' | 'progress_done' | 'progress_total'>>,
  ): Promise<void> {
    const update = this.#seen.update('organization_mail_accounts').set(progress).where('id', '=', this.#account);
    await this.#seen.change({ guards: [], writes: [query(update)] });
  }

  /** Removes places, and mails that then have no place left. */
  async #leave(places: SqlQuery, ids: readonly string[]): Promise<void> {
    const { dialect, gone } = this.#parts;
    const inOtherFolders = (id: string) =>
      raw<boolean>`not exists (select 1 from organization_mail_places as p where p.mail_id = ${id})`;
    const writes = [...new Set(ids)].flatMap((id) => {
      const removed = this.#seen.remove('organization_mails').where('id', '=', id).where(inOtherFolders(id));
      return [...forget(dialect, id), query(removed), ...(gone?.(id) ?? [])];
    });
    const rest = ids.length === 0 ? [] : [updateFolderState(this.#seen, [...new Set(ids)])];
    await this.#seen.change({ guards: [], writes: [places, ...writes, ...rest] });
  }

  async #read({ raw: bytes, uid, isSeen, receivedAt, isWhole }: RemoteMessage) {
    const { account, readMail = (_, raw) => readMessage(raw) } = this.#parts;
    const message = await readMail(account.id, bytes);
    const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));
    const { name, email } = parseSender(message.sender);
    const now = this.#parts.now();
    const row: OrganizationMailRow = {
      // The id depends only on the account and the content. A mail that is moved or read again keeps its id.
      id: await deriveUuid(['mail', this.#account, hash]),
      audience: this.#parts.account.audience,
      account_id: this.#account,
      hash,
      message_id: message.messageId,
      sender_name: name,
      sender_email: email,
      subject: message.subject,
      preview: oneLine(message.body.slice(0, 2_000), PREVIEW),
      body: message.body.slice(0, MAX_BODY).toWellFormed(),
      received_at: Math.max(0, Math.min(receivedAt ?? message.date ?? now, now)),
      size: bytes.byteLength,
      attachments: JSON.stringify(
        message.attachments.map(({ name: called, type, bytes: content }) => ({
          name: called,
          type,
          size: content.byteLength,
        })),
      ),
      ...{ unread: 0, folders: 0 },
      problem: message.problem ?? (isWhole ? null : 'It is so large that only its beginning was read.'),
    };
    return { row, message, uid, isSeen };
  }

  async #among(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.#seen.read(
      this.#seen.select('organization_mails').select('organization_mails.id').where('organization_mails.id', 'in', ids),
    );
    return rows.map(({ id }) => id);
  }

  #withoutFolder(path: string): SqlQuery {
    const removed = this.#seen.remove('organization_mail_folders').where('account_id', '=', this.#account);
    return query(removed.where('path', '=', path));
  }

  #places(path: string) {
    return this.#seen
      .select('organization_mail_places')
      .where('account_id', '=', this.#account)
      .where('path', '=', path);
  }
}

function inGroups<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, at) =>
    items.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
