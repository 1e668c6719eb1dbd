/** Signed requests of a browser session: what is signed, and how a proof is written, read and verified. */

/** The header that carries the proof of a request. */
export const PROOF_HEADER = 'x-deputize-proof';
/** The header with the time of the server, in the answer to a refused request. */
export const TIME_HEADER = 'x-deputize-time';
/** How far the time of a proof may be from the server's time. */
export const PROOF_WINDOW_MS = 60_000;

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const PROOF = /^v1\.(\d{12,15})\.([\w-]{22})\.([\w-]{43})\.([\w-]{86})$/;
/** The proof is always the last parameter, so that the rest of the query stays as it was signed. */
const URL_PROOF = /[?&]proof=([^&]*)$/;
const KEY_BYTES = 65;

/** The request that a proof is for. */
export interface ProvenRequest {
  readonly method: string;
  /** The path with its query, without a proof in it. */
  readonly target: string;
}

/** A proof as it was sent. */
export interface SessionProof {
  readonly time: number;
  readonly nonce: string;
  readonly bodyDigest: string;
  readonly signature: string;
}

/** Creates the key pair of a session. The private key cannot be exported. */
export function createSessionKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
}

/** The public key as it is sent at the sign-in: an uncompressed point of P-256 in base64url. */
export async function exportPublicKey({ publicKey }: CryptoKeyPair): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
}

/** Undefined if the text is not a public key of P-256. */
export async function importPublicKey(text: string): Promise<CryptoKey | undefined> {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== KEY_BYTES) return undefined;
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['verify']).catch(() => undefined);
}

/** Signs one request. `now` is the time by the server's clock. */
export async function createProof(
  { privateKey }: CryptoKeyPair,
  request: ProvenRequest,
  body: Uint8Array<ArrayBuffer> | undefined,
  now: number,
): Promise<string> {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const bodyDigest = await digestBody(body);
  const text = toSignedText(request, { time: now, nonce, bodyDigest });
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, encode(text));
  return ['v1', now, nonce, bodyDigest, toBase64Url(new Uint8Array(signature))].join('.');
}

/** Undefined if the text is not a proof. */
export function parseProof(text: string): SessionProof | undefined {
  const [, time, nonce, bodyDigest, signature] = PROOF.exec(text) ?? [];
  if (time === undefined || nonce === undefined || bodyDigest === undefined || signature === undefined)
    return undefined;
  return { time: Number(time), nonce, bodyDigest, signature };
}

/** Whether this key signed this request. Time, nonce and body are for the caller to check. */
export async function isSignedBy(key: CryptoKey, request: ProvenRequest, proof: SessionProof): Promise<boolean> {
  const signature = fromBase64Url(proof.signature);
  return (
    signature !== undefined &&
    (await crypto.subtle.verify(SIGNATURE, key, signature, encode(toSignedText(request, proof))))
  );
}

/** SHA-256 of a body in base64url. A request without a body has the digest of no bytes. */
export async function digestBody(body: Uint8Array<ArrayBuffer> | undefined): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', body ?? new Uint8Array())));
}

/** Adds a proof to an address that the browser itself requests: a socket, a stream of events or a download. */
export const addProof = (target: string, proof: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}proof=${proof}`;

/** Splits an address into what was signed, and the proof in it. */
export function splitProof({ pathname, search }: URL): { readonly target: string; readonly proof: string | undefined } {
  const found = URL_PROOF.exec(search);
  const query = found ? search.slice(0, found.index) : search;
  return { target: pathname + query, proof: found?.[1] };
}

function toSignedText(
  { method, target }: ProvenRequest,
  { time, nonce, bodyDigest }: Pick<SessionProof, 'time' | 'nonce' | 'bodyDigest'>,
): string {
  return ['deputize-session-v1', method, target, bodyDigest, time, nonce].join('\n');
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function toBase64Url(bytes: Uint8Array): string {
  const binary = String.fromCharCode(...bytes);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{1,200}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
