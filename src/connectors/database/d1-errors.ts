/** Reads what D1 says when it fails: it has no error codes, only messages that carry those of SQLite. */
import { PortError } from '../../ports/port-error.ts';

/** A guard's assertion writes null into this column when the guard did not touch exactly one row. */
export const guardTable = 'guard_assertions';
export const guardColumn = 'held';

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isLostGuard = (error: unknown): boolean =>
  toMessage(error).includes(`NOT NULL constraint failed: ${guardTable}.${guardColumn}`);

export const isUniqueViolation = (error: unknown): boolean => /UNIQUE constraint failed/.test(toMessage(error));

/** SQLite itself refused a statement, so the batch was rolled back. Of any other failure the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  /constraint failed|SQLITE_(?!IOERR|INTERRUPT|BUSY|LOCKED)|D1_TYPE_ERROR|Wrong number of parameter bindings/.test(
    toMessage(error),
  );

export function toPortError(error: unknown): unknown {
  if (error instanceof PortError) return error;
  if (/SQLITE_FULL|exceeded (its )?maximum (DB|database) size/i.test(toMessage(error))) {
    return new PortError('STORAGE_FULL', 'The D1 database has no room left.', {}, error);
  }
  return isRefusal(error) ? error : new PortError('EXTERNAL_ERROR', 'D1 could not be reached.', {}, error);
}

export const unknownOutcomeError = (cause: unknown): PortError =>
  new PortError(
    'EXTERNAL_ERROR',
    'D1 did not answer; the change may or may not have been written.',
    { outcome: 'unknown' },
    cause,
  );
