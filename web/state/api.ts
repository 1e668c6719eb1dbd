/** Asks our own server. What it refuses is thrown as the error value that it sent. */
import type { ErrorMessage } from '../../src/wire/messages.ts';

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
  const response = await fetch(path, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
    ...(json === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as T | { readonly error: ErrorMessage };
  if (response.ok) return body as T;
  throw new ApiError((body as { readonly error: ErrorMessage }).error);
}
