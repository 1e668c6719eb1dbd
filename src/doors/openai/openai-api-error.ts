/** Errors with the status codes and the format that OpenAI clients expect. */
import { toErrorValue, type ErrorCode, type ErrorType, type ErrorValue } from '../../core/index.ts';

export interface OpenAiErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export class OpenAiApiError extends Error {
  override readonly name = 'OpenAiApiError';
  readonly status: number;
  readonly error: OpenAiErrorBody;
  /** Whether a retry may succeed. Clients retry by default, unless a header forbids it. */
  readonly isRetryable: boolean;

  constructor(status: number, error: Partial<OpenAiErrorBody> & Pick<OpenAiErrorBody, 'message'>, isRetryable = false) {
    super(error.message);
    this.status = status;
    this.error = { type: 'invalid_request_error', param: null, code: null, ...error };
    this.isRetryable = isRetryable;
  }
}

export function invalidValueError(param: string, message: string): OpenAiApiError {
  return new OpenAiApiError(400, { message: `Invalid '${param}': ${message}`, param, code: 'invalid_value' });
}

export function unsupportedValueError(param: string, message: string): OpenAiApiError {
  return new OpenAiApiError(400, { message: `Unsupported '${param}': ${message}`, param, code: 'unsupported_value' });
}

export function modelNotFoundError(model: string): OpenAiApiError {
  const message = `The model '${model.slice(0, 80)}' does not exist here. GET /v1/models lists those that do.`;
  return new OpenAiApiError(404, { message, param: 'model', code: 'model_not_found' });
}

/** Clients retry automatically after a status of 500 or more. So these are used only where a retry may succeed. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  TOKEN_RESOURCE: 403,
  CONFLICT: 409,
  TOO_LARGE: 413,
  LIMIT_REACHED: 422,
  RATE_LIMITED: 429,
  EXTERNAL_ERROR: 502,
  NOT_AVAILABLE: 503,
  STORAGE_FULL: 503,
  TIMEOUT: 504,
};

const BY_TYPE: Record<ErrorType, number> = {
  validation_error: 400,
  resource_not_found: 404,
  // The provider of the model rejected our key. The key of the caller is valid, so the status is not 401 or 403.
  permission_denied: 500,
  external_api_error: 502,
  system_error: 500,
};

/** Whether the error is meant for the client. Other errors are logged. */
export function isExpected(thrown: unknown): boolean {
  return thrown instanceof OpenAiApiError || toErrorValue(thrown).code !== 'INTERNAL';
}

export function toOpenAiApiError(thrown: unknown): OpenAiApiError {
  return thrown instanceof OpenAiApiError ? thrown : errorValueToOpenAiError(toErrorValue(thrown));
}

export function errorValueToOpenAiError({ code, type, message, retryable }: ErrorValue): OpenAiApiError {
  const status = STATUS[code] ?? BY_TYPE[type];
  const kind = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  const known = code === 'UNAUTHENTICATED' ? 'invalid_api_key' : code.toLowerCase();
  return new OpenAiApiError(status, { message, type: kind, code: known }, retryable);
}

export function answerOpenAiError({ status, error, isRetryable }: OpenAiApiError): Response {
  return Response.json(
    { error },
    {
      status,
      headers: {
        'x-should-retry': String(isRetryable),
        ...(status === 401 ? { 'www-authenticate': 'Bearer realm="deputize"' } : {}),
      },
    },
  );
}
