/** Counts for the operator, in Prometheus' text form. */
import type { Outcome } from './outcome.ts';

const BUCKETS_MS = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 30_000];

interface Series {
  readonly labels: string;
  readonly counts: number[];
  count: number;
  sum: number;
}

export class Metrics {
  readonly #calls = new Map<string, Series>();

  observe(preset: string, tool: string, state: Outcome['state'], tookMs: number): void {
    const key = `${preset}\n${tool}\n${state}`;
    let series = this.#calls.get(key);
    if (!series) {
      series = {
        labels: `preset="${escape(preset)}",tool="${escape(tool)}",state="${state}"`,
        counts: BUCKETS_MS.map(() => 0),
        count: 0,
        sum: 0,
      };
      this.#calls.set(key, series);
    }
    series.count += 1;
    series.sum += tookMs;
    for (let at = BUCKETS_MS.length - 1; at >= 0 && tookMs <= (BUCKETS_MS[at] as number); at -= 1) {
      series.counts[at] = (series.counts[at] ?? 0) + 1;
    }
  }

  render(gauges: Record<string, { help: string; value: number }>): string {
    const lines = [
      '# HELP deputize_call_seconds How long calls took, by preset, tool and how they ended.',
      '# TYPE deputize_call_seconds histogram',
    ];
    for (const { labels, counts, count, sum } of this.#calls.values()) {
      for (const [at, upTo] of BUCKETS_MS.entries()) {
        lines.push(`deputize_call_seconds_bucket{${labels},le="${upTo / 1_000}"} ${counts[at] ?? 0}`);
      }
      lines.push(`deputize_call_seconds_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(
        `deputize_call_seconds_sum{${labels}} ${sum / 1_000}`,
        `deputize_call_seconds_count{${labels}} ${count}`,
      );
    }
    for (const [name, { help, value }] of Object.entries(gauges)) {
      lines.push(`# HELP deputize_${name} ${help}`, `# TYPE deputize_${name} gauge`, `deputize_${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function escape(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
