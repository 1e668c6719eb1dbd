/** Splits bytes into lines of UTF-8 text of limited length. Invalid lines are reported, and do not affect the next line. */
export type InputLine =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-long' } | { readonly kind: 'not-utf8' };

const NEWLINE = 10;

export class LineReader {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Uint8Array[] = [];
  #size = 0;
  #isTooLong = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
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
    this.#size += part.length;
    if (this.#size > this.#maxBytes) {
      this.#isTooLong = true;
      this.#parts = [];
    } else if (part.length > 0) this.#parts.push(part);
  }

  #take(): InputLine {
    const parts = this.#parts;
    const size = this.#size;
    const isTooLong = this.#isTooLong;
    this.#parts = [];
    this.#size = 0;
    this.#isTooLong = false;
    if (isTooLong) return { kind: 'too-long' };
    try {
      return { kind: 'text', text: this.#decoder.decode(whole(parts, size)) };
    } catch {
      return { kind: 'not-utf8' };
    }
  }
}

function whole(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
