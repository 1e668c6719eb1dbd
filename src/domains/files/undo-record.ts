/** What the undo of a file tool reads back from the ledger, and how it says that it is too late. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { BeforeImage } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';

export const beforeImage: z.ZodType<BeforeImage> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('file'), hash: z.string(), mode: z.int(), modified: z.string() }),
  z.strictObject({ kind: z.literal('symlink'), target: z.string(), modified: z.string() }),
  z.strictObject({
    kind: z.literal('directory'),
    mode: z.int(),
    modified: z.string(),
    get entries() {
      return z.array(z.strictObject({ name: z.string(), image: beforeImage }));
    },
  }),
]);

export function pathChangedError(path: string, cause?: unknown): DeputizeError {
  return new DeputizeError('CONFLICT', `"${path}" has changed since the call, so undoing it would lose that change.`, {
    details: { path },
    retryable: false,
    cause,
  });
}

/** Runs a step of an undo. Turns a CONFLICT of the port into the error of an undo whose target has changed. */
export async function withUndoConflict(path: string, step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (thrown) {
    if (thrown instanceof PortError && thrown.code === 'CONFLICT') throw pathChangedError(path, thrown);
    throw thrown;
  }
}
