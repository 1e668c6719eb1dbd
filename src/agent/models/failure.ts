/** Maps a provider's failure to our error codes. The provider's message is quoted shortened and without the key. */
import { DeputizeError, type ErrorCode } from '../../core/index.ts';
import { holdsSecret } from '../../ports/holds-secret.ts';
import { redactText } from '../../core/redact.ts';
import type { Json } from '../../ports/json.ts';
import { providers, toBaseUrl, type ModelOptions } from './provider.ts';
import { StreamFailure } from './read-stream.ts';
import { parseRetryAfter } from './wait.ts';

const LONGEST_QUOTE = 300;
const LONGEST_NAME = 100;

/** A failure in one form, for all error classes of the SDK. */
export interface ModelFailure {
  readonly status: number | undefined;
  readonly said: string;
  readonly kind: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the server had begun to answer. */
  readonly midway: boolean;
}

export function readFailure(thrown: unknown, midway: boolean): ModelFailure {
  const error = thrown instanceof StreamFailure ? thrown.reported : thrown;
  const get = (key: string): unknown => (isRecord(error) ? Reflect.get(error, key) : undefined);
  const data = get('data');
  const inner = isRecord(data) && isRecord(data['error']) ? data['error'] : data;
  const words = (key: string): string[] => [get(key), isRecord(inner) ? inner[key] : ''].filter(isText);
  const status = get('statusCode');
  const headers = get('responseHeaders');
  return {
    // A stream that broke off carries status 200, which says nothing about the failure.
    status: typeof status === 'number' && status >= 400 ? status : undefined,
    said: typeof error === 'string' ? error : `${words('message')[0] ?? ''} ${deepest(error)}`.trim(),
    kind: ['code', 'type', 'status'].flatMap(words).join(' '),
    headers: isRecord(headers) ? (headers as Record<string, string>) : {},
    midway,
  };
}

const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Whether a retry may succeed: after a rate limit, a server error or a failed connection. */
export function isPassing({ status, kind, said }: ModelFailure): boolean {
  if (/insufficient_quota|billing/i.test(kind)) return false;
  if (status !== undefined) return PASSING.has(status);
  return (
    /rate_limit|overloaded|server_error|unavailable|api_error/i.test(kind) || !/redirect|too large|web page/i.test(said)
  );
}

const TOO_LONG =
  /context[ _](?:length|window|size)|maximum context|prompt is too long|(?:input|prompt)[^.]{0,40}token[^.]{0,40}exceed|too many (?:input )?tokens|exceed_context_size|request_too_large/i;
const NO_SUCH_MODEL = /model_not_found|model[^.]{0,80}(?:not found|does not exist|not exist)|no such model/i;
const NO_CONNECTION = /\((?:E[A-Z]+|UND_[A-Z_]+)\)$/;
const WRONG_KEY =
  /api.key not valid|api_key_invalid|invalid_api_key|incorrect api key|invalid x-api-key|authentication_error/i;

export function toError(failure: ModelFailure, options: ModelOptions, known: readonly string[]): DeputizeError {
  const { name, model, provider } = options;
  const { status, said, kind } = failure;
  const near = known.map((id) => harmless(id, LONGEST_NAME, options));
  const host = readHost(options);
  const error = (
    code: ErrorCode,
    message: string,
    retryable: boolean,
    details: Record<string, Json> = {},
  ): DeputizeError =>
    new DeputizeError(code, `${message}${quote(said, options)}`, {
      retryable,
      details: { model: name, host, ...(status === undefined ? {} : { status }), ...details },
    });
  if (status === 413 || ((status === 400 || status === undefined) && TOO_LONG.test(`${kind} ${said}`)))
    return error('TOO_LARGE', `The conversation is longer than the model "${model}" takes.`, false);
  if (status === 401 || status === 403 || WRONG_KEY.test(`${kind} ${said}`))
    return error(
      'PERMISSION_DENIED',
      `${host} does not accept the key of the model "${name}"; ${keyAdvice(options)}.`,
      false,
    );
  if (status === 404 || NO_SUCH_MODEL.test(`${kind} ${said}`))
    return error('NOT_FOUND', unknownModel(options, host, near), false, near.length > 0 ? { known: near } : {});
  if (status === 429 || /rate_limit|insufficient_quota|resource_exhausted/i.test(kind)) {
    const wait = parseRetryAfter(failure.headers);
    return error(
      'RATE_LIMITED',
      `${host} takes no more requests for now.`,
      true,
      wait === undefined ? {} : { retryAfterMs: wait },
    );
  }
  if (status !== undefined && status >= 400 && status < 500 && !PASSING.has(status))
    return error('EXTERNAL_ERROR', `${host} refused the request (${status}).`, false);
  if (status !== undefined && status >= 500) return error('EXTERNAL_ERROR', `${host} failed (${status}).`, true);
  if (failure.midway) return error('EXTERNAL_ERROR', `The answer of ${host} broke off.`, true);
  if (!NO_CONNECTION.test(said)) return error('EXTERNAL_ERROR', `${host} gave no proper answer.`, true);
  const hint = provider === 'openai-compatible' ? ' Is the server running?' : '';
  return error('EXTERNAL_ERROR', `${host} cannot be reached.${hint}`, true);
}

export function missingKeyError(options: ModelOptions): DeputizeError {
  const { name, provider } = options;
  return new DeputizeError('NOT_AVAILABLE', `The model "${name}" has no key; ${keyAdvice(options)}.`, {
    details: { model: name, setting: keySetting(options), variables: [...providers[provider].keyVariables] },
  });
}

function keySetting({ name, describedAt = `models.${name}` }: ModelOptions): string {
  return `${describedAt}.key`;
}

function keyAdvice(options: ModelOptions): string {
  const { keyVariables } = providers[options.provider];
  const setting = `${keySetting(options)} in deputize.yaml`;
  return keyVariables.length === 0 ? `set ${setting}` : `set ${keyVariables.join(' or ')}, or ${setting}`;
}

function unknownModel({ model }: ModelOptions, host: string, known: readonly string[]): string {
  const near = known.length > 0 ? ` It has ${known.map((id) => `"${id}"`).join(', ')}.` : '';
  return `${host} knows no model "${model}".${near}`;
}

export function readHost(options: Pick<ModelOptions, 'provider' | 'url'>): string {
  return URL.parse(toBaseUrl(options))?.host ?? 'the server';
}

function quote(said: string, options: ModelOptions): string {
  const clean = harmless(said, LONGEST_QUOTE, options);
  return clean === '' ? '' : ` It said: ${clean}`;
}

/** Text of the server without the key. Returns nothing if the text still holds the key in another form. */
function harmless(text: string, longest: number, { key }: ModelOptions): string {
  const withoutKey = key ? text.replaceAll(key, '[redacted]').replaceAll(encodeURIComponent(key), '[redacted]') : text;
  if (key && holdsSecret(withoutKey, key)) return '';
  const clean = redactText(withoutKey.replaceAll(/\s+/g, ' ').trim());
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}

/** The error code that caused a failed connection, such as (ECONNREFUSED). */
function deepest(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 8 && isRecord(at); depth += 1) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string' && /^(?:E[A-Z]+|UND_)/.test(code)) return `(${code})`;
    at = Reflect.get(at, 'cause');
  }
  return '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
