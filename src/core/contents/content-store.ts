/**
 * Stores what people and tools wrote, sealed with one key for each person, apart from the audit chain. Other tables hold a
 * reference, and audit records hold a commitment. When a key is destroyed, its contents cannot be read by anyone.
 */
import { sql as raw } from 'kysely';

import type { Clock } from '../../ports/clock.ts';
import type { ContentCipher } from '../../ports/content-cipher.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import type { SecretSealer } from '../../ports/secrets.ts';
import { DeputizeError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import { expandJsonList, prepared, query, type SqlBuilder } from '../storage/statements.ts';

/** The person whom a content concerns. */
export interface ContentOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** What a content is, for reports and retention. */
type ContentKind = 'args' | 'outcome' | 'preview' | 'undo' | 'message' | 'note' | 'title';

/** What an audit record says about a content. Without the content, the commitment reveals nothing about it. */
export type ContentCommitment = { readonly contentId: string; readonly commitment: string };

/** A sealed content that is not stored yet. */
export interface SealedContent {
  /** The value for a column. */
  readonly reference: string;
  readonly commitment: ContentCommitment;
  readonly insert: SqlQuery;
}

interface ContentStoreParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digest: Digest;
  readonly contentCipher: ContentCipher;
  readonly secretSealer: SecretSealer;
}

interface ContentKey {
  readonly id: string;
  readonly key: Uint8Array;
}

const REFERENCE = 'content:';
const SEALED = 'sealed:';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const SALT_LENGTH = SALT_BYTES * 2;
/** A key that another process has destroyed is not used for longer than this. */
const KEY_FRESH_MS = 5_000;
/** The most keys that are cached. */
const MOST_KEYS = 10_000;

/** Seals and opens contents. Reading returns undefined for an erased content, and throws if a stored key cannot be opened. */
export class ContentStore {
  readonly #parts: ContentStoreParts;
  readonly #statements: ReturnType<typeof contentStatements>;
  readonly #sealers = new Map<string, { readonly sealer: ContentSealer; readonly readAt: number }>();
  readonly #keys = new Map<string, Uint8Array | undefined>();

  constructor(parts: ContentStoreParts) {
    this.#parts = parts;
    this.#statements = contentStatements(parts.sql, parts.database.dialect);
  }

  /** Returns the sealer of a person, with a new key if there is none. */
  sealer(owner: ContentOwner): ContentSealer | Promise<ContentSealer> {
    const known = this.#sealers.get(owner.userId);
    if (known && this.#parts.clock.now() - known.readAt < KEY_FRESH_MS) return known.sealer;
    return this.#loadSealer(owner);
  }

  /** Returns the text of a column: the opened content of a reference, or a text from before contents were sealed. */
  async read(stored: string): Promise<string | undefined> {
    return (await this.readAll([stored]))[0];
  }

  /** Returns the texts of columns, in order. A column without a value gives undefined, as an erased one does. */
  async readAll(stored: readonly (string | null)[]): Promise<(string | undefined)[]> {
    const ids = stored.flatMap((value) => (isReference(value) ? [value.slice(REFERENCE.length)] : []));
    const texts = ids.length === 0 ? undefined : await this.#open([...new Set(ids)]);
    return stored.map((value) =>
      isReference(value) ? texts?.get(value.slice(REFERENCE.length)) : (value ?? undefined),
    );
  }

  /** Opens what `sealText` has sealed. Another text is from before contents were sealed, and stays as it is. */
  async openText(text: string): Promise<string | undefined> {
    if (!text.startsWith(SEALED)) return text;
    const end = text.indexOf(':', SEALED.length);
    const keyId = text.slice(SEALED.length, end);
    const key = await this.#key(keyId);
    return key && this.#parts.contentCipher.open(key, text.slice(end + 1), `text ${keyId}`);
  }

  /** Returns the ids of contents that do not fit their commitments. An erased content fits. */
  async findChanged(commitments: readonly ContentCommitment[]): Promise<string[]> {
    const ids = JSON.stringify(commitments.map(({ contentId }) => contentId));
    const rows = await this.#parts.database.read<ContentRow>(this.#statements.byIds({ ids }));
    const stored = new Map(rows.map((row) => [row.id, row]));
    const changed: string[] = [];
    for (const { contentId, commitment } of commitments) {
      const row = stored.get(contentId);
      // Without a row it was erased from the beginning: its key was destroyed while it was written.
      if (!row || row.sealed === null || (await this.#key(row.key_id)) === undefined) continue;
      const plain = await this.#unseal(row);
      if (plain === undefined || this.#commit(contentId, plain) !== commitment) changed.push(contentId);
    }
    return changed;
  }

  /** Changes when contents were erased by this process, for what is cached of contents elsewhere. */
  epoch = 0;

  /** Forgets the cached key of a person, in this process. */
  forget(userId: string): void {
    this.epoch += 1;
    this.#sealers.delete(userId);
    this.#keys.clear();
  }

  async #loadSealer(owner: ContentOwner): Promise<ContentSealer> {
    const { clock } = this.#parts;
    const key = (await this.#currentKey(owner.userId)) ?? (await this.#createKey(owner));
    const known = this.#sealers.get(owner.userId);
    const sealer = known?.sealer.keyId === key.id ? known.sealer : this.#createSealer(owner, key);
    if (this.#sealers.size >= MOST_KEYS) this.#sealers.clear();
    this.#sealers.set(owner.userId, { sealer, readAt: clock.now() });
    return sealer;
  }

  #createSealer({ organizationId, userId }: ContentOwner, { id: keyId, key }: ContentKey): ContentSealer {
    const { contentCipher, newId, digest, clock } = this.#parts;
    return {
      keyId,
      seal: (kind, text) => {
        const id = newId();
        const plain = toHex(digest.random(SALT_BYTES)) + text;
        const sealed = contentCipher.seal(key, plain, `content ${id}`);
        const row = { id, organization_id: organizationId, user_id: userId, kind, key_id: keyId, sealed };
        return {
          reference: REFERENCE + id,
          commitment: { contentId: id, commitment: this.#commit(id, plain) },
          insert: this.#statements.insert({ ...row, created_at: clock.now() }),
        };
      },
      sealText: (text) => `${SEALED}${keyId}:${contentCipher.seal(key, text, `text ${keyId}`)}`,
      fingerprint: (text) => contentCipher.hmac(key, text),
    };
  }

  /** The salt is the key, so that only a reader of the content can check the commitment or guess at it. */
  #commit(id: string, plain: string): string {
    const salt = plain.slice(0, SALT_LENGTH);
    return this.#parts.contentCipher.hmac(salt, `${id}\n${plain.slice(SALT_LENGTH)}`);
  }

  async #currentKey(userId: string): Promise<ContentKey | undefined> {
    const [row] = await this.#parts.database.read<KeyRow>(this.#statements.currentKey({ user_id: userId }));
    const key = row && this.#openKey(row);
    return row && key && { id: row.id, key };
  }

  async #createKey({ organizationId, userId }: ContentOwner): Promise<ContentKey> {
    const { database, digest, clock, newId, secretSealer } = this.#parts;
    const id = newId();
    const sealed_key = secretSealer.seal(toHex(digest.random(KEY_BYTES)), keyPurpose(id));
    const row = { id, organization_id: organizationId, user_id: userId, sealed_key, created_at: clock.now() };
    await database.change({ guards: [], writes: [this.#statements.insertKey(row)] });
    const key = await this.#currentKey(userId);
    if (!key) throw new DeputizeError('INTERNAL', 'The key of a person could not be stored.');
    return key;
  }

  #openKey({ id, sealed_key }: KeyRow): Uint8Array | undefined {
    return sealed_key === null ? undefined : fromHex(this.#parts.secretSealer.open(sealed_key, keyPurpose(id)));
  }

  async #key(id: string): Promise<Uint8Array | undefined> {
    if (this.#keys.has(id)) return this.#keys.get(id);
    const [row] = await this.#parts.database.read<KeyRow>(this.#statements.keyById({ id }));
    const key = row && this.#openKey(row);
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    this.#keys.set(id, key);
    return key;
  }

  async #open(ids: readonly string[]): Promise<Map<string, string | undefined>> {
    const rows = await this.#parts.database.read<ContentRow>(this.#statements.byIds({ ids: JSON.stringify(ids) }));
    const texts = new Map<string, string | undefined>();
    for (const row of rows) texts.set(row.id, (await this.#unseal(row))?.slice(SALT_LENGTH));
    return texts;
  }

  async #unseal({ id, key_id, sealed }: ContentRow): Promise<string | undefined> {
    const key = sealed === null ? undefined : await this.#key(key_id);
    return sealed === null || key === undefined
      ? undefined
      : this.#parts.contentCipher.open(key, sealed, `content ${id}`);
  }
}

/** Seals contents of one person. Synchronous, so that a change is built without waiting. */
export interface ContentSealer {
  readonly keyId: string;
  /** Seals a text. Its `insert` belongs into the change that stores the reference. */
  seal(kind: ContentKind, text: string): SealedContent;
  /** Seals a text that is stored elsewhere, such as in the object store. `openText` opens it. */
  sealText(text: string): string;
  /** A keyed digest: equal texts of one person have equal fingerprints, and without the key the text cannot be guessed. */
  fingerprint(text: string): string;
}

interface ContentRow {
  readonly id: string;
  readonly key_id: string;
  readonly sealed: string | null;
}

interface KeyRow {
  readonly id: string;
  readonly sealed_key: string | null;
}

/** The value of a column that refers to a content. */
export const toReference = (contentId: string): string => REFERENCE + contentId;

/** Whether a column holds a reference and not a text from before contents were sealed. */
function isReference(stored: string | null): stored is string {
  return stored?.startsWith(REFERENCE) ?? false;
}

const keyPurpose = (id: string): string => `content key ${id}`;

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));

function contentStatements(sql: SqlBuilder, dialect: Database['dialect']) {
  const columns = ['id', 'organization_id', 'user_id', 'kind', 'key_id', 'sealed', 'created_at'] as const;
  return {
    /** Stores nothing if the key was destroyed in the meantime: the content is then erased from the beginning. */
    insert: prepared<Record<(typeof columns)[number], string | number>>((slots) =>
      sql
        .insertInto('contents')
        .columns(columns)
        .expression((it) =>
          it
            .selectFrom('content_keys')
            .select(columns.map((column) => it.val(slots[column]).as(column)))
            .where('content_keys.id', '=', slots.key_id as string)
            .where('content_keys.destroyed_at', 'is', null),
        )
        // A change whose answer was lost is made again.
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
    byIds: prepared<{ ids: string }>((slots) =>
      sql
        .selectFrom('contents')
        .select(['id', 'key_id', 'sealed'])
        .where('id', 'in', raw<string>`(select value from ${expandJsonList(dialect, slots.ids)})`),
    ),
    currentKey: prepared<{ user_id: string }>((slots) =>
      sql
        .selectFrom('content_keys')
        .select(['id', 'sealed_key'])
        .where('user_id', '=', slots.user_id)
        .where('destroyed_at', 'is', null),
    ),
    keyById: prepared<{ id: string }>((slots) =>
      sql.selectFrom('content_keys').select(['id', 'sealed_key']).where('id', '=', slots.id),
    ),
    insertKey: (row: {
      id: string;
      organization_id: string;
      user_id: string;
      sealed_key: string;
      created_at: number;
    }) =>
      query(
        sql
          .insertInto('content_keys')
          .values({ ...row, destroyed_at: null })
          .onConflict((conflict) => conflict.doNothing()),
      ),
  };
}
