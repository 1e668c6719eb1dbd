/** How the operating system identifies a folder. */
import { realpathSync, statSync } from 'node:fs';

import { readMachineId } from './machine-id.ts';

interface FoundFolder {
  readonly host: string;
  readonly realpath: string;
  readonly device: string;
  readonly inode: string;
}

interface FolderIdentifier {
  readonly host: string;
  /** Undefined where there is no folder. */
  readonly identify: (path: string) => FoundFolder | undefined;
}

/**
 * Identifies folders. Nodes that share folders over the network use the same `machine`, which then identifies them all. The
 * device is left out then, because each node numbers it differently.
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
