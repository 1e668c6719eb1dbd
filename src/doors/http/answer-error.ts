/** Errors as HTTP answers: the same value as everywhere, with the status that fits. */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { DeputizeError, toErrorValue, type ErrorCode, type ErrorType } from '../../core/index.ts';

const BY_CODE: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  UNAUTHENTICATED: 401,
  CONFLICT: 409,
  ALREADY_DECIDED: 409,
  NOT_UNDOABLE: 409,
  EXPIRED: 410,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  STORAGE_FULL: 503,
};

const BY_TYPE: Record<ErrorType, ContentfulStatusCode> = {
  permission_denied: 403,
  validation_error: 400,
  resource_not_found: 404,
  external_api_error: 502,
  system_error: 500,
};

export function toHttpStatus(error: { code: ErrorCode; type: ErrorType }): ContentfulStatusCode {
  return BY_CODE[error.code] ?? BY_TYPE[error.type];
}

export function answerError(context: Context, thrown: unknown): Response {
  const error = toErrorValue(thrown);
  if (error.code === 'UNAUTHENTICATED') context.header('www-authenticate', 'Bearer realm="deputize"');
  return context.json({ error }, toHttpStatus(error));
}

interface ValidationFailure {
  readonly success: false;
  readonly error: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] };
}

/** What the route validation found, in our own form. */
export function answerInvalid(result: { success: true } | ValidationFailure, context: Context): Response | undefined {
  if (result.success) return undefined;
  const issues = result.error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const first = issues[0];
  const message = `The request is not valid${first ? ` at "${first.path}": ${first.message}` : ''}.`;
  return answerError(context, new DeputizeError('INVALID_REQUEST', message, { details: { issues } }));
}
