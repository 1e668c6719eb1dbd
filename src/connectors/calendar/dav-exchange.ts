/**
 * One request to the calendar server and its whole answer, for every CalDAV client. The password is sent only to the
 * configured host, time and size are bounded, and failures use the codes of the error table.
 */
import { PortError } from '../../ports/port-error.ts';

export interface DavAccount {
  /** The address of the server: https, or loopback. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

interface DavRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Returns a redirect instead of following it. */
  readonly redirects?: 'answer' | undefined;
  /** The largest answer that is read. */
  readonly maxBytes?: number;
}

export interface DavAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Returns any status below 300, 404 and 410, and the conflicts 409, 412 and 423. Other statuses are thrown. */
export type DavExchange = (url: string, request: DavRequest, signal: AbortSignal) => Promise<DavAnswer>;

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const EXPECTED = new Set([404, 409, 410, 412, 423]);
/** iCloud redirects every account to one of its numbered hosts. */
const ICLOUD = { front: 'caldav.icloud.com', behind: /^p\d{1,4}-caldav\.icloud\.com$/ };

export function openExchange(account: DavAccount): DavExchange {
  const home = new URL(account.url);
  const credentials = new TextEncoder().encode(`${account.username}:${account.password}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...credentials))}`;
  return async (url, request, signal) => {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const either = AbortSignal.any([signal, late]);
    try {
      let target = new URL(url);
      for (let hops = 0; ; hops += 1) {
        if (!isReachable(home, target)) throw foreignHostError();
        const response = await fetch(target, {
          method: request.method,
          headers: { ...request.headers, authorization },
          redirect: 'manual',
          signal: either,
          ...(request.body === undefined ? {} : { body: request.body }),
        });
        const { status, headers } = response;
        const location = status >= 300 && status < 400 ? headers.get('location') : null;
        if (location !== null && request.redirects !== 'answer') {
          await response.body?.cancel();
          if (hops >= MAX_REDIRECTS)
            throw new PortError('EXTERNAL_ERROR', 'The calendar server redirects in a circle.');
          target = new URL(location, target);
          continue;
        }
        if (status >= 300 && location === null && !EXPECTED.has(status)) throw responseError(response);
        return { status, headers, text: await readBounded(response, request.maxBytes ?? MAX_BYTES) };
      }
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      if (thrown instanceof PortError) throw thrown;
      if (late.aborted) {
        throw new PortError('TIMEOUT', `The calendar server did not answer within ${TIMEOUT_MS / 1_000} seconds.`);
      }
      throw new PortError('EXTERNAL_ERROR', 'The calendar server cannot be reached, or broke off.', {}, thrown);
    }
  };
}

/** Whether a request with the password may be sent to `target`. */
export function isReachable(home: URL, target: URL): boolean {
  if (target.username !== '' || target.password !== '') return false;
  if (target.origin === home.origin) return true;
  return (
    home.hostname === ICLOUD.front &&
    ICLOUD.behind.test(target.hostname) &&
    target.protocol === 'https:' &&
    (target.port === '' || target.port === '443')
  );
}

function foreignHostError(): PortError {
  return new PortError(
    'EXTERNAL_ERROR',
    'The calendar server points to another host, which gets no password from here.',
  );
}

function responseError(response: Response): PortError {
  const { status, headers } = response;
  void response.body?.cancel().catch(() => undefined);
  if (status === 401) {
    return new PortError('PERMISSION_DENIED', 'The calendar server refused the user name or the password.', { status });
  }
  if (status === 403)
    return new PortError('PERMISSION_DENIED', 'The calendar server does not permit this.', { status });
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? NaN);
    const after = Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
    return new PortError('RATE_LIMITED', 'The calendar server takes no more requests for now.', { status, ...after });
  }
  return new PortError('EXTERNAL_ERROR', `The calendar server failed (${status}).`, { status });
}

async function readBounded({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let read = 0;
  for await (const chunk of body ?? []) {
    read += chunk.length;
    if (read > maxBytes) {
      throw new PortError('TOO_LARGE', `The calendar server answered with more than ${maxBytes} bytes.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
