/** Defines the error class of the runtime and the table of its codes. This file imports nothing. */
export type ErrorType =
  'permission_denied' | 'validation_error' | 'resource_not_found' | 'external_api_error' | 'system_error';

interface CodeEntry {
  readonly type: ErrorType;
  readonly retryable: boolean;
  readonly meaning: string;
}

const entry = (type: ErrorType, meaning: string, retryable = false): CodeEntry => ({ type, retryable, meaning });

/** Every error code, with its type, its meaning, and whether a retry can help. */
export const errorCodes = {
  INVALID_ARGUMENTS: entry('validation_error', 'The arguments do not fit the tool’s input schema.'),
  INVALID_JSON: entry('validation_error', 'The message is not valid JSON, or not valid UTF-8.'),
  INVALID_REQUEST: entry('validation_error', 'The request is not of the form this door takes.'),
  INVALID_PATH: entry('validation_error', 'The path is malformed or leads outside the workspace.'),
  TOO_LARGE: entry('validation_error', 'The message or value is larger than the limit.'),
  INVALID_CONFIGURATION: entry('validation_error', 'A key of the configuration or a policy is wrong.'),
  UNKNOWN_TOOL: entry('resource_not_found', 'No tool of this name is offered here.'),
  UNKNOWN_PRESET: entry('resource_not_found', 'No preset of this name is set up.'),
  NOT_FOUND: entry('resource_not_found', 'There is nothing under this id.'),
  FILE_NOT_FOUND: entry('resource_not_found', 'The file or directory does not exist.'),
  ALREADY_EXISTS: entry('validation_error', 'The target exists already.'),
  NOT_A_FILE: entry('validation_error', 'The path names a directory or a special file where a file is needed.'),
  NOT_A_DIRECTORY: entry('validation_error', 'The path names something that is not a directory.'),
  DIRECTORY_NOT_EMPTY: entry('validation_error', 'The directory has content and `recursive` was not asked for.'),
  PERMISSION_DENIED: entry('permission_denied', 'The operating system or the remote side does not permit it.'),
  UNAUTHENTICATED: entry('permission_denied', 'No valid credential came with the request.'),
  FORBIDDEN: entry('permission_denied', 'The credential does not reach this far.'),
  PRIVATE_ADDRESS: entry('permission_denied', 'The address is not on the public internet, so it is never reached.'),
  OUT_OF_SCOPE: entry(
    'permission_denied',
    'The call would touch a path, an app or a host that the configuration does not name.',
  ),
  STOPPED: entry('permission_denied', 'A person stopped everything; nothing runs until a person lifts that.'),
  BLOCKED: entry('permission_denied', 'The policy does not permit this call.'),
  DENIED: entry('permission_denied', 'A person denied this call.'),
  QUARANTINED: entry('permission_denied', 'The tool’s server changed it; a person must accept it again.'),
  EXPIRED: entry('permission_denied', 'The approval expired before a decision.'),
  ALREADY_DECIDED: entry('validation_error', 'Another decision was first; this one changed nothing.'),
  CALL_ID_REUSED: entry('validation_error', 'This call id belongs to a call with another tool or other arguments.'),
  TOKEN_INVALID: entry('permission_denied', 'The confirm token is malformed or not signed by this runtime.'),
  TOKEN_EXPIRED: entry('permission_denied', 'The confirm token is past its time.'),
  TOKEN_USED: entry('permission_denied', 'The confirm token was already used.'),
  TOKEN_ARGUMENTS: entry('permission_denied', 'The confirm token was given for other arguments.'),
  TOKEN_USER: entry('permission_denied', 'The confirm token was given to another user.'),
  TOKEN_TRACE: entry('permission_denied', 'The confirm token was given for another trace.'),
  TOKEN_TOOL: entry('permission_denied', 'The confirm token was given for another tool.'),
  TOKEN_SCOPE: entry('permission_denied', 'The call would reach further than what the confirm token was given for.'),
  TOKEN_RESOURCE: entry(
    'permission_denied',
    'The token was given for another resource, such as another workspace or preset.',
  ),
  RESOURCE_UNAVAILABLE: entry(
    'system_error',
    'The workspace or other resource that the call belongs to cannot be opened here; nothing was done.',
    true,
  ),
  CONFLICT: entry('validation_error', 'The target has changed since it was looked at.', true),
  NOT_UNDOABLE: entry('validation_error', 'This call cannot be undone, or no longer.'),
  TIMEOUT: entry('system_error', 'The tool did not finish in time.', true),
  CANCELLED: entry('system_error', 'The call was cancelled.'),
  EXECUTION_ERROR: entry('system_error', 'The tool failed.'),
  INVALID_OUTPUT: entry('system_error', 'The tool answered with something its output schema does not allow.'),
  OUTCOME_UNKNOWN: entry('system_error', 'The process ended during the call; whether it took effect is not known.'),
  SESSION_INACTIVE: entry('validation_error', 'The session that the call belongs to has ended.'),
  NOT_AVAILABLE: entry('system_error', 'Something this tool needs is not set up on this machine.'),
  STORAGE_FULL: entry('system_error', 'There is no room left to record calls, so none is run.', true),
  LIMIT_REACHED: entry(
    'system_error',
    'A limit of the sandbox or of the conversation was reached, and what ran was ended.',
  ),
  RATE_LIMITED: entry('external_api_error', 'Too many requests; try again later.', true),
  EXTERNAL_ERROR: entry('external_api_error', 'The service at the other end failed.', true),
  INTERNAL: entry('system_error', 'Something went wrong inside; the log names it.'),
} as const satisfies Record<string, CodeEntry>;

/** The code of an error. Callers decide by the code and never by the message. */
export type ErrorCode = keyof typeof errorCodes;

type JsonLike = string | number | boolean | null | readonly JsonLike[] | { readonly [key: string]: JsonLike };
/** Data about an error, as JSON. It contains no secrets. */
type ErrorDetails = { readonly [key: string]: JsonLike };

/** An error as it travels: only what a person or a model may read. */
export interface ErrorValue {
  /** One of `errorCodes`. */
  readonly code: ErrorCode;
  /** The group that the code belongs to. */
  readonly type: ErrorType;
  /** One or two sentences for a person or a model. */
  readonly message: string;
  /** Data about the error, such as the path or the host. */
  readonly details: ErrorDetails;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether a part of the effect may have happened. */
  readonly partialSideEffects: boolean;
}

/** What an error carries beside its code and message. `retryable` is by default that of the code. */
interface ErrorOptions {
  readonly details?: ErrorDetails;
  readonly retryable?: boolean;
  readonly partialSideEffects?: boolean;
  readonly cause?: unknown;
}

/** The error of the runtime and of tools. Its message is shown to users and models, so it must contain no secrets. */
export class DeputizeError extends Error {
  override readonly name = 'DeputizeError';
  /** One of `errorCodes`. */
  readonly code: ErrorCode;
  /** Data about the error, such as the path or the host. */
  readonly details: ErrorDetails;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Whether a part of the effect may have happened. */
  readonly partialSideEffects: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? errorCodes[code].retryable;
    this.partialSideEffects = options.partialSideEffects ?? false;
  }

  /** The group that the code belongs to. */
  get type(): ErrorType {
    return errorCodes[this.code].type;
  }

  /** Returns the error as a value, without its cause. */
  toJSON(): ErrorValue {
    const { code, type, message, details, retryable, partialSideEffects } = this;
    return { code, type, message, details, retryable, partialSideEffects };
  }
}

/** Converts any thrown value to an error value. A foreign error is reduced to a code: its text may hold internals. */
export function toErrorValue(thrown: unknown, fallback: ErrorCode = 'INTERNAL'): ErrorValue {
  if (thrown instanceof DeputizeError) return thrown.toJSON();
  if (isPortError(thrown)) return new DeputizeError(thrown.code, thrown.message, { details: thrown.details }).toJSON();
  return new DeputizeError(fallback, errorCodes[fallback].meaning).toJSON();
}

// Connectors import only ports, so what they throw is recognised by its shape.
function isPortError(thrown: unknown): thrown is Error & { code: ErrorCode; details: ErrorDetails } {
  if (!(thrown instanceof Error) || thrown.name !== 'PortError') return false;
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' && Object.hasOwn(errorCodes, code);
}
