/** What the operating system knows a folder by. */
import { realpathSync, statSync } from 'node:fs';

import { readMachineId } from './machine-id.ts';

export interface FoundFolder {
  readonly host: string;
  readonly realpath: string;
  readonly device: string;
  readonly inode: string;
}

const host = readMachineId();

/** Undefined where there is no folder. */
export function identifyFolder(path: string): FoundFolder | undefined {
  try {
    const realpath = realpathSync(path);
    const found = statSync(realpath, { bigint: true });
    if (!found.isDirectory()) return undefined;
    return { host, realpath, device: String(found.dev), inode: String(found.ino) };
  } catch {
    return undefined;
  }
}
