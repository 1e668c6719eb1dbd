/** The hidden names of this connector's unfinished work, so that leftovers can be distinguished from a user's files. */
import { randomBytes } from 'node:crypto';

// `tmp`: something being written. `gone`: something removed, being emptied. Both can be swept.
// `held`: moved aside but not yet compared with what was approved. It may be the only copy, so it is never swept.
const OURS = /^\.deputize-(?:tmp|gone)-[0-9a-f]{24}$/;

export function temporaryName(kind: 'tmp' | 'held' | 'gone'): string {
  return `.deputize-${kind}-${randomBytes(12).toString('hex')}`;
}

export function isTemporary(name: string): boolean {
  return OURS.test(name);
}
