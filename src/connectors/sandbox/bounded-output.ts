/** Keeps the beginning and the end of a stream, however long it is, and says what it left out. */
export class BoundedOutput {
  readonly #room: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headSize = 0;
  #tailSize = 0;
  #total = 0;

  constructor(room: number) {
    this.#room = Math.floor(room / 2);
  }

  /** Bytes that came, kept or not. */
  get total(): number {
    return this.#total;
  }

  get omitted(): number {
    return this.#total - this.#headSize - Math.min(this.#tailSize, this.#room);
  }

  take(chunk: Buffer): void {
    this.#total += chunk.length;
    const first = chunk.subarray(0, this.#room - this.#headSize);
    if (first.length > 0) {
      this.#head.push(first);
      this.#headSize += first.length;
    }
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailSize += rest.length;
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#room)
      this.#tailSize -= this.#tail.shift()?.length ?? 0;
  }

  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    const { omitted } = this;
    if (omitted === 0) return decode(Buffer.concat([head, tail]));
    const note = `\n[… ${omitted} bytes left out here …]\n`;
    return `${decode(withoutBrokenEnd(head))}${note}${decode(withoutBrokenStart(tail.subarray(-this.#room)))}`;
  }
}

/** What is not UTF-8 is shown as U+FFFD. */
const decode = (bytes: Buffer): string => bytes.toString('utf8');

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** A character is at most four bytes, so more than that was never one. */
const LONGEST = 4;

function withoutBrokenStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < LONGEST - 1 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function withoutBrokenEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - LONGEST && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(lead, 0)) : bytes;
}
