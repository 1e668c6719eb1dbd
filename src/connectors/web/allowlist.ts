/** The operator's list of what may be requested without a person: by method, origin and path. */
import type { WebMethod } from '../../ports/web-client.ts';
import { PortError } from '../../ports/port-error.ts';
import { parseWebAddress } from './web-address.ts';

type AllowlistMatcher = (method: WebMethod, url: URL) => boolean;

export function allowlist(entries: readonly string[]): AllowlistMatcher {
  const parsed = entries.map(parseAllowEntry);
  return (method, url) => parsed.some((listed) => listed(method, url));
}

const ENTRY = /^(?:(GET|POST) +)?(?:(https?):\/\/)?(\*\.)?([^/\s*?#@]+)(\/[^\s?#]*)?$/;

/**
 * `example.org` is that host over https, `*.example.org` every host below it, `https://example.com/docs/*` what lies below
 * that path, without the star that path alone. `POST ` before it lists POST requests; otherwise only GET is meant.
 */
export function parseAllowEntry(entry: string): AllowlistMatcher {
  const [whole, method = 'GET', scheme = 'https', below, host = '', path] = ENTRY.exec(entry) ?? [];
  if (whole === undefined) throw invalidEntryError(entry, 'it is not a host or an address without a query');
  const star = path?.indexOf('*') ?? -1;
  if (path !== undefined && star !== -1 && star !== path.length - 1)
    throw invalidEntryError(entry, '"*" can only end it');
  const place = parseEntryAddress(entry, `${scheme}://${host}${path?.replace(/\*$/, '') ?? '/'}`);
  if (below !== undefined && !host.includes('.'))
    throw invalidEntryError(entry, 'a whole top-level domain cannot be listed');
  const fitsHost = (url: URL): boolean =>
    below === undefined ? url.host === place.host : url.host.endsWith(`.${place.host}`);
  const fitsPath = ({ pathname }: URL): boolean => {
    if (path === undefined || path === '/*') return true;
    if (ambiguous(pathname)) return false;
    return star === -1 ? pathname === place.pathname : pathname.startsWith(place.pathname);
  };
  return (asked, url) => asked === method && url.protocol === place.protocol && fitsHost(url) && fitsPath(url);
}

function parseEntryAddress(entry: string, address: string): URL {
  try {
    return parseWebAddress(address);
  } catch (thrown) {
    throw invalidEntryError(entry, thrown instanceof PortError ? thrown.message : 'it cannot be understood');
  }
}

// Servers differ in how they read these, so a path that holds one may lead out of the folder it seems to lie in.
const ambiguous = (path: string): boolean => /%2f|%5c|%25|%2e|\.\.|\\|;/i.test(path);

function invalidEntryError(entry: string, reason: string): PortError {
  return new PortError('INVALID_CONFIGURATION', `"${entry}" cannot be listed: ${reason}`);
}
