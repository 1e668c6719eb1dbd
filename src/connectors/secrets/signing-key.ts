/** The runtime's Ed25519 key, from the JSON form in which it is kept. */
import type { SigningKey } from '../../ports/secrets.ts';

export type StoredKey = JsonWebKey & { kid: string };

const ALGORITHM = { name: 'Ed25519' };

export async function importSigningKey(jwk: StoredKey): Promise<SigningKey> {
  const { d: _private, ...publicPart } = jwk;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['sign'] }, ALGORITHM, false, ['sign']),
    crypto.subtle.importKey('jwk', { ...publicPart, key_ops: ['verify'] }, ALGORITHM, true, ['verify']),
  ]);
  return { id: jwk.kid, privateKey, publicKey };
}

/** Of a key without its private half. */
export async function importVerifyingKey({ d: _private, ...jwk }: StoredKey): Promise<SigningKey> {
  const publicKey = await crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['verify'] }, ALGORITHM, true, ['verify']);
  return { id: jwk.kid, privateKey: undefined, publicKey };
}

export async function makeSigningKey(): Promise<StoredKey> {
  const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  const { kty, crv, x, d } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return { kty, crv, x, d, kid: crypto.randomUUID() } as StoredKey;
}
