/** Tells apart the ways PostgreSQL can fail: certain or not, worth another try or not. */
import { DatabaseError } from 'pg';

import { PortError } from '../../ports/port-error.ts';

/** Nothing was written, for a reason that may be gone at the next try. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

const uniqueViolation = '23505';
const divisionByZero = '22012';
// Serialization failure, deadlock, and a prepared statement that the session does not know.
const retryable = new Set(['40001', '40P01', '26000']);
// A table changed its columns since the statement was prepared; another connection prepares it anew.
const staleStatement = 'RevalidateCachedQuery';

// What ends a session is no answer to the statement. By code as well, since the server may translate the severity.
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

/** By which a fence says that it fell: the only thing sent together with the commit that divides. */
export const isFallenFence = (error: unknown): boolean => isAnswer(error) && error.code === divisionByZero;

/** Once COMMIT has been sent, silence says nothing about its outcome: trying again could do the change twice. */
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
