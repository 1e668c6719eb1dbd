/** Splits bytes into lines of UTF-8 text of limited length. Invalid lines are reported, and do not affect the next line. */
import { concatBytes } from './concat-bytes.ts';

/** One line without its newline, or the reason why it is not returned as text. */
export type InputLine =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-utf8' }
  /** Has its ends if `endBytes` is set. */
  | { readonly kind: 'too-long'; readonly ends?: { readonly head: string; readonly tail: string } };

/** How invalid bytes and lines that are too long are handled. */
interface LineReaderOptions {
  /** Decodes bytes that are not UTF-8 as U+FFFD, and keeps a byte order mark. Such lines are otherwise reported as `not-utf8`. */
  readonly isLossy?: boolean;
  /** How many bytes of both ends of a line that is too long are kept. */
  readonly endBytes?: number;
}

const NEWLINE = 10;
const LOSSY = new TextDecoder('utf-8', { ignoreBOM: true });

/** Collects chunks of bytes and yields each complete line. Invalid lines are yielded as such; nothing throws. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #decoder: TextDecoder;
  readonly #endBytes: number | undefined;
  #parts: Uint8Array[] = [];
  #size = 0;
  #isTooLong = false;
  #head: Uint8Array | undefined;

  constructor(maxBytes: number, { isLossy = false, endBytes }: LineReaderOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#decoder = isLossy ? LOSSY : new TextDecoder('utf-8', { fatal: true });
    this.#endBytes = endBytes;
  }

  /** The size of the line that has not ended yet. */
  get pendingBytes(): number {
    return this.#size;
  }

  *push(chunk: Uint8Array): Generator<InputLine> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      this.#keep(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      yield this.#take();
      start = end + 1;
    }
  }

  /** The last line, if the stream ended without a newline. */
  *end(): Generator<InputLine> {
    if (this.#size > 0 || this.#isTooLong) yield this.#take();
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) return;
    this.#isTooLong = true;
    if (this.#endBytes === undefined) this.#parts = [];
    else {
      // Both ends are copied, so that the long line can be freed.
      const kept = concatBytes(this.#parts);
      this.#head ??= kept.slice(0, this.#endBytes);
      this.#parts = [kept.slice(-this.#endBytes)];
    }
  }

  #take(): InputLine {
    const [only] = this.#parts;
    const bytes = only !== undefined && this.#parts.length === 1 ? only : concatBytes(this.#parts);
    const [isTooLong, head] = [this.#isTooLong, this.#head];
    this.#parts = [];
    this.#size = 0;
    this.#isTooLong = false;
    this.#head = undefined;
    if (head) return { kind: 'too-long', ends: { head: LOSSY.decode(head), tail: LOSSY.decode(bytes) } };
    if (isTooLong) return { kind: 'too-long' };
    try {
      return { kind: 'text', text: this.#decoder.decode(bytes) };
    } catch {
      return { kind: 'not-utf8' };
    }
  }
}
