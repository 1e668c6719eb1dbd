/** Sends signed heads to the anchors. Each anchor has its own attempt, so a slow one delays nothing else. */
import type { Log } from '../../core/index.ts';
import type { AuditAnchor, SignedHead } from '../../ports/audit-anchor.ts';
import { readAnchorState, writeAnchorState, type AnchorState } from './anchor-state.ts';

/** A configured anchor. */
export interface AnchorEntry {
  readonly id: string;
  readonly anchor: AuditAnchor;
  readonly intervalMs: number;
}

/** The result of one attempt. `error` is undefined if the head is anchored. */
export interface AnchorAttempt {
  readonly kind: AuditAnchor['kind'];
  readonly place: string;
  readonly seq: number;
  readonly error?: string | undefined;
}

interface AnchorKeeperOptions {
  readonly data: string;
  readonly log: Log;
  /** How long one attempt may take. */
  readonly limitMs?: number;
}

const LIMIT_MS = 60_000;
/** Heads come about each minute, so an interval of a minute must not miss one by some milliseconds. */
const SLACK = 0.9;

export class AnchorKeeper {
  readonly #entries: readonly AnchorEntry[];
  readonly #options: Required<AnchorKeeperOptions>;
  readonly #running = new Map<string, Promise<AnchorAttempt>>();
  readonly #failing = new Set<string>();
  /** Work that did not obey its limit. A second attempt would take one more of the few threads for files. */
  readonly #unfinished = new Set<string>();
  readonly #stop = new AbortController();
  #failures = 0;

  constructor(entries: readonly AnchorEntry[], options: AnchorKeeperOptions) {
    this.#entries = entries;
    this.#options = { limitMs: LIMIT_MS, ...options };
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** For the metrics. */
  counts(): { failures: number; failing: number } {
    return { failures: this.#failures, failing: this.#failing.size };
  }

  /** Anchors the head where it is due, in the background. */
  offer(head: SignedHead): void {
    for (const entry of this.#entries) if (this.#isDue(entry, head)) void this.#start(entry, head);
  }

  /** Anchors the head everywhere now, and waits for it. */
  anchor(head: SignedHead): Promise<AnchorAttempt[]> {
    return Promise.all(this.#entries.map((entry) => this.#start(entry, head)));
  }

  /** Waits for the attempts that run, and stops those that take longer. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(new Error('the process ends')), graceMs);
    await Promise.all(this.#running.values());
    clearTimeout(timer);
    this.#stop.abort(new Error('the process ends'));
  }

  #isDue({ id, intervalMs }: AnchorEntry, head: SignedHead): boolean {
    if (this.#running.has(id) || this.#unfinished.has(id)) return false;
    const { anchored } = this.#read(id);
    if (!anchored) return true;
    if (anchored.seq === head.seq && anchored.hash === head.hash) return false;
    // A clock that was put back must not stop the anchor.
    return Math.abs(Date.now() - anchored.at) >= intervalMs * SLACK;
  }

  #start(entry: AnchorEntry, head: SignedHead): Promise<AnchorAttempt> {
    const before = this.#running.get(entry.id);
    const attempt = (before ?? Promise.resolve()).then(() => this.#attempt(entry, head));
    this.#running.set(entry.id, attempt);
    void attempt.finally(() => {
      if (this.#running.get(entry.id) === attempt) this.#running.delete(entry.id);
    });
    return attempt;
  }

  async #attempt({ id, anchor }: AnchorEntry, head: SignedHead): Promise<AnchorAttempt> {
    const { kind, place } = anchor;
    const { seq, hash } = head;
    const at = Date.now();
    try {
      await this.#keep(id, anchor, head);
      writeAnchorState(this.#options.data, id, { anchored: { seq, hash, at } });
      if (this.#failing.delete(id)) this.#options.log('info', 'the audit is anchored again', { kind, place });
      return { kind, place, seq };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#noteFailure(id, { since: at, message }, { kind, place });
      return { kind, place, seq, error: message };
    }
  }

  /** An attempt that does not stop at its limit, such as on a dead network disk, is left behind. */
  async #keep(id: string, anchor: AuditAnchor, head: SignedHead): Promise<void> {
    if (this.#unfinished.has(id)) throw new Error('The attempt before has not ended.');
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.#options.limitMs)]);
    this.#unfinished.add(id);
    const work = anchor.keep(head, signal).finally(() => this.#unfinished.delete(id));
    await orAborted(work, signal);
  }

  #noteFailure(id: string, failure: NonNullable<AnchorState['failure']>, about: { kind: string; place: string }): void {
    this.#failures += 1;
    const isFirst = !this.#failing.has(id);
    this.#failing.add(id);
    if (isFirst) this.#options.log('error', 'the audit cannot be anchored', { ...about, reason: failure.message });
    const before = this.#read(id);
    try {
      const since = before.failure?.since ?? failure.since;
      writeAnchorState(this.#options.data, id, { ...before, failure: { ...failure, since } });
    } catch {
      // The failure is logged; a full data disk must not hide it.
    }
  }

  #read(id: string): AnchorState {
    return readAnchorState(this.#options.data, id);
  }
}

/** Waits for work that may not obey its signal. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(isTimeout(signal) ? new Error('It took too long.') : signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const isTimeout = ({ reason }: AbortSignal): boolean => reason instanceof Error && reason.name === 'TimeoutError';
