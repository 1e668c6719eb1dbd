/** A browser without pages: it keeps cookies and the key of its session, and signs its requests as our scripts do. */
import {
  addProof,
  createProof,
  createSessionKey,
  exportPublicKey,
  PROOF_HEADER,
} from '../../../src/lib/session-proof.ts';

type Headers = Record<string, string>;

interface Sending {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}

/** Paths that prove who signs in. They give the session its key and are not signed. */
const SIGN_IN = new Set(['/sign-in', '/sign-in/link', '/sign-in/key', '/invitation']);

export class PlainBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #pair: CryptoKeyPair | undefined;

  constructor(origin: string) {
    this.#origin = new URL(origin).origin;
  }

  /** A browser that a sign-in link has signed in. */
  static async byLink(signInUrl: string): Promise<PlainBrowser> {
    const browser = new PlainBrowser(signInUrl);
    const response = await browser.submit('/sign-in/link', { link: new URL(signInUrl).searchParams.get('link') ?? '' });
    if (response.status !== 200) throw new Error(await response.text());
    return browser;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The headers of one signed request. */
  async sign(path: string, { method = 'GET', body }: Pick<Sending, 'method' | 'body'> = {}): Promise<Headers> {
    const same = { cookie: this.cookie, origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    return this.#pair ? { ...same, [PROOF_HEADER]: await this.#prove(path, method, body) } : same;
  }

  /** An address with a proof in it, as for a download or a socket. */
  async signAddress(path: string): Promise<string> {
    return addProof(path, await this.#prove(path, 'GET'));
  }

  get(path: string, headers: Headers = {}): Promise<Response> {
    return this.send(path, { headers });
  }

  /** Sends a form. Where it signs in, it takes a new key along. */
  async submit(path: string, fields: Record<string, string>, headers: Headers = {}): Promise<Response> {
    const pair = SIGN_IN.has(path) ? await createSessionKey() : undefined;
    const key = pair && (await exportPublicKey(pair));
    const body = new URLSearchParams({ ...fields, ...(key ? { key } : {}) }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await this.send(path, { method: 'POST', headers: { ...type, ...headers }, body });
    if (pair && response.ok) this.#pair = pair;
    return response;
  }

  async json<T>(path: string, json?: object, method?: string): Promise<{ status: number; body: T }> {
    const response = await this.send(path, {
      method: method ?? (json ? 'POST' : 'GET'),
      ...(json ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** An answer that leads a script on is returned as the redirect that it was. */
  async send(path: string, { method = 'GET', headers = {}, body }: Sending = {}): Promise<Response> {
    const { pathname, search } = new URL(path, this.#origin);
    const signed = await this.sign(pathname + search, { method, ...(body === undefined ? {} : { body }) });
    const response = await fetch(new URL(path, this.#origin), {
      ...{ method, redirect: 'manual', headers: { ...signed, ...headers } },
      ...(body === undefined ? {} : { body }),
    });
    this.#keepCookies(response);
    if (response.status !== 200 || !response.headers.has('location')) return response;
    return new Response(null, { status: 303, headers: response.headers });
  }

  #keepCookies({ headers }: Response): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async #prove(path: string, method: string, body?: string): Promise<string> {
    if (!this.#pair) throw new Error('This browser is not signed in.');
    const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
    return createProof(this.#pair, { method, target: path }, bytes, Date.now());
  }
}

/** Where a page leads on by itself. */
export function onward(html: string): string {
  const found = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1] ?? '';
  return found.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
