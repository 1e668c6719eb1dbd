/** Names this machine, stable over reboots: folders of one machine are not those of another. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

export function readMachineId(): string {
  for (const file of MACHINE_ID_FILES) {
    try {
      const id = readFileSync(file, 'utf8').trim();
      if (id !== '' && id !== 'uninitialized') return id;
    } catch {
      // Not every system has one.
    }
  }
  return hostname();
}
