/** Whether an address is this machine's own. One with a public address would otherwise be a way to its own services. */
import { networkInterfaces } from 'node:os';

import { toPlainAddress } from './public-address.ts';

/** Lists the addresses of this machine's network interfaces. */
export function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);
}

/** Compares addresses and not their text: one address has several spellings, also as an IPv6 address that leads to an IPv4 one. */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  const plain = toPlainAddress(address);
  return plain !== undefined && own.some((each) => toPlainAddress(each) === plain);
}
