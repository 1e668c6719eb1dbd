/** Every power a tool can name in `needs`. A preset that lists the tool must be given it at start. */
import type { Bucket } from './bucket.ts';
import type { Files } from './files.ts';
import type { Mailbox } from './mailbox.ts';
import type { Results } from './results.ts';

export interface Capabilities {
  readonly bucket: Bucket;
  readonly files: Files;
  readonly mailbox: Mailbox;
  readonly results: Results;
}

export type CapabilityName = keyof Capabilities;
