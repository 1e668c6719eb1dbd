/** One part of what the organization preset works with: mail, files, search, calendar or team. */
import type { ActorContext, Log } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { RuntimeStores } from '../assemble/open-runtime.ts';

export interface OrganizationContext extends RuntimeStores {
  readonly jobs: JobQueue;
  readonly loaded: LoadedConfig;
  readonly data: string;
  readonly log: Log;
}

export interface OrganizationPart {
  /** What tools get, as the one who acts may have it. */
  capabilities(acting: ActorContext): Partial<Capabilities>;
  /** In a process that goes on running, once it does. Jobs are told to `ground.jobs` before. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
