/** Keeps each signed head as a separate file in a folder, such as one on another disk. No file is ever overwritten. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { parseSignedHead, serializeHead, type AuditAnchor, type SignedHead } from '../../ports/audit-anchor.ts';
import { PortError } from '../../ports/port-error.ts';

const NAME = /^\d{12,}-[0-9a-f]{64}\.json$/;
/** A head has about 300 characters. */
const MAX_BYTES = 4_000;

export function createFolderAnchor(folder: string): AuditAnchor {
  return {
    kind: 'folder',
    place: folder,
    async keep(head, signal) {
      try {
        await writeHead(folder, head, signal);
      } catch (error) {
        throw folderError(folder, error);
      }
    },
    async read(signal) {
      try {
        return await readHeads(folder, signal);
      } catch (error) {
        throw folderError(folder, error);
      }
    },
  };
}

async function writeHead(folder: string, head: SignedHead, signal: AbortSignal): Promise<void> {
  const name = headName(head);
  const [path, text] = [join(folder, name), serializeHead(head)];
  if (await isKept(path, head)) return;
  // The folder is not created: where a disk is not mounted, the file would be on this disk.
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    await publish(temporary, path);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
  await syncFolder(folder);
}

/** Gives the file its name only if no other file has it. Some file systems have no links. */
async function publish(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error))) throw error;
    await copyFile(temporary, path, constants.COPYFILE_EXCL);
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** A file of this name with another content was not written by this program. */
async function isKept(path: string, head: SignedHead): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return false;
  const { seq, hash } = parseSignedHead(text, path);
  if (seq === head.seq && hash === head.hash) return true;
  throw new PortError('CONFLICT', `${path} holds another head than its name says.`);
}

async function readHeads(folder: string, signal: AbortSignal): Promise<SignedHead[]> {
  const heads: SignedHead[] = [];
  for (const name of (await readdir(folder)).filter((one) => NAME.test(one)).sort()) {
    signal.throwIfAborted();
    const path = join(folder, name);
    heads.push(await readHead(path, name));
  }
  return heads;
}

async function readHead(path: string, name: string): Promise<SignedHead> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_BYTES)
      throw new PortError('EXTERNAL_ERROR', `${path} is not a signed head.`);
    const head = parseSignedHead(await file.readFile('utf8'), path);
    if (headName(head) !== name)
      throw new PortError('EXTERNAL_ERROR', `${path} holds another head than its name says.`);
    return head;
  } finally {
    await file.close();
  }
}

const headName = ({ seq, hash }: SignedHead): string => `${String(seq).padStart(12, '0')}-${hash}.json`;

/** Windows has no way to sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const errorCode = (error: unknown): string => (error instanceof Error ? String(Reflect.get(error, 'code')) : '');

function folderError(folder: string, error: unknown): unknown {
  const why = { ENOENT: 'it is missing', ENOSPC: 'its disk is full', EDQUOT: 'its disk is full' }[errorCode(error)];
  if (error instanceof PortError || !(error instanceof Error) || !('code' in error)) return error;
  return new PortError('EXTERNAL_ERROR', `The folder ${folder} cannot be used: ${why ?? error.message}.`, {}, error);
}
