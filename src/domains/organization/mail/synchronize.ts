/**
 * Brings the mails of one account to where the server has them. Every batch is kept before the next is asked for, so that a line
 * that is lost costs one batch: what is here and what is there are compared again, and the rest is read.
 */
import type {
  FolderState,
  MailConnection,
  RemoteFlags,
  RemoteFolder,
  RemoteMessage,
} from '../../../ports/mail-account.ts';
import type { KeptMailbox } from './kept-mailbox.ts';

interface SynchronizeOptions {
  /** The largest mail that is read whole. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total: number) => Promise<void>;
}

const BATCH = 100;
const BATCH_BYTES = 8_000_000;
/** Where more than this has changed, everything is compared. */
const MOST_REPORTED = 5_000;
/** What was thrown away or taken for junk is not looked through. */
const LEFT_OUT = new Set(['junk', 'trash']);

export async function synchronize(line: MailConnection, kept: KeptMailbox, options: SynchronizeOptions): Promise<void> {
  const folders = (await line.folders()).filter(({ role }) => !LEFT_OUT.has(role));
  const order = ['inbox', 'sent', 'drafts', 'archive', 'other'];
  for (const folder of folders.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role)))
    await synchronizeFolder(line, kept, folder, options);
  await kept.keepOnly(new Set(folders.map(({ path }) => path)));
}

async function synchronizeFolder(
  line: MailConnection,
  kept: KeptMailbox,
  folder: RemoteFolder,
  options: SynchronizeOptions,
): Promise<void> {
  const state = await line.open(folder.path);
  const before = await kept.folder(folder.path);
  const isSame = before?.validity === state.validity;
  if (isSame && before.modseq !== null && before.modseq === state.modseq) return;
  if (!isSame) await kept.begin(folder, state.validity);
  const since = isSame && state.modseq !== undefined ? before.modseq : null;
  const difference =
    (since === null ? undefined : await readDifference(line, kept, since, state)) ??
    compare(await kept.known(folder.path, state.validity), await line.all());
  await kept.mark(folder.path, state.validity, difference.marked);
  await kept.remove(folder.path, state.validity, difference.gone);
  await take(line, kept, folder, state.validity, difference.missing, options);
  await kept.finish(folder.path, state.validity, state.modseq);
}

interface Difference {
  readonly missing: readonly number[];
  readonly marked: readonly RemoteFlags[];
  readonly gone: readonly number[];
}

/** By what the server says has changed. Undefined when that does not add up to what it has. */
async function readDifference(
  line: MailConnection,
  kept: KeptMailbox,
  since: string,
  { path, validity, exists }: FolderState,
): Promise<Difference | undefined> {
  const { changed, vanished = [] } = await line.changes(since);
  const reported = [...changed.map(({ uid }) => uid), ...vanished];
  if (reported.length > MOST_REPORTED) return undefined;
  const known = await kept.known(path, validity, reported);
  const gone = vanished.filter((uid) => known.has(uid));
  const missing = changed.map(({ uid }) => uid).filter((uid) => !known.has(uid));
  if ((await kept.count(path, validity)) - gone.length + missing.length !== exists) return undefined;
  return { missing, gone, marked: changed.filter(({ uid, isSeen }) => known.has(uid) && known.get(uid) !== isSeen) };
}

function compare(known: ReadonlyMap<number, boolean>, there: readonly RemoteFlags[]): Difference {
  const uids = new Set(there.map(({ uid }) => uid));
  return {
    missing: [...uids].filter((uid) => !known.has(uid)),
    marked: there.filter(({ uid, isSeen }) => known.has(uid) && known.get(uid) !== isSeen),
    gone: [...known.keys()].filter((uid) => !uids.has(uid)),
  };
}

/** The newest first: they are what is asked for while the rest is still on its way. */
async function take(
  line: MailConnection,
  kept: KeptMailbox,
  folder: RemoteFolder,
  validity: string,
  missing: readonly number[],
  { maxBytes, signal, progress }: SynchronizeOptions,
): Promise<void> {
  const uids = missing.toSorted((a, b) => b - a);
  for (let at = 0; at < uids.length; at += BATCH) {
    signal.throwIfAborted();
    let batch: RemoteMessage[] = [];
    let bytes = 0;
    for await (const message of line.messages(uids.slice(at, at + BATCH), maxBytes)) {
      batch.push(message);
      bytes += message.raw.byteLength;
      if (bytes < BATCH_BYTES) continue;
      await kept.add(folder, validity, batch);
      [batch, bytes] = [[], 0];
    }
    await kept.add(folder, validity, batch);
    await progress?.(Math.min(at + BATCH, uids.length), uids.length);
  }
}
