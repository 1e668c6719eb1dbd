/** Runs the model in threads that share the weights: one per processor, and one for requests with a single text. */
import { availableParallelism } from 'node:os';

import { LocalThread } from './local-thread.ts';
import { SCRATCH_BYTES } from './mini-lm.ts';
import { computeLayout } from './weights.ts';

const PAGE = 65_536;
const MOST_THREADS = 8;
/** What one thread receives at once: enough to fill a pass of the model, and little enough to finish soon. */
const MOST_LETTERS = 2_000;
const MOST_TEXTS = 32;

export class LocalModel {
  readonly #begun: { readonly memory: WebAssembly.Memory; readonly pages: number };
  readonly #end = computeLayout().end;
  readonly #quick: LocalThread;
  /** By their place in `#idle`. */
  readonly #others = new Map<number, LocalThread>();
  readonly #waiting: Unit[] = [];
  readonly #atMost = Math.min(MOST_THREADS, availableParallelism());
  readonly #idle = Array.from({ length: this.#atMost }, (_, place) => place);

  constructor() {
    const pages = Math.ceil((this.#end + (this.#atMost + 1) * SCRATCH_BYTES) / PAGE);
    this.#begun = { memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), pages };
    this.#quick = new LocalThread({ ...this.#begun, scratch: this.#end, isFirst: true });
  }

  get isAlive(): boolean {
    return this.#threads().every(({ isAlive }) => isAlive);
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 1) return this.#quick.ask(texts);
    await this.#quick.ready();
    const units = splitUnits(texts, signal);
    this.#waiting.push(...units);
    while (this.#idle.length > 0 && this.#waiting.length > 0) void this.#work(this.#idle.pop() ?? 0);
    return (await Promise.all(units.map(({ answer }) => answer.promise))).flat();
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads().map((thread) => thread.end()));
  }

  #threads(): LocalThread[] {
    return [this.#quick, ...this.#others.values()];
  }

  /** Never rejects: an error rejects the promise of its unit. */
  async #work(place: number): Promise<void> {
    const scratch = this.#end + (place + 1) * SCRATCH_BYTES;
    const thread = this.#others.get(place) ?? new LocalThread({ ...this.#begun, scratch, isFirst: false });
    this.#others.set(place, thread);
    for (let unit = this.#waiting.shift(); unit; unit = this.#waiting.shift()) {
      const { texts, signal, answer } = unit;
      if (signal.aborted) answer.reject(signal.reason);
      else await thread.ask(texts).then(answer.resolve, answer.reject);
    }
    this.#idle.push(place);
  }
}

interface Unit {
  readonly texts: string[];
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<Float32Array[]>;
}

function splitUnits(texts: readonly string[], signal: AbortSignal): Unit[] {
  const units: Unit[] = [];
  let letters = Infinity;
  for (const text of texts) {
    const last = units.at(-1);
    if (last && letters + text.length <= MOST_LETTERS && last.texts.length < MOST_TEXTS) last.texts.push(text);
    else {
      const answer = Promise.withResolvers<Float32Array[]>();
      answer.promise.catch(() => undefined);
      units.push({ texts: [text], signal, answer });
      letters = 0;
    }
    letters += text.length;
  }
  return units;
}
