/** What can go wrong in a tool, as its handler says it: returned as `error.type`, or thrown as a ToolError. */
export const ErrorType = Object.freeze({
  /** The arguments fit the schema and still make no sense. */
  VALIDATION: 'VALIDATION',
  /** What the arguments name does not exist. */
  NOT_FOUND: 'NOT_FOUND',
  /** The world has changed since it was looked at. */
  CONFLICT: 'CONFLICT',
  /** The other side does not permit it. */
  PERMISSION: 'PERMISSION',
  /** The session has ended. */
  SESSION_INACTIVE: 'SESSION_INACTIVE',
  /** Something that the tool needs is not there. */
  NOT_AVAILABLE: 'NOT_AVAILABLE',
  /** Too many requests; later it may work. */
  RATE_LIMITED: 'RATE_LIMITED',
  /** The other side took too long. */
  TIMEOUT: 'TIMEOUT',
  /** It failed and may work when tried again. */
  TRANSIENT: 'TRANSIENT',
  /** It failed and will fail again. */
  PERMANENT: 'PERMANENT',
});

/** For unexpected failures. An expected failure is returned as `{ ok: false, error }`. */
export class ToolError extends Error {
  name = 'ToolError';

  /**
   * @param {string} type one of ErrorType
   * @param {string} message for a person; nothing secret
   * @param {{ retryable?: boolean, partialSideEffects?: boolean, cause?: unknown }} [options]
   */
  constructor(type, message, { retryable = false, partialSideEffects = false, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.type = type;
    this.retryable = retryable;
    this.partialSideEffects = partialSideEffects;
  }
}

const BY_CODE = new Map([
  ['NOT_AVAILABLE', ErrorType.NOT_AVAILABLE],
  ['NOT_FOUND', ErrorType.NOT_FOUND],
  ['CONFLICT', ErrorType.CONFLICT],
  ['INVALID_ARGUMENTS', ErrorType.VALIDATION],
  ['PERMISSION_DENIED', ErrorType.PERMISSION],
  ['RATE_LIMITED', ErrorType.RATE_LIMITED],
  ['TIMEOUT', ErrorType.TIMEOUT],
  ['EXTERNAL_ERROR', ErrorType.TRANSIENT],
]);

/** What a service of the server refused, as a handler answers it. Anything else is thrown on. */
export function refusalOf(error) {
  const type = BY_CODE.get(error?.code);
  if (type === undefined) throw error;
  const retryable = [ErrorType.TRANSIENT, ErrorType.TIMEOUT, ErrorType.RATE_LIMITED].includes(type);
  return { ok: false, error: { type, message: error.message, retryable } };
}
