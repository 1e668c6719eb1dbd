/** Chooses a few rows of a product of factors that together hold every level, or every pair of levels. */
export type FactorLevels = { readonly [name: string]: readonly string[] };
export type FactorRow<F extends FactorLevels> = { readonly [Name in keyof F]: F[Name][number] };

/** Every combination there is. */
export function fullProduct<const F extends FactorLevels>(factors: F): FactorRow<F>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [name, levels] of Object.entries(factors))
    rows = rows.flatMap((row) => levels.map((level) => ({ ...row, [name]: level })));
  return rows as FactorRow<F>[];
}

export const coverLevels = <const F extends FactorLevels>(factors: F): FactorRow<F>[] => cover(factors, levelsOf);

export const coverPairs = <const F extends FactorLevels>(factors: F): FactorRow<F>[] => cover(factors, pairsOf);

/** Greedy and deterministic: each row is the one that covers most of what is still uncovered. */
function cover<const F extends FactorLevels>(
  factors: F,
  partsOf: (row: Readonly<Record<string, string>>) => string[],
): FactorRow<F>[] {
  const candidates = fullProduct(factors);
  const uncovered = new Set(candidates.flatMap((row) => partsOf(row)));
  const chosen: FactorRow<F>[] = [];
  while (uncovered.size > 0) {
    let best: { row: FactorRow<F>; gain: number } | undefined;
    for (const row of candidates) {
      const gain = partsOf(row).filter((part) => uncovered.has(part)).length;
      if (gain > (best?.gain ?? 0)) best = { row, gain };
    }
    if (!best) break;
    chosen.push(best.row);
    for (const part of partsOf(best.row)) uncovered.delete(part);
  }
  return chosen;
}

export const levelsOf = (row: Readonly<Record<string, string>>): string[] =>
  Object.entries(row).map(([name, level]) => `${name}=${level}`);

export function pairsOf(row: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap(([name, level], at) =>
    entries.slice(at + 1).map(([other, otherLevel]) => `${name}=${level} ${other}=${otherLevel}`),
  );
}
