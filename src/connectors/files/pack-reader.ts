/** Reads parts of one long stream in the order of their places. */
export class PackReader {
  readonly #pieces: AsyncIterator<Uint8Array> | undefined;
  #piece: Uint8Array = new Uint8Array();
  /** The place of the first byte of the piece. */
  #at = 0;

  constructor(stream: AsyncIterable<Uint8Array> | undefined) {
    this.#pieces = stream?.[Symbol.asyncIterator]();
  }

  /** A part that begins before the previous one ended cannot be read. The part is shorter if the stream ends. */
  async *read(at: number, size: number): AsyncGenerator<Uint8Array> {
    for (let [from, left] = [at, size]; left > 0;) {
      while (from >= this.#at + this.#piece.length) {
        const next = await this.#pieces?.next();
        if (next === undefined || next.done === true) return;
        this.#at += this.#piece.length;
        this.#piece = next.value;
      }
      const part = this.#piece.subarray(from - this.#at, from - this.#at + left);
      yield part;
      from += part.length;
      left -= part.length;
    }
  }
}
