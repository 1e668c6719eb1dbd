/** Measures rivals in turns, A B A B …, so that whatever else the machine does falls on both, and tells medians. */
export interface Rival {
  readonly name: string;
  /** Runs one round and answers its figure. */
  round(): Promise<number>;
}

export async function inTurns(rivals: readonly Rival[], rounds: number): Promise<Map<string, number>> {
  const figures = new Map(rivals.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const rival of rivals) {
      const figure = await rival.round();
      // The first round warms up.
      if (round > 0) figures.get(rival.name)?.push(figure);
    }
  }
  return new Map([...figures].map(([name, all]) => [name, median(all)]));
}

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Keeps `inFlight` calls going until `count` are done; answers calls a second. */
export async function throughput(call: () => Promise<unknown>, count: number, inFlight: number): Promise<number> {
  let begun = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (begun < count) {
        begun += 1;
        await call();
      }
    }),
  );
  return (count / (performance.now() - start)) * 1_000;
}

export function table(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  process.stdout.write(`${line(columns)}\n${line(widths.map((width) => '-'.repeat(width)))}\n`);
  for (const row of rows) process.stdout.write(`${line(columns.map((column) => String(row[column])))}\n`);
}
