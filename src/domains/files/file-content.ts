/** Converts file content between bytes and text for JSON. Invalid content is refused, and nothing is replaced silently. */
import { DeputizeError } from '../../core/index.ts';

export type FileEncoding = 'utf-8' | 'base64';

export function decodeContent(content: string, encoding: FileEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return fromBase64(content);
  // `TextEncoder` would write U+FFFD in its place.
  if (!content.isWellFormed())
    throw invalidContentError('The content holds half of a surrogate pair, which UTF-8 cannot express.');
  return new TextEncoder().encode(content);
}

export function encodeContent(bytes: Uint8Array, encoding: FileEncoding): string {
  if (encoding === 'base64') return toBase64(bytes);
  const text = asText(bytes);
  if (text === undefined) throw invalidContentError('The file is not UTF-8 text. Read it with encoding "base64".');
  return text;
}

/** Returns undefined if the bytes are not UTF-8. A byte order mark is kept, because it is part of the file. */
export function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  // A call takes a limited number of arguments. The piece size is a multiple of three, so that no padding occurs inside the text.
  const piece = 0x6000;
  let text = '';
  for (let start = 0; start < bytes.length; start += piece) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + piece)));
  }
  return text;
}

function fromBase64(content: string): Uint8Array<ArrayBuffer> {
  // `atob` alone would also accept blanks and missing padding.
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(content))
    throw invalidContentError('The content is not base64.');
  const binary = atob(content);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function invalidContentError(message: string): DeputizeError {
  return new DeputizeError('INVALID_ARGUMENTS', message);
}
