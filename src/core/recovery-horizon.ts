/** Computes how far back recovery must read the audit to find the unfinished calls of this process. */
import type { Clock } from '../ports/clock.ts';
import type { RunningCalls } from './executor/running-calls.ts';
import type { AuditLog } from './ledger/audit-log.ts';

/** The longest time between the start of a call and its audit record. */
const START_SLACK_MS = 60_000;

/** Tracks the newest audit record that is older than every running call of this process. */
export class RecoveryHorizon {
  readonly #audit: AuditLog;
  readonly #running: Pick<RunningCalls, 'oldestStart'>;
  readonly #clock: Clock;
  readonly #heads: { at: number; seq: number }[] = [];
  #from = 0;

  constructor(audit: AuditLog, running: Pick<RunningCalls, 'oldestStart'>, clock: Clock) {
    this.#audit = audit;
    this.#running = running;
    this.#clock = clock;
  }

  /** No call of this process is older than the current head of the audit chain. */
  async begin(): Promise<number> {
    return (this.#from = await this.#head());
  }

  /** The newest audit record from before all calls that still run here. */
  async move(): Promise<number> {
    const oldest = this.#running.oldestStart() ?? Infinity;
    const now = this.#clock.now();
    // If the clock was set back, a head must not look older than a call that began before it.
    const at = Math.max(now, this.#heads.at(-1)?.at ?? 0);
    this.#heads.push({ at, seq: await this.#head() });
    // The record of a start is written a little after the start.
    const safe = this.#heads.findLastIndex((head) => head.at < Math.min(oldest, now) - START_SLACK_MS);
    if (safe > 0) this.#heads.splice(0, safe);
    return safe < 0 ? this.#from : (this.#from = this.#heads[0]?.seq ?? 0);
  }

  async #head(): Promise<number> {
    return (await this.#audit.head())?.seq ?? 0;
  }
}
