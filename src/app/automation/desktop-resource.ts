/** The desktop of this machine, as a resource: its calls are never made on another machine. */
import { hostname } from 'node:os';

import { readMachineId } from '../../connectors/platform/machine-id.ts';
import type { Resource } from '../../ports/resource.ts';

export function desktopResource(): Resource {
  return { id: `desktop:${readMachineId()}`, label: `the desktop of ${hostname()}` };
}
