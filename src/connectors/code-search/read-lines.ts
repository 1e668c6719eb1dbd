/** A stream of bytes as lines of text. A line beyond any use is left out, so that no file can fill the memory. */
const MAX_LINE = 4 * 1024 * 1024;

export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, end);
      if (size + piece.length <= MAX_LINE) yield Buffer.concat([...waiting, piece]).toString('utf8');
      [waiting, size, from] = [[], 0, end + 1];
    }
    size += chunk.length - from;
    if (size <= MAX_LINE) waiting.push(chunk.subarray(from));
    else waiting = [];
  }
}
