/** One part of what the organization preset works with: mail, files, search, calendar or team. */
import type { Acting, Log } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { Stores } from '../assemble/open-runtime.ts';

export interface Ground extends Stores {
  readonly jobs: Jobs;
  readonly loaded: LoadedConfig;
  readonly data: string;
  readonly log: Log;
}

export interface Part {
  /** What tools get, as the one who acts may have it. */
  powers(acting: Acting): Partial<Capabilities>;
  /** In a process that goes on running, once it does. Jobs are told to `ground.jobs` before. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
