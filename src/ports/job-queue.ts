/** Work that is done later, by any process. */
import type { SqlQuery } from './database.ts';
import type { Json } from './json.ts';

/** A piece of work for later, identified by kind and key. */
export interface Job {
  readonly kind: string;
  /** A later job with the same kind and key replaces a job that has not started. */
  readonly key: string;
  readonly payload: Json;
  /** The earliest time in milliseconds; immediately when absent. */
  readonly at?: number | undefined;
}

/** Processes a job. It may run again after a crash. If it throws, the job is retried later. */
export type JobHandler = (payload: Json, signal: AbortSignal) => Promise<void>;

/** Stores jobs in the database and runs them in any process. */
export interface JobQueue {
  /** Builds the statement that stores the job. As part of a change, the job exists exactly if the change was made. */
  later(job: Job): SqlQuery;
  /** Builds the statement that removes a job, for the writes of a change. A job that has started continues. */
  cancel(kind: string, key: string): SqlQuery;
  /** Every process calls it once, after the database was migrated. */
  prepare(): Promise<void>;
  /** Registers the handler of a kind. Throws NOT_AVAILABLE after `start`. */
  handle(kind: string, work: JobHandler): void;
  /** Starts to process due jobs in this process. */
  start(): Promise<void>;
  /** Waits a short time for running jobs. The rest runs in other processes, or after the next start. */
  close(): Promise<void>;
}
