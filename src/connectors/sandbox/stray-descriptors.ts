/** Descriptors that whoever started us left open. Each child would be given them as well, and through them what they lead to. */
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
    // It was the one by which the list was read.
    return false;
  }
}
