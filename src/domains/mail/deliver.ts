/**
 * Stores an incoming mail. Its objects are durable before the one change that adds its row, index entry and audit record. A
 * crash before that change leaves unreferenced objects. The sender got no confirmation and sends the mail again.
 */
import { DeputizeError } from '../../core/index.ts';
import { findOrganizationId } from '../../core/access/user-organization.ts';
import { draftRecord } from '../../core/ledger/records.ts';
import { prepared, query, createSqlBuilder } from '../../core/storage/statements.ts';
import { concatBytes } from '../../lib/concat-bytes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DatabaseChange, Database } from '../../ports/database.ts';
import type { DeliveryReceipt, MailEnvelope, MailInbox } from '../../ports/forwarded-mailbox.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { inBatches } from './batches.ts';
import { findConfirmation, type ForwardingConfirmation } from './confirmations.ts';
import { extractSummary } from './extract-summary.ts';
import { keepContent, MAX_BYTES } from './mail-content.ts';
import { indexMail } from './mail-index.ts';
import { toMailId, createMailNumber } from './mail-number.ts';
import type { MailRow, MailTables, NoticeRow } from './mail-tables.ts';
import type { MailReader } from './mail-reader.ts';
import { readMessage, type ParsedMail } from './read-message.ts';

export interface MailParts {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** The largest mail that is accepted, in bytes. */
  readonly maxBytes?: number;
  /** How mails are read; by default at once, in this thread. */
  readonly readMail?: MailReader;
  /** Whether a model writes the summaries. */
  readonly wantsSummaries?: boolean;
}

const DAY_MS = 86_400_000;
const ATTEMPTS = 1_000;
const BATCH = 64;
const BATCH_BYTES = 8_000_000;
/** Larger mails that arrive as a stream go to the object store first. At most one of them is in memory twice. */
const SMALL = 1_000_000;

export function createInboxes(parts: MailParts): (userId: string) => MailInbox {
  const { database, objects, clock, maxBytes = MAX_BYTES, readMail = (_, raw) => readMessage(raw) } = parts;
  const sql = createSqlBuilder<MailTables>(database.dialect);
  const byHash = prepared<{ user_id: string; hash: string }>((slots) =>
    sql.selectFrom('mails').selectAll().where('user_id', '=', slots.user_id).where('hash', '=', slots.hash),
  );
  const insert = prepared<MailRow & Record<string, string | number | null>>((slots) =>
    sql
      .insertInto('mails')
      .values(Object.fromEntries(COLUMNS.map((column) => [column, slots[column]])) as unknown as MailRow)
      .onConflict((conflict) => conflict.doNothing()),
  );
  const known = async (user_id: string, hash: string): Promise<MailRow | undefined> =>
    (await database.read<MailRow>(byHash({ user_id, hash })))[0];

  /** Mails that arrive together share commits. They are parsed before, so that none waits for another that takes long. */
  const take = inBatches<ReadMail, DeliveryReceipt>((arriving) => Promise.allSettled(arriving.map(settle)), {
    ...{ weigh: ({ bytes }) => bytes.byteLength, limit: BATCH_BYTES, most: BATCH, atOnce: 2 },
  });

  async function settle({ user_id, bytes, envelope, message }: ReadMail): Promise<DeliveryReceipt> {
    const [{ hash, size }, content_hash] = await Promise.all([objects.put(bytes), keepParts(objects, message)]);
    const before = await known(user_id, hash);
    if (before) return tell(before, 'known');
    const received_at = clock.now();
    const date = believable(message.date, received_at);
    const organizationId = await findOrganizationId(database, user_id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const about = { n: createMailNumber(date, hash, attempt), user_id, hash, content_hash, date, received_at, size };
      const { change, row } = arrival(parts, insert, message, { ...about, organizationId }, envelope);
      if ((await database.change(change)) === 'done') return tell(row, 'stored');
      // Either the same mail was stored first by another way, or another mail has this number.
      const winner = await known(user_id, hash);
      if (winner) return tell(winner, 'known');
    }
    throw new DeputizeError('CONFLICT', 'Too many mails are dated the same second.');
  }

  return (user_id) => ({
    async deliver(raw, envelope) {
      const { bytes, kept } = await gather(raw, objects, maxBytes);
      const before = kept === undefined ? undefined : await known(user_id, kept);
      if (before) return tell(before, 'known');
      return take({ user_id, bytes, envelope, message: await readMail(user_id, bytes) });
    },
  });
}

interface ReadMail {
  readonly user_id: string;
  readonly bytes: Uint8Array;
  readonly envelope: MailEnvelope;
  readonly message: ParsedMail;
}

const COLUMNS = [
  'n',
  'user_id',
  'hash',
  'message_id',
  'sender',
  'subject',
  'date',
  'received_at',
  'via',
  'size',
  'content_hash',
  'attachments',
  'original_sender',
  'original_subject',
  'original_date',
  'problem',
  'is_confirmation',
  'summary',
  'summary_by',
  'summary_due',
  'summary_tries',
  'seen_at',
] as const satisfies readonly (keyof MailRow)[];

type About = Pick<MailRow, 'n' | 'user_id' | 'hash' | 'content_hash' | 'date' | 'received_at' | 'size'>;

/** The one change that adds the mail. */
function arrival(
  { database: { dialect }, wantsSummaries = false }: MailParts,
  insert: (row: MailRow & Record<string, string | number | null>) => DatabaseChange['guards'][number],
  message: ParsedMail,
  { organizationId, ...about }: About & { readonly organizationId: string },
  { via, client }: MailEnvelope,
): { change: DatabaseChange; row: MailRow } {
  const { sender, subject, original, body } = message;
  const confirmation = findConfirmation({ sender, subject, text: body });
  const summary = extractSummary(body);
  const row: MailRow = {
    ...about,
    message_id: message.messageId,
    sender,
    subject,
    via,
    attachments: message.attachments.length,
    original_sender: original?.sender ?? null,
    original_subject: original?.subject ?? null,
    original_date: original?.date ?? null,
    problem: message.problem ?? null,
    is_confirmation: confirmation ? 1 : 0,
    summary,
    summary_by: 'extract',
    summary_due: wantsSummaries && body !== '' ? about.received_at : null,
    summary_tries: 0,
    seen_at: null,
  };
  const { n, user_id: user, hash, size, received_at } = row;
  const mailId = toMailId(n);
  const received = draftRecord(organizationId, 'mail.received', received_at, null, {
    user,
    mailId,
    hash,
    size,
    via,
    ...(client ? { client } : {}),
  });
  const notice = confirmation && buildNotice(row, confirmation, dialect, organizationId);
  return {
    row,
    change: {
      guards: [insert({ ...row })],
      writes: [indexMail(dialect, n, toIndexEntry(row)), ...(notice ? [notice.write] : [])],
      records: [received, ...(notice ? [notice.told] : [])],
    },
  };
}

/** The searchable parts of a mail. They are indexed again when its summary changes. */
export function toIndexEntry(
  row: Pick<MailRow, 'sender' | 'subject' | 'summary' | 'original_sender' | 'original_subject'>,
) {
  const { sender, subject, summary, original_sender, original_subject } = row;
  return {
    subject: original_subject === null ? subject : `${subject} ${original_subject}`,
    summary,
    senders: original_sender === null ? [sender] : [sender, original_sender],
  };
}

/** The code and the link are only for the person. The audit record does not contain them. */
function buildNotice(
  { n, user_id, received_at }: MailRow,
  found: ForwardingConfirmation,
  dialect: Database['dialect'],
  organizationId: string,
) {
  const { provider, account = null, code = null, link = null } = found;
  const row: NoticeRow = {
    id: toMailId(n),
    user_id,
    mail_n: n,
    provider,
    account,
    code,
    link,
    at: received_at,
    dismissed_at: null,
  };
  return {
    write: query(createSqlBuilder<MailTables>(dialect).insertInto('mail_notices').values(row)),
    told: draftRecord(organizationId, 'notification', received_at, null, {
      user: user_id,
      topic: 'mail.confirmation',
      noticeId: row.id,
      mailId: row.id,
      provider,
    }),
  };
}

/** A date more than a day after the arrival is wrong. Then the time of arrival is used. */
function believable(date: number | undefined, received: number): number {
  return date === undefined || date > received + DAY_MS ? received : Math.max(0, date);
}

async function keepParts(objects: ObjectStore, { to, cc, body, quoted, attachments }: ParsedMail): Promise<string> {
  const parts = await Promise.all(
    attachments.map(async ({ name, type, bytes }) => ({
      name,
      type,
      size: bytes.byteLength,
      hash: (await objects.put(bytes)).hash,
    })),
  );
  return keepContent(objects, { to: [...to], cc: [...cc], body, quoted, attachments: parts });
}

async function gather(
  raw: Uint8Array | AsyncIterable<Uint8Array>,
  objects: ObjectStore,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; kept: string | undefined }> {
  if (raw instanceof Uint8Array) return { bytes: checked(raw, maxBytes), kept: undefined };
  const iterator = raw[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isEnd = false;
  while (size <= SMALL) {
    const next = await iterator.next();
    if (next.done) {
      isEnd = true;
      break;
    }
    pieces.push(next.value);
    size += next.value.byteLength;
  }
  if (isEnd) return { bytes: checked(concatBytes(pieces), maxBytes), kept: undefined };
  const { hash } = await objects.put(rest(pieces, iterator, maxBytes));
  const bytes = await objects.get(hash);
  if (!bytes) throw new DeputizeError('INTERNAL', 'A mail that was just kept is gone.');
  return { bytes, kept: hash };
}

async function* rest(
  pieces: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  const counted = (piece: Uint8Array): Uint8Array => {
    size += piece.byteLength;
    if (size > maxBytes) throw mailTooLargeError(maxBytes);
    return piece;
  };
  for (const piece of pieces) yield counted(piece);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield counted(next.value);
}

function checked(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.byteLength === 0) throw new DeputizeError('INVALID_REQUEST', 'The mail is empty.');
  if (bytes.byteLength > maxBytes) throw mailTooLargeError(maxBytes);
  return bytes;
}

function mailTooLargeError(maxBytes: number): DeputizeError {
  return new DeputizeError('TOO_LARGE', `The mail has more than ${maxBytes} bytes.`, { details: { maxBytes } });
}

function tell(
  { n, sender, subject, problem, is_confirmation }: MailRow,
  state: DeliveryReceipt['state'],
): DeliveryReceipt {
  return {
    state,
    id: toMailId(n),
    sender,
    subject,
    problem: problem ?? undefined,
    isConfirmation: is_confirmation === 1,
  };
}
