/** What the operating system knows a folder by. */
import { realpathSync, statSync } from 'node:fs';

import { readMachineId } from './machine-id.ts';

export interface FoundFolder {
  readonly host: string;
  readonly realpath: string;
  readonly device: string;
  readonly inode: string;
}

export interface FolderIdentifier {
  readonly host: string;
  /** Undefined where there is no folder. */
  readonly identify: (path: string) => FoundFolder | undefined;
}

/**
 * Identifies folders. Nodes that share their folders over the network name themselves alike: `machine` then stands for all of
 * them, and the device, which each of them numbers differently, says nothing.
 */
export function createFolderIdentifier(machine: string | undefined): FolderIdentifier {
  const host = machine === undefined ? readMachineId() : `shared:${machine}`;
  const identify = (path: string): FoundFolder | undefined => {
    try {
      const realpath = realpathSync(path);
      const found = statSync(realpath, { bigint: true });
      if (!found.isDirectory()) return undefined;
      const device = machine === undefined ? String(found.dev) : '';
      return { host, realpath, device, inode: String(found.ino) };
    } catch {
      return undefined;
    }
  };
  return { host, identify };
}
