/**
 * A mail system in a folder: a mailbox for each address, with files in its folders. Mail is delivered only to these
 * mailboxes, so nothing leaves the machine. Several processes may use it at once.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, utimes, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MailConnection, MailSender, MailServer, RemoteFlags, RemoteFolder } from '../../ports/mail-account.ts';

const FOLDERS: readonly RemoteFolder[] = [
  { path: 'INBOX', role: 'inbox' },
  { path: 'Sent', role: 'sent' },
  { path: 'Drafts', role: 'drafts' },
];

interface PostedMail {
  readonly raw: Uint8Array;
  readonly isSeen: boolean;
  /** Milliseconds. */
  readonly receivedAt: number;
}

interface PostOffice {
  open(address: string): Promise<void>;
  put(address: string, folder: 'INBOX' | 'Sent' | 'Drafts', mail: PostedMail): Promise<void>;
  server(address: string): MailServer;
  readonly sender: MailSender;
}

export function openPostOffice(root: string): PostOffice {
  const placeOf = (address: string, folder: string): string => join(root, address.toLowerCase(), folder);
  const put: PostOffice['put'] = async (address, folder, { raw, isSeen, receivedAt }) => {
    const place = placeOf(address, folder);
    const written = join(root, `${randomUUID()}.part`);
    await writeFile(written, raw);
    await utimes(written, new Date(receivedAt), new Date(receivedAt));
    try {
      for (let uid = 1 + Math.max(0, ...(await listUids(place))); ; uid += 1) {
        if (!(await linked(written, join(place, `${uid}.eml`)))) continue;
        if (isSeen) await writeFile(join(place, `${uid}.seen`), '');
        return;
      }
    } finally {
      await rm(written, { force: true });
    }
  };
  return {
    put,
    async open(address) {
      for (const { path } of FOLDERS) await mkdir(placeOf(address, path), { recursive: true, mode: 0o700 });
    },
    server: (address) => ({ connect: async () => createMailConnection(address, placeOf, put) }),
    sender: {
      async send({ recipients, raw }, beforeBody, signal) {
        signal.throwIfAborted();
        // Looked up in the list of mailboxes: an address is untrusted and must never become a path.
        const there = new Set(await readdir(root));
        await beforeBody();
        const here = recipients.map((address) => address.toLowerCase()).filter((address) => there.has(address));
        for (const address of new Set(here))
          await put(address, 'INBOX', { raw, isSeen: false, receivedAt: Date.now() });
        const rest = recipients.length - here.length;
        const answer =
          rest === 0 ? 'Delivered here.' : `Delivered here; ${rest} would have been elsewhere and got nothing.`;
        return { state: 'sent', answer, refused: [] };
      },
    },
  };
}

function createMailConnection(
  address: string,
  placeOf: (address: string, folder: string) => string,
  put: PostOffice['put'],
): MailConnection {
  let opened = 'INBOX';
  const known = new Map<string, number>();
  const here = (): string => placeOf(address, opened);
  return {
    folders: async () => FOLDERS,
    async open(path) {
      opened = path;
      return { path, validity: '1', exists: (await listUids(here())).length, modseq: undefined };
    },
    async all() {
      const uids = await listUids(here());
      known.set(opened, uids.length);
      const names = new Set(await readdir(here()));
      return uids.map((uid) => createFlags(uid, names.has(`${uid}.seen`), opened));
    },
    changes: async () => ({ changed: [], vanished: undefined }),
    async *messages(uids, maxBytes) {
      const names = new Set(await readdir(here()));
      for (const uid of uids) {
        const file = join(here(), `${uid}.eml`);
        const raw = await readFile(file).catch(gone);
        if (!raw) continue;
        const { mtimeMs } = await stat(file);
        yield {
          ...createFlags(uid, names.has(`${uid}.seen`), opened),
          ...{ receivedAt: Math.round(mtimeMs), raw: raw.subarray(0, maxBytes), isWhole: raw.length <= maxBytes },
        };
      }
    },
    async change(withinMs, signal) {
      const done = new AbortController();
      const ending = AbortSignal.any([signal, done.signal, AbortSignal.timeout(withinMs)]);
      // Whatever ends the wait, the caller reads the folder again.
      const watching = watch(placeOf(address, ''), { recursive: true, signal: ending })[Symbol.asyncIterator]();
      try {
        const nextChange = watching.next().catch(() => undefined);
        // The watcher does not report changes from before its start.
        const counts = await Promise.all(
          [...known].map(async ([path, count]) => (await listUids(placeOf(address, path))).length === count),
        );
        if (counts.every(Boolean)) await nextChange;
      } finally {
        done.abort();
        // Aborting does not end a watch that has reported a change, and an open watch keeps the process alive.
        await watching.return?.();
      }
    },
    async keepCopy(path, raw, messageId) {
      const folder = FOLDERS.find((one) => one.path === path)?.path;
      if (folder !== 'Sent') return;
      for (const uid of await listUids(placeOf(address, folder))) {
        const kept = await readFile(join(placeOf(address, folder), `${uid}.eml`), 'latin1');
        if (kept.includes(messageId)) return;
      }
      await put(address, folder, { raw, isSeen: true, receivedAt: Date.now() });
    },
    close: () => undefined,
  };
}

const createFlags = (uid: number, isSeen: boolean, folder: string): RemoteFlags => ({
  ...{ uid, isSeen, isFlagged: false, isAnswered: false, isDraft: folder === 'Drafts' },
});

async function listUids(place: string): Promise<number[]> {
  const names = await readdir(place);
  return names.flatMap((name) => (name.endsWith('.eml') ? [Number.parseInt(name, 10)] : []));
}

/** Returns false if the name is already taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** The file was moved or removed since it was listed. */
function gone(error: unknown): undefined {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
  throw error;
}
