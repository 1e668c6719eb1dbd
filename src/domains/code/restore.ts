/** How tools that change several files put them back: all of them, or none when one has changed since. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { BeforeImage, ScopedFiles } from '../../ports/scoped-files.ts';

/** Only files are changed here, so only files and their absence are put back. */
const image = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('file'), hash: z.string(), mode: z.int(), modified: z.string() }),
]) satisfies z.ZodType<BeforeImage>;

/** What a record says of each file: what stood there, its fingerprint, and the one that the call leaves behind. */
export const changedFile = z.strictObject({ path: z.string(), before: image, was: z.string(), after: z.string() });
export type ChangedFile = Readonly<z.output<typeof changedFile>>;

export async function restoreAll(
  files: ScopedFiles,
  changed: readonly ChangedFile[],
  signal: AbortSignal,
): Promise<void> {
  for (const { path, was, after } of changed) {
    const found = await files.fingerprint(path, signal);
    if (found === was || found === after) continue;
    throw new DeputizeError('CONFLICT', `"${path}" has changed since the call, so undoing it would lose that change.`, {
      details: { path },
      retryable: false,
    });
  }
  for (const { path, before, after } of changed) await files.restore(path, before, { expected: after, signal });
}
