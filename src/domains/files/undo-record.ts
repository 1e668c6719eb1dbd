/** What the undo of a file tool reads back from the ledger, and how it says that it is too late. */
import { z } from 'zod';

import { DeputizeError, type Facts } from '../../core/index.ts';
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

/** Runs a step of an undo; a port that finds something else there than the call left behind means the same. */
export async function unlessChanged(path: string, step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (thrown) {
    if (thrown instanceof PortError && thrown.code === 'CONFLICT') throw pathChangedError(path, thrown);
    throw thrown;
  }
}

/** Refuses to act on anything but what was approved. */
/** A call that was decided as overwriting nothing must not overwrite what appeared since. */
export function stillNothing(path: string, decided: Facts, found: string): void {
  if (decided.destructive !== false || found === 'absent') return;
  throw new DeputizeError('CONFLICT', `"${path}" appeared meanwhile; overwriting it needs to be decided again.`, {
    details: { path },
  });
}

export function stillExpected(path: string, expected: string | undefined, found: string): void {
  if (expected === undefined || expected === found) return;
  throw new DeputizeError('CONFLICT', `"${path}" has changed since it was approved.`, { details: { path } });
}
