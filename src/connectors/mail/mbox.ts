/** Reads an mbox piece by piece, however large it is: one message after the other, none larger than the limit in memory. */
const LF = 10;
/** "From ann@example.com Thu Aug 29 11:00:00 2002": what parts messages. A sentence that begins with "From" is none. */
const SEPARATOR = /^From \S.*\d{2}:\d{2}.*\d{4}\s*$/;
const QUOTED_FROM = /^>+From /;
const LONGEST_LOOK = 300;

/** `bytes` is undefined for a message beyond the limit. */
interface MboxMessage {
  readonly bytes: Uint8Array | undefined;
}

export async function* readMbox(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<MboxMessage> {
  let message: Uint8Array[] | undefined;
  let [size, afterBlank] = [0, true];
  const finish = (): MboxMessage => ({
    bytes: size > maxBytes ? undefined : withoutLastBlank(Buffer.concat(message ?? [])),
  });
  for await (const line of splitLines(chunks, maxBytes)) {
    const head = Buffer.from(line.subarray(0, LONGEST_LOOK)).toString('latin1');
    if (afterBlank && SEPARATOR.test(head.replace(/\r?\n$/, ''))) {
      if (message) yield finish();
      [message, size, afterBlank] = [[], 0, false];
      continue;
    }
    afterBlank = /^\r?\n$/.test(head);
    if (!message) continue;
    const kept = QUOTED_FROM.test(head) ? line.subarray(1) : line;
    size += kept.byteLength;
    if (size <= maxBytes) message.push(kept);
    else message = [];
  }
  if (message) yield finish();
}

/** Lines with their ends, as bytes. One beyond the limit comes in pieces, because no byte of a message may be lost. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const line = chunk.subarray(start, end + 1);
      yield open.length === 0 ? line : Buffer.concat([...open, line]);
      [open, size, start] = [[], 0, end + 1];
    }
    const left = chunk.subarray(start);
    if (left.byteLength === 0) continue;
    open.push(left);
    size += left.byteLength;
    if (size <= longest) continue;
    yield Buffer.concat(open);
    [open, size] = [[], 0];
  }
  if (open.length > 0) yield Buffer.concat(open);
}

/** The blank line before the next separator belongs to the mbox. */
function withoutLastBlank(message: Uint8Array): Uint8Array {
  const end = Buffer.from(message.subarray(-4)).toString('latin1');
  if (end.endsWith('\r\n\r\n')) return message.subarray(0, -2);
  return end.endsWith('\n\n') ? message.subarray(0, -1) : message;
}
