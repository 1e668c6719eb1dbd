/** Writes and reads the tar format (POSIX pax), one file at a time, so that every system can open the archive. */
import { PortError } from '../../ports/port-error.ts';

const BLOCK = 512;
const MOST_OCTAL = 0o77777777777;
const NAME_BYTES = 100;
const FILE = '0';
const PAX = 'x';

export interface TarEntry {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly modifiedAt: Date;
}

/** The header before a file's bytes. */
export function tarHeader(entry: TarEntry): Buffer {
  const { path, size } = entry;
  const isPlain = Buffer.byteLength(path) <= NAME_BYTES && /^[\x20-\x7e]*$/.test(path) && size <= MOST_OCTAL;
  if (isPlain) return block({ ...entry, type: FILE });
  const records = Buffer.from(`${paxRecord('path', path)}${paxRecord('size', String(size))}`);
  const extended = { ...entry, path: 'pax', size: records.length };
  return Buffer.concat([
    block({ ...extended, type: PAX }),
    records,
    tarPadding(records.length),
    block({ ...entry, path: 'see-pax', size: Math.min(size, MOST_OCTAL), type: FILE }),
  ]);
}

/** The padding after a file's bytes. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

function block({ path, size, mode, modifiedAt, type }: TarEntry & { readonly type: string }): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(path, 0, NAME_BYTES);
  header.write(octal(mode & 0o777, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.max(0, Math.floor(modifiedAt.getTime() / 1_000)), 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** `LENGTH key=value\n`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

export interface ReadEntry extends TarEntry {
  /** Must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Buffer>;
}

export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const source = new Source(stream);
  let extended: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const header = await source.exactly(BLOCK);
    if (header === undefined) throw damagedTarError('it ends in the middle');
    if (header.every((byte) => byte === 0)) return;
    checkSum(header);
    const type = header.toString('latin1', 156, 157);
    const size = readOctal(header, 124, 136);
    if (type === PAX) {
      const records = await source.exactly(size + tarPadding(size).length);
      if (records === undefined) throw damagedTarError('it ends in the middle');
      extended = readPax(records.subarray(0, size));
      continue;
    }
    if (type !== FILE) throw damagedTarError(`it holds something that is no file (${JSON.stringify(type)})`);
    const whole = Number(extended.get('size') ?? size);
    yield {
      path: extended.get('path') ?? readText(header, 0, NAME_BYTES),
      size: whole,
      mode: readOctal(header, 100, 108),
      modifiedAt: new Date(readOctal(header, 136, 148) * 1_000),
      content: source.pieces(whole),
    };
    await source.exactly(tarPadding(whole).length);
    extended = new Map();
  }
}

function checkSum(header: Buffer): void {
  const said = readOctal(header, 148, 156);
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (said !== sum) throw damagedTarError('a header is damaged');
}

function readPax(records: Buffer): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < records.length;) {
    const space = records.indexOf(0x20, at);
    const length = Number(records.toString('latin1', at, space));
    if (space === -1 || !Number.isInteger(length) || length <= space - at) throw damagedTarError('a header is damaged');
    const [key = '', ...value] = records.toString('utf8', space + 1, at + length - 1).split('=');
    found.set(key, value.join('='));
    at += length;
  }
  return found;
}

const readText = (header: Buffer, from: number, to: number): string =>
  header.toString('utf8', from, to).replace(/\0[^]*$/, '');

function readOctal(header: Buffer, from: number, to: number): number {
  const text = readText(header, from, to).trim();
  if (!/^[0-7]+$/.test(text)) throw damagedTarError('a header is damaged');
  return Number.parseInt(text, 8);
}

const damagedTarError = (why: string): PortError =>
  new PortError('INVALID_REQUEST', `This is no whole backup: ${why}.`);

/** Reads an exact number of bytes from a stream of chunks. */
class Source {
  readonly #stream: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** Returns undefined if the stream ends first. */
  async exactly(size: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      const piece = await this.#upTo(missing);
      if (piece === undefined) return undefined;
      pieces.push(piece);
      missing -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async *pieces(size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0;) {
      const piece = await this.#upTo(missing);
      if (piece === undefined) throw damagedTarError('it ends in the middle');
      missing -= piece.length;
      yield piece;
    }
  }

  async #upTo(size: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#stream.next();
      if (done === true) return undefined;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}
