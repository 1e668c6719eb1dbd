/**
 * How likely it is that somebody who asked this wanted that chunk: from how near both are in meaning, and from how much of what
 * the words of the question weigh stands in the chunk. The constants were fitted: docs/decisions/2026-11-15-relevance.md.
 */
import type { ChunkCandidate, ChunkLookupResult } from '../../ports/knowledge-store.ts';

/** BM25's own: how soon saying a word again says no more, and how much being long takes away. */
const SATURATION = 1.2;
const LENGTH = 0.75;

/** Where a score is as likely wanted as not, if every second chunk were wanted, and how fast that changes there. */
interface Scale {
  readonly middle: number;
  readonly steepness: number;
}
const BOTH: Scale = { middle: 0.343, steepness: 10.9 };
const WORDS: Scale = { middle: 0.223, steepness: 8.3 };
/** Stricter than it was fitted, so that it only speaks where no word is shared and the meaning is plain. */
const MEANING: Scale = { middle: 0.55, steepness: 9.6 };

/** Among so few chunks it says little how many of them have a word: all words are taken for rare ones. */
const FEW = 1_000;

/** From 0 to 1 for each candidate, in their order. */
export function computeRelevance(
  { candidates, chunks, averageLength, chunksWith }: ChunkLookupResult,
  hasMeaning: boolean,
): number[] {
  const many = Math.max(chunks, FEW);
  const weights = chunksWith.map((count) => Math.log(1 + (many - count + 0.5) / (count + 0.5)));
  const most = weights.reduce((sum, weight) => sum + weight * (SATURATION + 1), 0);
  return candidates.map((candidate) => {
    const words = most === 0 ? 0 : wordScore(candidate, weights, averageLength) / most;
    if (!hasMeaning) return applyScale(WORDS, words);
    return Math.max(applyScale(BOTH, (candidate.cosine + words) / 2), applyScale(MEANING, candidate.cosine));
  });
}

function wordScore(
  { frequencies, length }: Pick<ChunkCandidate, 'frequencies' | 'length'>,
  weights: readonly number[],
  averageLength: number,
): number {
  const norm = SATURATION * (1 - LENGTH + (LENGTH * length) / Math.max(1, averageLength));
  return frequencies.reduce(
    (sum, count, at) => sum + ((weights[at] ?? 0) * count * (SATURATION + 1)) / (count + norm),
    0,
  );
}

function applyScale({ middle, steepness }: Scale, score: number): number {
  return 1 / (1 + Math.exp(-steepness * (score - middle)));
}
