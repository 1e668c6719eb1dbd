/** Finds regular expressions whose matching can take time that doubles with every character of the text. */
import { listRegexPositions, RegexComplexityError, type RegexPosition } from './list-regex-positions.ts';

/** Why the pattern may not be used, or undefined. The pattern must be a valid one. */
export function catastrophe(pattern: string): string | undefined {
  try {
    return doubles(listRegexPositions(pattern))
      ? 'matching it can take time that doubles with every character'
      : undefined;
  } catch (error) {
    if (error instanceof RegexComplexityError) return `it cannot be checked: ${error.message}`;
    throw error;
  }
}

/** Two readings of one text that go on side by side. */
interface Pair {
  readonly left: number;
  readonly right: number;
}

/**
 * Matching doubles where a text leads from one place back to the same place in two ways: then every repetition of that text
 * doubles the ways. So both ways are walked at once, and what is looked for is a round that begins and ends together and
 * parts in between.
 */
function doubles(places: readonly RegexPosition[]): boolean {
  const index = new Map(places.map((place, at) => [place, at]));
  const follow = places.map(({ next }) => [...next].map(([place, ways]) => ({ to: index.get(place) ?? 0, ways })));
  const meets = places.map(({ takes }) => places.map((other) => [...takes].some((sample) => other.takes.has(sample))));
  const edges = ({ left, right }: Pair): { pair: Pair; parts: boolean }[] => {
    const found: { pair: Pair; parts: boolean }[] = [];
    for (const one of follow[left] ?? []) {
      for (const other of follow[right] ?? []) {
        if (meets[one.to]?.[other.to] !== true) continue;
        const parts = one.to !== other.to || (left === right && one.ways === 'many');
        found.push({ pair: { left: one.to, right: other.to }, parts });
      }
    }
    return found;
  };
  return rounds(places.length, edges).some(
    ({ pairs, hasParting }) => hasParting && pairs.some(({ left, right }) => left === right),
  );
}

/** The strongly connected parts of the graph of pairs, by Tarjan's way, without recursion. */
function rounds(
  size: number,
  edges: (pair: Pair) => { pair: Pair; parts: boolean }[],
): { pairs: Pair[]; hasParting: boolean }[] {
  const key = ({ left, right }: Pair): number => left * size + right;
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open = new Set<number>();
  const stack: Pair[] = [];
  const found: { pairs: Pair[]; hasParting: boolean }[] = [];
  for (let start = 0; start < size; start += 1) {
    const first = { left: start, right: start };
    if (order.has(key(first))) continue;
    const path = [{ pair: first, rest: edges(first) }];
    const enter = (pair: Pair): void => {
      order.set(key(pair), order.size);
      low.set(key(pair), order.size - 1);
      open.add(key(pair));
      stack.push(pair);
    };
    enter(first);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const at = key(top.pair);
      const edge = top.rest.pop();
      if (edge) {
        const to = key(edge.pair);
        if (!order.has(to)) {
          enter(edge.pair);
          path.push({ pair: edge.pair, rest: edges(edge.pair) });
        } else if (open.has(to)) low.set(at, Math.min(low.get(at) ?? 0, order.get(to) ?? 0));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) low.set(key(parent.pair), Math.min(low.get(key(parent.pair)) ?? 0, low.get(at) ?? 0));
      if (low.get(at) === order.get(at)) found.push(close(at));
    }
  }
  return found;

  function close(root: number): { pairs: Pair[]; hasParting: boolean } {
    const pairs: Pair[] = [];
    for (let pair = stack.pop(); pair; pair = stack.pop()) {
      open.delete(key(pair));
      pairs.push(pair);
      if (key(pair) === root) break;
    }
    const inside = new Set(pairs.map(key));
    const hasParting = pairs.some((pair) => edges(pair).some(({ pair: to, parts }) => parts && inside.has(key(to))));
    return { pairs, hasParting };
  }
}
