/** Descriptors that the parent process left open. Each child would inherit them, with access to what they lead to. */
import { readdirSync, readFileSync } from 'node:fs';

const CLOSES_ON_EXEC = 0o2000000;

export function strayDescriptors(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && staysOpen(descriptor));
}

function staysOpen(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '0';
    return (parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    // This descriptor was used to read the list.
    return false;
  }
}
