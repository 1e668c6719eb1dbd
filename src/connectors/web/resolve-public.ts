/** Resolves a host to the addresses that may be connected to. The caller must use these and not resolve again. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { PortError } from '../../ports/port-error.ts';
import { isOwnAddress, listOwnAddresses } from './own-address.ts';
import { isPublicAddress } from './public-address.ts';

export type HostResolver = (name: string) => Promise<readonly string[]>;

interface ResolveOptions {
  readonly resolve?: HostResolver;
  readonly isAllowed?: (address: string) => boolean;
}

/** Whether an address is public, and not one of these own addresses. */
export const isReachable = (address: string, own: readonly string[]): boolean =>
  isPublicAddress(address) && !isOwnAddress(address, own);

export const mayBeReached = (address: string): boolean => isReachable(address, listOwnAddresses());

/** One address that is not public refuses the host: otherwise the owner of a name could exploit the order of addresses. */
export async function resolvePublic(host: string, options: ResolveOptions = {}): Promise<readonly string[]> {
  const { resolve = systemResolve, isAllowed = mayBeReached } = options;
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) === 0 && isLocalName(literal)) throw notPublicError(host);
  const addresses = isIP(literal) === 0 ? await resolveAddresses(literal, resolve) : [literal];
  if (addresses.length === 0) throw unknownHostError(host);
  if (!addresses.every((address) => isAllowed(address))) throw notPublicError(host);
  return addresses;
}

// A name without a dot, or below one of these, is valid only inside some network.
const LOCAL = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/;

export function isLocalName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, '');
  return !plain.includes('.') || LOCAL.test(plain);
}

async function resolveAddresses(name: string, resolve: HostResolver): Promise<readonly string[]> {
  try {
    return [...new Set(await resolve(name))];
  } catch (cause) {
    throw unknownHostError(name, cause);
  }
}

const systemResolve: HostResolver = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};

// The error does not contain the address: a caller could use it to explore this network.
export function notPublicError(host: string): PortError {
  return new PortError('PRIVATE_ADDRESS', `${host} does not lead to a public address, and only those are fetched.`, {
    host,
  });
}

function unknownHostError(host: string, cause?: unknown): PortError {
  return new PortError('EXTERNAL_ERROR', `The name ${host} cannot be resolved.`, { host }, cause);
}
