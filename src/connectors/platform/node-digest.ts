/** Hashing and randomness by Node's native code. */
import { hash, randomBytes } from 'node:crypto';

import type { Digest } from '../../ports/digest.ts';

export const nodeDigest: Digest = {
  sha256: (text) => hash('sha256', text),
  random: (length) => randomBytes(length),
};
