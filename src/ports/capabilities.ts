/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
import type { Files } from './files.ts';

export interface Capabilities {
  readonly files: Files;
}

export type CapabilityName = keyof Capabilities;
