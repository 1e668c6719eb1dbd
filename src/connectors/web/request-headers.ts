/** Which headers a caller may set, and which of them another origin may see. */
import { PortError } from '../../ports/port-error.ts';

const MAX_HEADERS = 50;
const MAX_CHARACTERS = 16_384;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** They belong to the connection, change what the request is, or say who asks: none of that is the caller's to say. */
const REFUSED =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|accept-encoding|http2-settings|via|forwarded|x-forwarded-.*|x-real-ip|x-http-method.*|x-method-override|proxy-.*|sec-.*)$/;

/** What is no credential wherever it goes. Any other header may be one. */
const HARMLESS = new Set(['accept', 'accept-language', 'user-agent']);
const ABOUT_THE_BODY = /^content-/;

/** By lower-case name. */
export function checkHeaders(given: { readonly [name: string]: string }): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [spelled, value] of Object.entries(given)) {
    const name = spelled.toLowerCase();
    if (!NAME.test(spelled)) throw invalidHeaderError(spelled, 'is not a header’s name');
    if (REFUSED.test(name)) throw invalidHeaderError(spelled, 'is set by the runtime or not at all');
    if (Object.hasOwn(headers, name)) throw invalidHeaderError(spelled, 'is given twice');
    if (!VALUE.test(value))
      throw invalidHeaderError(spelled, 'has a value with something other than printable ASCII characters');
    headers[name] = value.trim();
  }
  const size = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (Object.keys(headers).length > MAX_HEADERS || size > MAX_CHARACTERS) {
    throw new PortError('TOO_LARGE', `At most ${MAX_HEADERS} headers of ${MAX_CHARACTERS} characters in all are sent.`);
  }
  return headers;
}

export type RequestHeaders = { readonly [name: string]: string };

export const filterSafeHeaders = (headers: RequestHeaders): RequestHeaders =>
  keep(headers, (name) => HARMLESS.has(name));

export const withoutBody = (headers: RequestHeaders): RequestHeaders =>
  keep(headers, (name) => !ABOUT_THE_BODY.test(name));

function keep(headers: RequestHeaders, wanted: (name: string) => boolean): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)));
}

function invalidHeaderError(name: string, reason: string): PortError {
  return new PortError('INVALID_ARGUMENTS', `The header ${JSON.stringify(name)} ${reason}.`);
}
