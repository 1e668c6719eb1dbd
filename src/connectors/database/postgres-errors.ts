/** Classifies PostgreSQL failures: whether the outcome is certain, and whether a retry is useful. */
import { DatabaseError } from 'pg';

import { PortError } from '../../ports/port-error.ts';

/** Nothing was written, and a retry may succeed. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

const uniqueViolation = '23505';
const divisionByZero = '22012';
// Serialization failure, deadlock, and a prepared statement that the session does not know.
const retryable = new Set(['40001', '40P01', '26000']);
// A table changed its columns since the statement was prepared; another connection prepares it again.
const staleStatement = 'RevalidateCachedQuery';

// An error that ends the session is no answer to the statement. Checked by code too, since the server may translate the severity.
const endsSession = /^(08|57P|58|XX|25P03)/;

/** PostgreSQL refused the statement and the session goes on, so nothing of the statement remains. */
export const isAnswer = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError &&
  error.severity !== 'FATAL' &&
  error.severity !== 'PANIC' &&
  !endsSession.test(error.code ?? '');

export const isRetryable = (error: unknown): boolean =>
  isAnswer(error) && (retryable.has(error.code ?? '') || error.routine === staleStatement);

export const isUniqueViolation = (error: unknown): boolean => isAnswer(error) && error.code === uniqueViolation;

/** The error of a failed fence. Of all statements that are sent with the commit, only fences divide. */
export const isFallenFence = (error: unknown): boolean => isAnswer(error) && error.code === divisionByZero;

/** After COMMIT is sent, a lost connection leaves the outcome unknown: a retry could apply the change twice. */
export const unknownOutcomeError = (cause: unknown): PortError =>
  new PortError(
    'EXTERNAL_ERROR',
    'The connection to PostgreSQL was lost during the commit; the change may or may not have been written.',
    { outcome: 'unknown' },
    cause,
  );

export function toPortError(error: unknown): unknown {
  if (error instanceof PortError) return error;
  if (error instanceof TryAgain) {
    const reason = isAnswer(error.cause) ? 'was too contended' : 'could not be reached';
    return new PortError('EXTERNAL_ERROR', `PostgreSQL ${reason}; nothing was written.`, {}, error.cause);
  }
  if (!isAnswer(error)) return new PortError('EXTERNAL_ERROR', 'PostgreSQL could not be reached.', {}, error);
  // Class 53: out of disk, memory or connections.
  if (error.code === '53100') return new PortError('STORAGE_FULL', 'PostgreSQL has no room left.', {}, error);
  if (error.code?.startsWith('53')) return new PortError('EXTERNAL_ERROR', 'PostgreSQL is overloaded.', {}, error);
  return error;
}
