/** Finds the mail in files and folders: single messages, mboxes, and folders of either, such as a Maildir. */
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import { readMbox } from './mbox.ts';

export interface MailFile {
  readonly path: string;
  readonly size: number;
  /** Named by the person, and so taken for a mail whatever it looks like. */
  readonly isNamed: boolean;
}

/** One mail and where it stood, or why there is none. */
type FoundMail =
  | { readonly place: string; readonly size: number; readonly bytes: Uint8Array }
  | { readonly place: string; readonly size: number; readonly refused: string };

const FROM_LINE = /^From \S.*\r?\n/;
const HEADER = /^(?:>?From |[\x21-\x39\x3B-\x7E]{1,128}[ \t]*:)/;
const OUTLOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Every file below the paths, in order. Hidden ones, and a Maildir's unfinished ones, are left out. */
export async function findMailFiles(paths: readonly string[]): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info?.isFile()) found.push({ path, size: info.size, isNamed: true });
    else if (info?.isDirectory()) await walk(path, found);
    else throw new PortError('FILE_NOT_FOUND', `There is no file or folder "${path}".`, { path });
  }
  return found;
}

async function walk(folder: string, found: MailFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isMaildir = entries.some(({ name }) => name === 'cur') && entries.some(({ name }) => name === 'tmp');
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') && !isMaildir) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !(isMaildir && entry.name === 'tmp')) await walk(path, found);
    else if (entry.isFile()) found.push({ path, size: (await stat(path)).size, isNamed: false });
  }
}

export async function* readMailFile({ path, size, isNamed }: MailFile, maxBytes: number): AsyncGenerator<FoundMail> {
  const isMessage = extname(path).toLowerCase() === '.eml';
  const start = await readBeginning(path);
  if (!isMessage && (FROM_LINE.test(start.toString('latin1')) || extname(path).toLowerCase() === '.mbox')) {
    let at = 0;
    for await (const { bytes } of readMbox(createReadStream(path, { highWaterMark: 1 << 20 }), maxBytes)) {
      at += 1;
      const place = `${path}#${at}`;
      if (bytes) yield { place, size: bytes.byteLength, bytes };
      else yield { place, size: 0, refused: tooLarge(maxBytes) };
    }
    if (at === 0) yield { place: path, size, refused: 'There is no message in this mbox.' };
    return;
  }
  const refused = await whyNot({ path, size, isNamed: isNamed || isMessage }, start, maxBytes);
  if (refused !== undefined) yield { place: path, size, refused };
  else {
    const bytes = new Uint8Array(await readFile(path));
    const [line = ''] = FROM_LINE.exec(start.toString('latin1')) ?? [];
    // The line that an mbox puts before a message is no part of it.
    yield { place: path, size, bytes: line === '' ? bytes : bytes.subarray(line.length) };
  }
}

async function whyNot({ size, isNamed }: MailFile, start: Buffer, maxBytes: number): Promise<string | undefined> {
  if (size === 0) return 'The file is empty.';
  if (size > maxBytes) return tooLarge(maxBytes);
  if (start.subarray(0, 4).equals(OUTLOOK))
    return 'This is an Outlook item, not a mail as it was sent; save it as .eml.';
  return isNamed || HEADER.test(start.toString('latin1')) ? undefined : 'This does not begin as a mail does.';
}

const tooLarge = (maxBytes: number): string => `The mail has more than ${maxBytes} bytes.`;

async function readBeginning(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
  return buffer.subarray(0, bytesRead);
}
