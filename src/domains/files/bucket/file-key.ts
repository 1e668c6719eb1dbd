/** Keys of the bucket: letters, digits, `-`, `_`, `/` and `.`, and no way to leave a folder. */
import { z } from 'zod';

import { DeputizeError } from '../../../core/index.ts';

export const keyInput = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[A-Za-z0-9._/-]+$/, 'letters, digits, "-", "_", "/" and "." only');

/** The key as it is stored. What looks like a path but is none is refused, not mended. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const isOdd = parts.some((part) => part === '' || part === '.' || part === '..');
  if (!isOdd) return key;
  throw new DeputizeError('INVALID_PATH', `"${key}" is not a key: no part may be empty, "." or "..".`, {
    details: { key },
  });
}

export function keyNotFoundError(key: string): DeputizeError {
  return new DeputizeError('FILE_NOT_FOUND', `There is no file "${key}".`, { details: { key } });
}
