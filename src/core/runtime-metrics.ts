/** Counts calls and measures their times for the operator. */
import type { CallMode } from './contract.ts';
import type { Outcome } from './outcome.ts';

const BUCKETS_MS = [1, 2, 5, 10, 15, 20, 25, 35, 50, 100, 500, 1_000, 5_000, 30_000];

/** The measurements of one call. Times are milliseconds. */
interface CallObservation {
  readonly preset: string;
  readonly tool: string;
  readonly mode: CallMode;
  readonly state: Outcome['state'];
  readonly tookMs: number;
  /** The part of `tookMs` in which the tool worked. */
  readonly workedMs: number;
  /** The latency budget of the tool. */
  readonly budgetMs: number;
}

interface Series {
  readonly labels: string;
  readonly counts: number[];
  count: number;
  sum: number;
}

/** Counts calls and their times in memory, and renders them in Prometheus' text format. */
export class RuntimeMetrics {
  readonly #calls = new Map<string, Series>();
  readonly #own = new Map<string, Series>();
  readonly #firstWords = new Map<string, Series>();
  readonly #overBudget = new Map<string, number>();

  observe({ preset, tool, mode, state, tookMs, workedMs, budgetMs }: CallObservation): void {
    const labels = `preset="${escape(preset)}",tool="${escape(tool)}",mode="${mode}"`;
    count(this.#calls, `${labels},state="${state}"`, tookMs);
    count(this.#own, `preset="${escape(preset)}",state="${state}"`, tookMs - workedMs);
    this.#overBudget.set(labels, (this.#overBudget.get(labels) ?? 0) + (tookMs > budgetMs ? 1 : 0));
  }

  /** Counts the time from the end of the user’s speech to the first word of the answer. */
  observeFirstWord(preset: string, mode: CallMode, tookMs: number): void {
    count(this.#firstWords, `preset="${escape(preset)}",mode="${mode}"`, tookMs);
  }

  render(gauges: Record<string, { help: string; value: number }>): string {
    const lines = [
      ...histogram('call_seconds', 'How long calls took, by preset, tool, mode and how they ended.', this.#calls),
      ...histogram('own_seconds', 'How long calls took without the work of their tools, by preset and end.', this.#own),
      ...histogram('first_word_seconds', 'How long a session’s answer took to begin.', this.#firstWords),
      ...counter('calls_over_budget_total', 'Calls that took longer than their tool’s budget.', this.#overBudget),
    ];
    for (const [name, { help, value }] of Object.entries(gauges)) {
      lines.push(`# HELP deputize_${name} ${help}`, `# TYPE deputize_${name} gauge`, `deputize_${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function count(all: Map<string, Series>, labels: string, tookMs: number): void {
  let series = all.get(labels);
  if (!series) {
    series = { labels, counts: BUCKETS_MS.map(() => 0), count: 0, sum: 0 };
    all.set(labels, series);
  }
  series.count += 1;
  series.sum += tookMs;
  for (let at = BUCKETS_MS.length - 1; at >= 0 && tookMs <= (BUCKETS_MS[at] as number); at -= 1) {
    series.counts[at] = (series.counts[at] ?? 0) + 1;
  }
}

function histogram(name: string, help: string, all: ReadonlyMap<string, Series>): string[] {
  if (all.size === 0) return [];
  const lines = [`# HELP deputize_${name} ${help}`, `# TYPE deputize_${name} histogram`];
  for (const { labels, counts, count: total, sum } of all.values()) {
    for (const [at, upTo] of BUCKETS_MS.entries()) {
      lines.push(`deputize_${name}_bucket{${labels},le="${upTo / 1_000}"} ${counts[at] ?? 0}`);
    }
    lines.push(`deputize_${name}_bucket{${labels},le="+Inf"} ${total}`);
    lines.push(`deputize_${name}_sum{${labels}} ${sum / 1_000}`, `deputize_${name}_count{${labels}} ${total}`);
  }
  return lines;
}

function counter(name: string, help: string, all: ReadonlyMap<string, number>): string[] {
  if (all.size === 0) return [];
  const samples = [...all].map(([labels, value]) => `deputize_${name}{${labels}} ${value}`);
  return [`# HELP deputize_${name} ${help}`, `# TYPE deputize_${name} counter`, ...samples];
}

function escape(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
