/** Whether an address is this machine's own. One with a public address would otherwise be a way to its own services. */
import { networkInterfaces } from 'node:os';

export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((found) => found?.some((own) => own.address === address));
}
