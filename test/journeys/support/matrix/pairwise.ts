/** Chooses a few rows of a product of factors so that every pair of levels of two factors is in at least one of them. */
export type FactorLevels = { readonly [name: string]: readonly string[] };
export type FactorRow<F extends FactorLevels> = { readonly [Name in keyof F]: F[Name][number] };

/** Every combination there is. */
export function fullProduct<const F extends FactorLevels>(factors: F): FactorRow<F>[] {
  let rows: Record<string, string>[] = [{}];
  for (const [name, levels] of Object.entries(factors))
    rows = rows.flatMap((row) => levels.map((level) => ({ ...row, [name]: level })));
  return rows as FactorRow<F>[];
}

/** Greedy and deterministic: each row is the one that covers most of what is still uncovered. */
export function pairwiseCover<const F extends FactorLevels>(factors: F): FactorRow<F>[] {
  const candidates = fullProduct(factors);
  const uncovered = new Set(candidates.flatMap(pairsOf));
  const cover: FactorRow<F>[] = [];
  while (uncovered.size > 0) {
    let best: { row: FactorRow<F>; gain: number } | undefined;
    for (const row of candidates) {
      const gain = pairsOf(row).filter((pair) => uncovered.has(pair)).length;
      if (gain > (best?.gain ?? 0)) best = { row, gain };
    }
    if (!best) break;
    cover.push(best.row);
    for (const pair of pairsOf(best.row)) uncovered.delete(pair);
  }
  return cover;
}

export function pairsOf(row: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(row);
  return entries.flatMap(([name, level], at) =>
    entries.slice(at + 1).map(([other, otherLevel]) => `${name}=${level} ${other}=${otherLevel}`),
  );
}
