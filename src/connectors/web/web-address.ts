/** The normalized form of a web address, or why it is never requested. */
import { PortError } from '../../ports/port-error.ts';
import { isPublicAddress } from './public-address.ts';
import { isLocalName, notPublicError } from './resolve-public.ts';

const MAX_LENGTH = 8_192;
// The URL parser removes these silently or reads them as something else.
const UNSPOKEN = /[\p{Cc}\p{Cf}\s\\]/u;

/** The ports that the fetch standard blocks: a request there could reach another protocol. */
const OTHER_PROTOCOLS = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104],
  ...[109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526],
  ...[530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045],
  ...[4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** Does not check what a name resolves to: only the connected address shows that. */
export function parseWebAddress(text: string): URL {
  if (text.length > MAX_LENGTH) throw invalidUrlError(`is longer than ${MAX_LENGTH} characters`);
  if (UNSPOKEN.test(text)) throw invalidUrlError('holds a space, a backslash or a character that cannot be seen');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw invalidUrlError('cannot be understood');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalidUrlError('does not start with http:// or https://');
  if (url.username !== '' || url.password !== '') throw invalidUrlError('holds a user name or password');
  if (OTHER_PROTOCOLS.has(toPort(url)))
    throw invalidUrlError(`names port ${toPort(url)}, where something other than the web is`);
  url.hash = '';
  // A trailing dot means the same name; two spellings would be two entries in a list.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  if (url.hostname === '' || url.hostname.split('.').includes('')) throw invalidUrlError('has no proper host');
  const literal = literalAddress(url);
  if (literal === undefined ? isLocalName(url.hostname) : !isPublicAddress(literal)) throw notPublicError(url.hostname);
  return url;
}

export function toPort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** The IP address in the URL itself, if there is one. The URL parser has normalized it. */
export function literalAddress({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : undefined;
}

function invalidUrlError(reason: string): PortError {
  return new PortError('INVALID_ARGUMENTS', `The URL ${reason}.`);
}
