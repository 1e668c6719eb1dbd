/** Captures the content at a key before a change, and restores it on undo. */
import { z } from 'zod';

import { DeputizeError, type CallPreview, type PreviewPart } from '../../../core/index.ts';
import type { FileBucket } from '../../../ports/file-bucket.ts';
import { buildDiffParts, toPreviewContent, type PreviewContent } from '../file-preview.ts';

export const undoRecord = z.strictObject({
  key: z.string(),
  /** The content before the call; null if there was none. */
  before: z.strictObject({ hash: z.string(), size: z.int() }).nullable(),
  /** The version after the call. */
  after: z.string(),
});

/** Reads the content at a key, and the version that the key must still have when it is changed. */
export async function findCurrentVersion(
  bucket: FileBucket,
  key: string,
): Promise<{ state: string; before: PreviewContent | undefined }> {
  const { version, hash } = await bucket.state(key);
  if (hash === null) return { state: version, before: undefined };
  return { state: version, before: await toPreviewContent(new Uint8Array(await bucket.content(hash))) };
}

/** Undo makes a new version, like any other change. It fails if the file has changed since the call. */
export async function putBack(bucket: FileBucket, { key, before, after }: z.output<typeof undoRecord>): Promise<void> {
  try {
    await bucket.change(key, before, after);
  } catch (error) {
    if (!(error instanceof DeputizeError) || error.code !== 'CONFLICT') throw error;
    throw new DeputizeError('CONFLICT', `"${key}" has changed since; undoing would lose that.`, { details: { key } });
  }
}

export async function previewPutBack(
  bucket: FileBucket,
  { key, before, after }: z.output<typeof undoRecord>,
): Promise<CallPreview> {
  const { state, before: now } = await findCurrentVersion(bucket, key);
  const then = before ? await toPreviewContent(new Uint8Array(await bucket.content(before.hash))) : undefined;
  const items = [`"${key}" is no longer as the call left it, so undoing will be refused.`];
  const note: PreviewPart[] = state === after ? [] : [{ kind: 'list', label: 'Note', items }];
  const parts = now || then ? buildDiffParts(key, now, then) : [];
  return {
    title: then ? `Put "${key}" back as it was` : `Take "${key}" away again`,
    parts: [...note, ...parts],
    state,
  };
}
