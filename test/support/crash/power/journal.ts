/** What the shim has written down, entry by entry, in the order in which it happened. */
import { readFileSync } from 'node:fs';

export type Entry =
  | { readonly kind: 'create' | 'mkdir'; folder: bigint; node: bigint; mode: number; name: string }
  | { readonly kind: 'link'; folder: bigint; node: bigint; name: string }
  | { readonly kind: 'write'; node: bigint; offset: number; bytes: Buffer }
  | { readonly kind: 'truncate'; node: bigint; size: number }
  | { readonly kind: 'sync'; node: bigint }
  | { readonly kind: 'rename'; folder: bigint; name: string; toFolder: bigint; toName: string }
  | { readonly kind: 'unlink'; folder: bigint; name: string }
  | { readonly kind: 'mode'; node: bigint; mode: number }
  | { readonly kind: 'say'; bytes: Buffer };

const HEAD_BYTES = 48;

/** A last entry that was cut off by a kill did not happen. */
export function readJournal(file: string): Entry[] {
  const bytes = readFileSync(file);
  const entries: Entry[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const [kind = 0n, a = 0n, b = 0n, c = 0n, one = 0n, two = 0n] = Array.from({ length: 6 }, (_, field) =>
      bytes.readBigUInt64LE(at + 8 * field),
    );
    const start = at + HEAD_BYTES;
    const middle = start + Number(one);
    at = middle + Number(two);
    if (at > bytes.length) break;
    entries.push(entryOf(Number(kind), [a, b, c], bytes.subarray(start, middle), bytes.subarray(middle, at)));
  }
  return entries;
}

function entryOf(kind: number, [a, b, c]: readonly [bigint, bigint, bigint], one: Buffer, two: Buffer): Entry {
  const name = one.toString('utf8');
  switch (kind) {
    case 1:
      return { kind: 'create', folder: a, node: b, mode: Number(c), name };
    case 2:
      return { kind: 'write', node: a, offset: Number(b), bytes: one };
    case 3:
      return { kind: 'truncate', node: a, size: Number(b) };
    case 4:
      return { kind: 'sync', node: a };
    case 5:
      return { kind: 'rename', folder: a, name, toFolder: b, toName: two.toString('utf8') };
    case 6:
      return { kind: 'link', folder: a, node: b, name };
    case 7:
      return { kind: 'unlink', folder: a, name };
    case 8:
      return { kind: 'mkdir', folder: a, node: b, mode: Number(c), name };
    case 10:
      return { kind: 'mode', node: a, mode: Number(b) };
    case 11:
      return { kind: 'say', bytes: one };
    default:
      throw new Error(`no entry is of kind ${kind}`);
  }
}
