/** Names as addresses, and whether an address belongs to the public network: nothing of this machine, its network or its cloud. */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

export async function addressesOf(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** An IPv4 address inside an IPv6 one is judged as the IPv4 address that it is. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
