/** The bytes of an answer, unpacked as they arrive and cut off at the limit: a small file can unpack into a huge one. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

import { PortError } from '../../ports/port-error.ts';

export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of limitBytes(maxBytes, await unpacked(response, maxBytes))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* limitBytes(maxBytes: number, stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of stream) {
    read += chunk.length;
    if (read > maxBytes) throw new PortError('TOO_LARGE', `The answer is larger than ${maxBytes} bytes.`, { maxBytes });
    yield chunk;
  }
}

async function unpacked(response: IncomingMessage, maxBytes: number): Promise<AsyncIterable<Buffer>> {
  const packing = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (packing === '' || packing === 'identity') return response as AsyncIterable<Buffer>;
  const packed = limitBytes(maxBytes, response as AsyncIterable<Buffer>);
  const first = await packed.next();
  if (first.done === true) return packed;
  const unpack = unpacker(packing, first.value[0] ?? 0);
  if (unpack === undefined) {
    throw new PortError(
      'EXTERNAL_ERROR',
      `The answer is packed as "${packing.slice(0, 50)}", which was not asked for.`,
    );
  }
  const source = async function* (): AsyncGenerator<Buffer> {
    yield first.value;
    yield* packed;
  };
  // The returned stream reports the errors.
  pipeline(source, unpack, () => undefined);
  return unpack as AsyncIterable<Buffer>;
}

function unpacker(packing: string, firstByte: number): Duplex | undefined {
  switch (packing) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      // Servers use this name for two formats, which the first byte distinguishes.
      return (firstByte & 0x0f) === 0x08 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}
