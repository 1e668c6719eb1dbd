/** The log for the operator: one JSON object per line on standard error. */
import type { Log } from '../../core/index.ts';

export const logToStderr: Log = (level, message, fields = {}) => {
  const { error, ...rest } = fields;
  const cause = error instanceof Error ? { error: error.stack ?? error.message } : error === undefined ? {} : { error };
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...rest, ...cause })}\n`);
};
