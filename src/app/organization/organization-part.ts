/** The interface of one part of the organization preset: mail, files, search, calendar or team. */
import type { ActorContext, Log, Runtime } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { RuntimeStores } from '../assemble/open-runtime.ts';

export interface OrganizationContext extends RuntimeStores {
  readonly jobs: JobQueue;
  readonly loaded: LoadedConfig;
  readonly data: string;
  readonly log: Log;
  /** Known once everything is open. */
  readonly runtime: () => Runtime;
}

export interface OrganizationPart {
  /** The capabilities for tools, limited to what the principal may access. */
  capabilities(acting: ActorContext): Partial<Capabilities>;
  /** Called once in a long-running process. Job handlers must be registered in `jobs` before. */
  start?(): Promise<void>;
  close?(): Promise<void>;
}
