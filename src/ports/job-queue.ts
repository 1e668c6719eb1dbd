/** Work that is done later, by whichever process comes to it. */
import type { SqlQuery } from './database.ts';
import type { Json } from './json.ts';

export interface Job {
  readonly kind: string;
  /** The same kind and key are one piece of work: a later one takes the place of one that has not begun. */
  readonly key: string;
  readonly payload: Json;
  /** Not before; at once when absent. */
  readonly at?: number | undefined;
}

/** May be done more than once, after a crash in the middle. An error means: try again later. */
export type JobHandler = (payload: Json, signal: AbortSignal) => Promise<void>;

export interface JobQueue {
  /** A statement for the writes of a change, so that the work is to be done exactly if the change was made. */
  later(job: Job): SqlQuery;
  /** A statement for the writes of a change. What has begun goes on. */
  cancel(kind: string, key: string): SqlQuery;
  /** Once after the database was migrated, by every process. */
  prepare(): Promise<void>;
  /** Before `start`. */
  handle(kind: string, work: JobHandler): void;
  /** From now on this process does what is due. */
  start(): Promise<void>;
  /** Waits for what it does at the moment, for a short time; the rest is done by others or after the next start. */
  close(): Promise<void>;
}
