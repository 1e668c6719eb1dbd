/** A program that did not end by itself has no result: what was reached is said instead, with the end of what it printed. */
import { DeputizeError } from '../../core/index.ts';
import type { SandboxResult } from '../../ports/command-sandbox.ts';

/** How much of the output goes into an error. */
const KEPT_CHARACTERS = 4_000;

const REACHED = {
  memory: 'It took more memory than it may, and was ended.',
  processes: 'It started more processes than it may, and was ended.',
  disk: 'It wrote more than it may, and was ended.',
  total:
    'All runs in progress together wrote more than they may, and this one was ended. Try again when others have ended.',
  output: 'It printed without end, and was ended.',
} as const;

export function refuseIfEnded(
  { endedBy, stdout, stderr, durationMs }: SandboxResult,
  timeout: number,
  { what = 'The code', partialSideEffects = true } = {},
): void {
  if (endedBy === undefined) return;
  const tails = { stdout: stdout.slice(-KEPT_CHARACTERS), stderr: stderr.slice(-KEPT_CHARACTERS) };
  const details = { limit: endedBy, duration: Math.round(durationMs), ...tails };
  if (endedBy === 'time') {
    const message = `${what} did not finish within ${timeout} s, and was ended.`;
    throw new DeputizeError('TIMEOUT', message, { details, partialSideEffects });
  }
  throw new DeputizeError('LIMIT_REACHED', REACHED[endedBy], { details, partialSideEffects });
}
