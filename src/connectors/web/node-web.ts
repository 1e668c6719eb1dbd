/** The Web port on Node. */
import type { WebClient } from '../../ports/web-client.ts';
import { PortError } from '../../ports/port-error.ts';
import { allowlist } from './allowlist.ts';
import { defaultLimits, type WebLimits } from './limits.ts';
import { checkHeaders } from './request-headers.ts';
import { mayBeReached, type HostResolver } from './resolve-public.ts';
import { parseWebAddress } from './web-address.ts';

export interface NodeWebOptions {
  /** What may be requested without a person. */
  readonly allow?: readonly string[];
  readonly limits?: Partial<WebLimits>;
  /** Instead of the system's resolver. */
  readonly resolve?: HostResolver;
  /** Instead of: every public address that is not this machine's own. */
  readonly mayConnect?: (address: string, port: number) => boolean;
  /** Certificates to trust instead of the system's. */
  readonly ca?: string;
}

const MAX_BODY = 1_000_000;

export function openNodeWeb(options: NodeWebOptions = {}): WebClient {
  const limits = { ...defaultLimits, ...options.limits };
  const listed = allowlist(options.allow ?? []);
  const { resolve, mayConnect = mayBeReached, ca } = options;
  const reach = { resolve, mayConnect, ca, connectMs: limits.connectMs };
  const prepare: WebClient['prepare'] = ({ method, url, headers, body }) => {
    if (method === 'GET' && body !== undefined) throw new PortError('INVALID_ARGUMENTS', 'A GET request has no body.');
    if (body !== undefined && body.length > MAX_BODY) {
      throw new PortError('TOO_LARGE', `A body of more than ${MAX_BODY} characters is not sent.`);
    }
    return { method, url: parseWebAddress(url).href, headers: checkHeaders(headers), body };
  };
  return {
    prepare,
    isListed: (method, url) => listed(method, parseWebAddress(url)),
    fetch: async (request, { timeoutMs, mayFollow, signal }) => {
      const { method, url, headers, body } = prepare(request);
      // Loaded when the first page is fetched: most processes never do.
      const { fetchFollowing } = await import('./fetch.ts');
      const step = { method, url: new URL(url), headers, body: method === 'POST' ? (body ?? '') : undefined };
      return fetchFollowing(step, { reach, limits, mayFollow, timeoutMs, signal });
    },
  };
}
