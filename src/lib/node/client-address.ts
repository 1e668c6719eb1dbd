/** Finds the address of a client behind trusted proxies, and the network that it belongs to. */
import { BlockList, isIP } from 'node:net';

/** Returns whether an address is one of the trusted proxies. */
type ProxyCheck = (address: string) => boolean;

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** Returns whether the text is an address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Builds the check from a list of addresses and networks. Each of them must pass `isNetwork`. */
export function createProxyCheck(networks: readonly string[]): ProxyCheck {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const [family, bits] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(address, Number(prefix ?? bits), family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns the address of the client. `X-Forwarded-For` is read from its right end, and only as far as trusted proxies
 * wrote it. What a client wrote into it itself is further left.
 */
export function findClientAddress(peer: string, forwardedFor: string | undefined, isTrusted: ProxyCheck): string {
  let client = normalizeAddress(peer) ?? peer;
  for (const entry of (forwardedFor ?? '').split(',').toReversed()) {
    if (!isTrusted(client)) return client;
    const address = normalizeAddress(entry.trim());
    if (address === undefined) return client;
    client = address;
  }
  return client;
}

/** Returns the network that limits count for: a whole /64 for IPv6, because one client has all addresses of it. */
export function toClientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [plain = ''] = address.split('%');
  const [left = '', right] = plain.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const width = tail.some((group) => group.includes('.')) ? 7 : 8;
  const zeros = right === undefined ? 0 : Math.max(0, width - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Returns the address without a port, and an IPv4 address in its usual form. Undefined for other text. */
function normalizeAddress(text: string): string | undefined {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const address = ipv6 ?? ipv4 ?? text;
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}
