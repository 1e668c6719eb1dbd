/** Reads and writes exported audit files. Reading needs no data folder. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import { DeputizeError } from '../../core/errors.ts';
import { verifyAuditFile, type FileVerification } from '../../core/ledger/verify-file.ts';

/** Lines are written in pieces of this size. */
const PIECE = 65_536;

export async function verifyFile(path: string, fingerprint: string | undefined): Promise<FileVerification> {
  try {
    return await verifyAuditFile(nodeDigest, createReadStream(path), fingerprint);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (code === 'ENOENT') throw new DeputizeError('FILE_NOT_FOUND', `There is no file ${path}.`);
    throw error;
  }
}

/** Writes the lines to a file that only its owner can read. */
export async function writeLines(path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    let piece = '';
    for await (const line of lines) {
      piece += `${line}\n`;
      if (piece.length < PIECE) continue;
      await file.appendFile(piece);
      piece = '';
    }
    await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
