/** Finds passages by what they mean. Files are read as they are now; only what was never seen before is asked about. */
import type { CodeQuery, MeaningCandidate, MeaningCandidates } from '../../ports/code-search.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { MeaningCache } from './meaning-cache.ts';
import { splitPassages, type CodePassage } from './passages.ts';

interface MeaningOptions {
  readonly files: ScopedFiles;
  readonly embeddings: EmbeddingModel;
  /** Where vectors are kept. */
  readonly folder: string;
  /** How long one search takes in files that it has not seen. The next one goes on. */
  readonly learningMs?: number;
}

/** What is longer was mostly made by a machine. */
const MAX_BYTES = 200_000;
const LEARNING_MS = 20_000;
const AT_ONCE = 16;

/** A few neighbouring passages of a file: what is asked about and kept at a time. */
interface Piece {
  readonly path: string;
  readonly passages: readonly CodePassage[];
}
interface Known extends Piece {
  readonly vectors: readonly Float32Array[];
}

export class MeaningSearch {
  readonly #options: MeaningOptions;
  readonly #cache: MeaningCache;

  constructor(options: MeaningOptions) {
    this.#options = options;
    this.#cache = new MeaningCache(options.folder, options.embeddings.id);
  }

  async find(
    paths: readonly string[],
    { query, maxResults }: Pick<CodeQuery, 'query' | 'maxResults'>,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<MeaningCandidates> {
    const { embeddings, learningMs = LEARNING_MS } = this.#options;
    const until = performance.now() + learningMs;
    const [wanted] = await embeddings.embed([query], signal);
    if (!wanted) throw new PortError('EXTERNAL_ERROR', 'The embeddings gave no vector for the query.');
    const known: Known[] = [];
    const unknown: Piece[] = [];
    for (const path of paths) {
      for (const piece of await this.#read(path, signal)) {
        const vectors = await this.#cache.get(toPassageTexts(piece));
        if (vectors) known.push({ ...piece, vectors });
        else unknown.push(piece);
      }
    }
    const waiting = likeliestFirst(unknown, query);
    const total = known.length + waiting.length;
    while (waiting.length > 0 && performance.now() < until) {
      progress(known.length, total);
      const next = waiting.shift();
      if (next) known.push(await this.#learn(next, signal));
    }
    const candidates = known.flatMap((piece) => rated(piece, wanted)).sort((a, b) => b.score - a.score);
    const filesLeft = new Set(waiting.map(({ path }) => path));
    const searched = new Set(known.map(({ path }) => path)).difference(filesLeft);
    return {
      candidates: candidates.slice(0, maxResults),
      filesSearched: searched.size,
      filesLeft: filesLeft.size,
    };
  }

  async #read(path: string, signal: AbortSignal): Promise<readonly Piece[]> {
    try {
      const { bytes } = await this.#options.files.read(path, { maxBytes: MAX_BYTES, signal });
      const passages = bytes.includes(0) ? [] : splitPassages(new TextDecoder().decode(bytes));
      const starts = Array.from({ length: Math.ceil(passages.length / AT_ONCE) }, (_, index) => index * AT_ONCE);
      return starts.map((from) => ({ path, passages: passages.slice(from, from + AT_ONCE) }));
    } catch {
      // Gone, too long, or not to be read.
      signal.throwIfAborted();
      return [];
    }
  }

  async #learn(piece: Piece, signal: AbortSignal): Promise<Known> {
    const texts = toPassageTexts(piece);
    const vectors = await this.#options.embeddings.embed(texts, signal);
    if (vectors.length !== texts.length || vectors.some(({ length }) => length !== vectors[0]?.length))
      throw new PortError('EXTERNAL_ERROR', 'The embeddings gave another number of vectors than there are texts.');
    await this.#cache.put(texts, vectors);
    return { ...piece, vectors };
  }
}

/** The name of a file says much of what it is about. */
function toPassageTexts({ path, passages }: Piece): string[] {
  return passages.map(({ text }) => `${path}\n${text}`);
}

/** When there is no time for all, those that share words with the query come first. */
function likeliestFirst(pieces: readonly Piece[], query: string): Piece[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const shared = (piece: Piece): number => {
    const text = toPassageTexts(piece).join('\n').toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  };
  return pieces
    .map((piece) => ({ piece, rank: shared(piece) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ piece }) => piece);
}

function rated({ path, passages, vectors }: Known, wanted: Float32Array): MeaningCandidate[] {
  return passages.map(({ line, endLine, text }, at) => ({
    ...{ path, line, endLine, text },
    score: likeness(wanted, vectors[at] ?? new Float32Array()),
  }));
}

/** From -1 to 1. Vectors of different lengths have nothing to say to each other. */
function likeness(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1;
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    left += a * a;
    right += b * b;
  }
  return left > 0 && right > 0 ? product / Math.sqrt(left * right) : -1;
}
