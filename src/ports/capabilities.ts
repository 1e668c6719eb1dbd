/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
import type { Files } from './files.ts';
import type { Results } from './results.ts';
import type { Sandbox } from './sandbox.ts';

export interface Capabilities {
  readonly files: Files;
  readonly results: Results;
  readonly sandbox: Sandbox;
}

export type CapabilityName = keyof Capabilities;
