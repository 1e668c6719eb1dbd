/** The key of this session. It stays in the storage of this origin, cannot be exported, and signs every request. */
import { addProof, createProof, PROOF_HEADER, TIME_HEADER } from '../../src/lib/session-proof.ts';
import { noteSignedOut } from './signed-out.ts';

const DATABASE = 'deputize';
const STORE = 'keys';
const NAME = 'session';

/** The key of this session is missing: the storage was cleared, or the person never signed in here. */
export class MissingKeyError extends Error {}

let known: Promise<CryptoKeyPair | undefined> | undefined;
/** How far the clock of the server is ahead of the one here. */
let clockOffset = 0;

interface Sending {
  readonly method: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a signed request. It is signed once more if the clock was wrong, or if another tab has signed in since. */
export async function sendSigned(path: string, { method, body, signal }: Sending): Promise<Response> {
  const target = toTarget(path);
  const attempt = async (): Promise<Response> =>
    fetch(target, {
      method,
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body }),
      headers: {
        [PROOF_HEADER]: await sign(method, target, body),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  const response = await attempt();
  if (response.status !== 401 || !(await canSignAgain(response))) return response;
  return attempt();
}

/** The headers of one signed request, for what is not sent by `sendSigned`. */
export async function signHeaders(method: string, path: string, body: string): Promise<Record<string, string>> {
  return { [PROOF_HEADER]: await sign(method, toTarget(path), body) };
}

/** An address with a proof in it, for what the browser itself requests. It works once, within a minute. */
export async function signAddress(path: string): Promise<string> {
  const target = toTarget(path);
  return addProof(target, await sign('GET', target));
}

/** Saves a file of the server. The browser writes it to disk as it arrives. */
export async function download(path: string): Promise<void> {
  try {
    Object.assign(document.createElement('a'), { href: await signAddress(path), download: '' }).click();
  } catch (error) {
    if (!(error instanceof MissingKeyError)) throw error;
    noteSignedOut();
  }
}

/** Removes the key, at the end of the session. */
export async function forgetKey(): Promise<void> {
  known = undefined;
  await inStore('readwrite', (store) => store.delete(NAME));
}

async function sign(method: string, target: string, body?: string): Promise<string> {
  const pair = await (known ??= readKey());
  if (!pair) {
    known = undefined;
    throw new MissingKeyError('The key of this session is missing.');
  }
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  return createProof(pair, { method, target }, bytes, Date.now() + clockOffset);
}

async function canSignAgain({ headers }: Response): Promise<boolean> {
  const time = Number(headers.get(TIME_HEADER));
  if (time > 0) {
    clockOffset = time - Date.now();
    return true;
  }
  const before = await known;
  known = readKey();
  const now = await known;
  return now !== undefined && before !== undefined && (await digestKey(now)) !== (await digestKey(before));
}

const digestKey = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  JSON.stringify(await crypto.subtle.exportKey('jwk', publicKey));

function toTarget(path: string): string {
  const { pathname, search } = new URL(path, window.location.href);
  return pathname + search;
}

const readKey = (): Promise<CryptoKeyPair | undefined> =>
  inStore<CryptoKeyPair | undefined>('readonly', (store) => store.get(NAME));

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise<T>((resolve, reject) => {
      const change = database.transaction(STORE, mode);
      const request = act(change.objectStore(STORE));
      change.addEventListener('complete', () => resolve(request.result as T));
      change.addEventListener('abort', () => reject(change.error ?? new Error('The key could not be read.')));
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The key could not be read.')));
  });
}
