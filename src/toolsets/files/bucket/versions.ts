/** What stands at a key before it changes, and how that is brought back. */
import { z } from 'zod';

import { DeputizeError } from '../../../core/index.ts';
import type { Bucket } from '../../../ports/bucket.ts';
import { contentOf, type Content } from '../file-preview.ts';

export const undoRecord = z.strictObject({
  key: z.string(),
  /** What stood there; null when nothing did. */
  before: z.strictObject({ hash: z.string(), size: z.int() }).nullable(),
  /** The version that the call left behind. */
  after: z.string(),
});

/** The content at a key, and the version that it must still have when it is changed. */
export async function standing(bucket: Bucket, key: string): Promise<{ state: string; before: Content | undefined }> {
  const { version, hash } = await bucket.state(key);
  if (hash === null) return { state: version, before: undefined };
  return { state: version, before: await contentOf(new Uint8Array(await bucket.content(hash))) };
}

/** Undoing is a change like any other: it makes a new version, and refuses when somebody has changed the file since. */
export async function putBack(bucket: Bucket, { key, before, after }: z.output<typeof undoRecord>): Promise<void> {
  try {
    await bucket.change(key, before, after);
  } catch (error) {
    if (!(error instanceof DeputizeError) || error.code !== 'CONFLICT') throw error;
    throw new DeputizeError('CONFLICT', `"${key}" has changed since; undoing would lose that.`, { details: { key } });
  }
}
