/** Hashing and randomness in a Worker. */
import { createHash } from 'node:crypto';

import type { Digest } from '../../ports/digest.ts';

export const workerDigest: Digest = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
