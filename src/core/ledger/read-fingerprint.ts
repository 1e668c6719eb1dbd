/** Reads which signing key a person requires: its fingerprint, or a file with the fingerprint or the public key. */
import { DeputizeError } from '../errors.ts';
import { keyFingerprint } from './audit-file.ts';
import { fromBase64 } from './seal.ts';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * Returns the fingerprint. Throws INVALID_REQUEST for other text. The id of a key is refused, because a key can be made
 * with any id.
 */
export async function readFingerprint(key: string, readFile: (path: string) => string): Promise<string> {
  if (FINGERPRINT.test(key)) return key;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(key))
    throw new DeputizeError(
      'INVALID_REQUEST',
      'This is the id of a key, which any key can have. Give the fingerprint that "audit export" and "audit report" show.',
    );
  return parseKey(readFile(key).trim());
}

async function parseKey(text: string): Promise<string> {
  if (FINGERPRINT.test(text)) return text;
  try {
    const { x } = JSON.parse(text) as { x: string };
    return await keyFingerprint(fromBase64(x.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    throw new DeputizeError(
      'INVALID_REQUEST',
      'The key file has neither a fingerprint nor a public key (keys/signing.public.json).',
    );
  }
}
