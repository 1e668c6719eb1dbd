/**
 * Estimates how likely a chunk is what the user searched for. The score combines the similarity in meaning with the weight of
 * the query words in the chunk. The constants were fitted: docs/decisions/2026-11-15-relevance.md.
 */
import type { ChunkCandidate, ChunkLookupResult } from '../../ports/knowledge-store.ts';

/** Parameters of BM25: the saturation by repeated words, and the penalty for long chunks. */
const SATURATION = 1.2;
const LENGTH = 0.75;

/** A logistic curve, assuming that half of all chunks are relevant. `middle` is the score with probability 0.5. */
interface Scale {
  readonly middle: number;
  readonly steepness: number;
}
const BOTH: Scale = { middle: 0.343, steepness: 10.9 };
const WORDS: Scale = { middle: 0.223, steepness: 8.3 };
/** Stricter than fitted, so that it only matters for a clear similarity without shared words. */
const MEANING: Scale = { middle: 0.55, steepness: 9.6 };

/** In a small index, word frequencies say little, so all words count as rare. */
const FEW = 1_000;

/** Returns a relevance from 0 to 1 for each candidate, in the same order. */
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
