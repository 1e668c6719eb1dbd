/** Asks our own server. What it refuses is thrown as the error value that it sent. */
import type { ErrorMessage } from '../../src/wire/messages.ts';
import { MissingKeyError, sendSigned } from './session-key.ts';

export class ApiError extends Error {
  readonly code: string;
  readonly details: ErrorMessage['details'];

  constructor({ code, message, details }: Pick<ErrorMessage, 'code' | 'message' | 'details'>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

interface Asking {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

export async function ask<T>(path: string, { method, json, signal }: Asking = {}): Promise<T> {
  const response = await sendSigned(path, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    ...(signal ? { signal } : {}),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  }).catch((error: unknown) => {
    if (!(error instanceof MissingKeyError)) throw error;
    throw new ApiError({ code: 'UNAUTHENTICATED', message: error.message, details: {} });
  });
  const body = (await response.json()) as T | { readonly error: ErrorMessage };
  if (response.ok) return body as T;
  throw new ApiError((body as { readonly error: ErrorMessage }).error);
}
