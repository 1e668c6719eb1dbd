/** Work that is done later, by any process. */
import type { SqlQuery } from './database.ts';
import type { Json } from './json.ts';

export interface Job {
  readonly kind: string;
  /** Jobs of the same kind and key are one: a later job replaces one that has not started. */
  readonly key: string;
  readonly payload: Json;
  /** The earliest time; at once when absent. */
  readonly at?: number | undefined;
}

/** May run more than once, after a crash. An error means: retry later. */
export type JobHandler = (payload: Json, signal: AbortSignal) => Promise<void>;

export interface JobQueue {
  /** A statement for the writes of a change, so that the job exists exactly if the change was made. */
  later(job: Job): SqlQuery;
  /** A statement for the writes of a change. A job that has started continues. */
  cancel(kind: string, key: string): SqlQuery;
  /** Every process calls it once, after the database was migrated. */
  prepare(): Promise<void>;
  /** Must be called before `start`. */
  handle(kind: string, work: JobHandler): void;
  /** Starts to process due jobs in this process. */
  start(): Promise<void>;
  /** Waits a short time for running jobs. Other processes, or the next start, do the rest. */
  close(): Promise<void>;
}
