/**
 * Makes and checks seals. The key of each seal is derived from a secret that is erased after use, and each seal names the
 * key of the next one. So a later secret cannot forge an earlier seal.
 */
import type { Digest } from '../../ports/digest.ts';
import type { SealSeed } from '../../ports/seals.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import type { SealRow } from '../storage/tables.ts';
import { GENESIS } from './audit-chain.ts';

const ALGORITHM = { name: 'Ed25519' };
/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = '302e020100300506032b657004220420';

/** What a seal is about. */
export type SealContent = Pick<SealRow, 'seq' | 'root' | 'at'>;

/** Returns the secret of the next seal. It cannot be turned back. */
export function nextSeed(digest: Digest, { n, seed }: SealSeed): SealSeed {
  return { n: n + 1, seed: digest.sha256(`deputize next seal\n${seed}`) };
}

/** Returns the secret of seal `n`, or undefined if this one is newer. */
export function advanceSeed(digest: Digest, from: SealSeed, n: number): SealSeed | undefined {
  let at = from;
  while (at.n < n) at = nextSeed(digest, at);
  return at.n === n ? at : undefined;
}

/** Returns the digest that the next seal covers. */
function sealDigest(digest: Digest, seal: SealRow): string {
  return digest.sha256(`${sealText(seal)}\n${seal.signature}`);
}

/** Returns the id of the ledger whose first seal has this public key. */
export function ledgerId(digest: Digest, firstPublicKey: string): string {
  return digest.sha256(`deputize ledger\n${firstPublicKey}`).slice(0, 16);
}

/** Returns the public key of a seal. */
export async function sealPublicKey(digest: Digest, seed: SealSeed): Promise<string> {
  return (await sealKey(digest, seed)).publicKey;
}

/** Makes the seal that follows `last`. The first one is certified by the runtime's key. */
export async function makeSeal(
  digest: Digest,
  seed: SealSeed,
  last: SealRow | undefined,
  content: SealContent,
  signingKey: () => Promise<SigningKey>,
): Promise<SealRow> {
  const [own, next] = await Promise.all([sealKey(digest, seed), sealPublicKey(digest, nextSeed(digest, seed))]);
  const unsigned = {
    ...{ n: seed.n, ...content, previous: last ? sealDigest(digest, last) : GENESIS },
    ...{ public_key: own.publicKey, next_public_key: next, key_id: null, certificate: null, signature: '' },
  };
  const certified = last ? unsigned : { ...unsigned, ...(await certify(unsigned, await signingKey())) };
  return { ...certified, signature: await signText(own.privateKey, sealText(certified)) };
}

/** Returns whether the seal follows the one before it and is signed by the key that was named for it. */
export async function isValidSeal(
  digest: Digest,
  seal: SealRow,
  last: SealRow | undefined,
  key: SigningKey,
): Promise<boolean> {
  if (seal.n !== (last?.n ?? 0) + 1 || seal.seq < (last?.seq ?? 0)) return false;
  if (seal.previous !== (last ? sealDigest(digest, last) : GENESIS)) return false;
  if (last) {
    if (seal.public_key !== last.next_public_key) return false;
  } else {
    if (seal.key_id !== key.id || seal.certificate === null) return false;
    if (!(await isSignedText(key.publicKey, certificateText(seal), seal.certificate))) return false;
  }
  try {
    const publicKey = await crypto.subtle.importKey('raw', fromBase64(seal.public_key), ALGORITHM, false, ['verify']);
    return await isSignedText(publicKey, sealText(seal), seal.signature);
  } catch {
    return false;
  }
}

/** Signs a text, in base64. */
export async function signText(key: CryptoKey, text: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text))));
}

/** Returns whether the key signed the text. A malformed signature is false, not an error. */
export async function isSignedText(key: CryptoKey, text: string, signature: string): Promise<boolean> {
  try {
    return await crypto.subtle.verify('Ed25519', key, fromBase64(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

async function certify(seal: SealRow, key: SigningKey): Promise<Pick<SealRow, 'key_id' | 'certificate'>> {
  if (!key.privateKey) throw new TypeError('the first seal needs the private key');
  return { key_id: key.id, certificate: await signText(key.privateKey, certificateText(seal)) };
}

const sealText = ({ n, seq, root, at, previous, public_key, next_public_key, certificate }: SealRow): string =>
  ['deputize seal', n, seq, root, at, previous, public_key, next_public_key, certificate ?? ''].join('\n');

const certificateText = ({ public_key, seq, root }: SealRow): string =>
  ['deputize seal key', public_key, seq, root].join('\n');

async function sealKey(digest: Digest, { seed }: SealSeed): Promise<{ privateKey: CryptoKey; publicKey: string }> {
  const secret = `${PKCS8}${digest.sha256(`deputize seal key\n${seed}`)}`;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const padded = x.replaceAll('-', '+').replaceAll('_', '/');
  return { privateKey, publicKey: toBase64(fromBase64(padded)) };
}

/** Returns bytes in base64. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Returns the bytes of base64 text. Throws for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
