/** Reads one regular file whole, within a limit. */
import type { FileInfo } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { pin, toModifiedTime } from './handles.ts';
import type { EntryLocation } from './place.ts';

export async function readEntry(
  { directory, name, shown }: EntryLocation,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<{ bytes: Uint8Array; info: FileInfo }> {
  await using pinned = await pin(directory, name);
  if (pinned === undefined) throw new PortError('FILE_NOT_FOUND', `"${shown}" does not exist.`, { path: shown });
  if (pinned.type !== 'file') {
    const what = {
      directory: 'is a directory',
      symlink: 'is a symbolic link, and links are never followed',
      special: 'is a FIFO, socket or device',
    }[pinned.type];
    throw new PortError('NOT_A_FILE', `"${shown}" ${what}.`, { path: shown });
  }
  const refuse = (size: number): never => {
    throw new PortError('TOO_LARGE', `"${shown}" is larger than ${maxBytes} bytes.`, { path: shown, size, maxBytes });
  };
  if (pinned.stats.size > BigInt(maxBytes)) refuse(Number(pinned.stats.size));

  await using handle = await pinned.openToRead();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(256 * 1024));
    if (bytesRead === 0) break;
    size += bytesRead;
    // It may have grown since it was measured.
    if (size > maxBytes) refuse(size);
    chunks.push(buffer.subarray(0, bytesRead));
  }
  const bytes = new Uint8Array(Buffer.concat(chunks, size));
  return { bytes, info: { type: 'file', size, modified: toModifiedTime(await handle.stat({ bigint: true })) } };
}
