/** How far back whoever takes over after this process has to look in the audit. */
import type { Clock } from '../ports/clock.ts';
import type { RunningCalls } from './executor/running-calls.ts';
import type { AuditLog } from './ledger/audit-log.ts';

/** Between taking a call's start time and its record being in the audit. */
const START_SLACK_MS = 60_000;

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

  /** Nothing of this process can be older than what is there now. */
  async begin(): Promise<number> {
    return (this.#from = await this.#head());
  }

  /** The newest audit record that was there before any call that still runs here began. */
  async move(): Promise<number> {
    const oldest = this.#running.oldestStart() ?? Infinity;
    const now = this.#clock.now();
    // A clock that was set back must not make a head look older than a call that began before it.
    const at = Math.max(now, this.#heads.at(-1)?.at ?? 0);
    this.#heads.push({ at, seq: await this.#head() });
    // A start is recorded a little after its time was taken.
    const safe = this.#heads.findLastIndex((head) => head.at < Math.min(oldest, now) - START_SLACK_MS);
    if (safe > 0) this.#heads.splice(0, safe);
    return safe < 0 ? this.#from : (this.#from = this.#heads[0]?.seq ?? 0);
  }

  async #head(): Promise<number> {
    return (await this.#audit.head())?.seq ?? 0;
  }
}
