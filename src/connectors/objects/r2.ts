/** The Objects port on Cloudflare R2: every object is named after its hash, which R2 checks when it takes it. */
import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';

/** What we use of an R2 binding. */
export interface R2Binding {
  head(key: string): Promise<{ readonly size: number } | null>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  put(key: string, value: ArrayBuffer, options: { sha256: string }): Promise<unknown>;
}

const HASH = /^[0-9a-f]{64}$/;

export function openR2Objects(bucket: R2Binding): ObjectStore {
  const keyOf = (hash: string): string => {
    if (HASH.test(hash)) return `objects/${hash}`;
    throw new PortError('INVALID_ARGUMENTS', 'An object is named by a SHA-256 in lower-case hex.');
  };
  const get = async (hash: string): Promise<Uint8Array | undefined> => {
    const found = await bucket.get(keyOf(hash)).catch(unreachable);
    if (!found) return undefined;
    const bytes = await found.arrayBuffer().catch(unreachable);
    if (hex(await crypto.subtle.digest('SHA-256', bytes)) !== hash)
      throw new PortError('EXTERNAL_ERROR', `The object ${hash} is damaged.`, { hash });
    return new Uint8Array(bytes);
  };
  return {
    async put(content) {
      // R2 wants to know the length beforehand, so a stream is gathered first. A Worker's mail is never large.
      const bytes = await gathered(content);
      const hash = hex(await crypto.subtle.digest('SHA-256', bytes));
      const known = await bucket.head(keyOf(hash)).catch(unreachable);
      if (known?.size !== bytes.byteLength) await bucket.put(keyOf(hash), bytes, { sha256: hash }).catch(unreachable);
      return { hash, size: bytes.byteLength };
    },
    get,
    async *stream(hash) {
      const bytes = await get(hash);
      if (!bytes) throw new PortError('NOT_FOUND', `No object is kept under ${hash}.`, { hash });
      yield bytes;
    },
  };
}

async function gathered(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  if (content instanceof Uint8Array) pieces.push(content);
  else for await (const piece of content) pieces.push(piece);
  return new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer();
}

function hex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unreachable(cause: unknown): never {
  throw new PortError('EXTERNAL_ERROR', 'R2 could not be reached.', {}, cause);
}
