/** Splits a stream into lines. Of a line that is too long, only both ends are kept: they may contain the message's id. */
const END = 512;
const NEWLINE = 0x0a;

export interface LineListener {
  line(text: string): void;
  tooLong(head: string, tail: string): void;
}

export class BoundedLines {
  readonly #limit: number;
  readonly #to: LineListener;
  #chunks: Buffer[] = [];
  #size = 0;
  #head: string | undefined;

  constructor(limit: number, to: LineListener) {
    this.#limit = limit;
    this.#to = to;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, at));
      this.#finish();
      start = at + 1;
    }
    this.#take(chunk.subarray(start));
  }

  #take(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#chunks.push(piece);
    this.#size += piece.length;
    if (this.#head === undefined && this.#size <= this.#limit) return;
    const kept = Buffer.concat(this.#chunks);
    this.#head ??= kept.subarray(0, END).toString('utf8');
    // Copied, so that the long buffer can be freed.
    this.#chunks = [Buffer.from(kept.subarray(-END))];
  }

  #finish(): void {
    const [text, head] = [Buffer.concat(this.#chunks).toString('utf8'), this.#head];
    this.#chunks = [];
    this.#size = 0;
    this.#head = undefined;
    if (head === undefined) this.#to.line(text);
    else this.#to.tooLong(head, text);
  }
}
