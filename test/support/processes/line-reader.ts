/** Reads JSON lines from a stream. A last line that was cut off by a kill was never said. */
import type { Readable } from 'node:stream';

export function onJsonLine<T>(stream: Readable, hear: (message: T) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') hear(JSON.parse(line) as T);
  });
}
