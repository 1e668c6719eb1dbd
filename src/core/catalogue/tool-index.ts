/** Finds tools by a description of the task. The same tools and the same words always give the same order. */
import MiniSearch from 'minisearch';

import type { Tool } from '../contract.ts';
import { findMeanings } from './synonyms.ts';
import { searchedText, type SearchedText } from './searched-text.ts';
import { stemWord, tokenizeWords } from './words.ts';

// Chosen by sweeps over the requests of bench/catalogue.ts; small changes of any one of them change little.
const BOOST: Readonly<Record<keyof SearchedText, number>> = { name: 1, description: 1, parameters: 0.7, uses: 1 };
const MEANING_WEIGHT = 0.85;
const LOOSE = { prefix: 0.3, fuzzy: 0.3 };
/** Long texts count for less, and extra words add nothing, so a description stuffed with keywords does not rank higher. */
const BM25 = { k: 1.2, b: 0.8, d: 0 };
/** More different words than a tool needs to describe itself. Above it, each word counts for less. */
const ENOUGH_WORDS = 60;
/** How much the number of matching words counts, beside how rare they are. */
const COVERAGE = 0.25;

const MAX_QUERY = 500;
const MAX_TERMS = 60;
const CHUNK = 100;

/** A search index over a fixed list of tools. `ToolIndex.of` builds it. */
export class ToolIndex {
  readonly #index: MiniSearch<SearchedText & { id: number }>;
  readonly #tools: readonly Tool[];
  readonly #known = new Set<string>();
  readonly #weights = new Map<number, number>();

  private constructor(tools: readonly Tool[]) {
    this.#tools = tools;
    this.#index = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: (text) => saidOnceOrTwice(extractTerms(text)),
      processTerm: (term) => {
        this.#known.add(term);
        return term;
      },
    });
  }

  /** Indexing thousands of tools takes a second or more, so it works in chunks and lets other work run in between. */
  static async of(tools: readonly Tool[]): Promise<ToolIndex> {
    const made = new ToolIndex(tools);
    const texts = tools.map((tool, id) => ({ id, ...searchedText(tool) }));
    await made.#index.addAllAsync(texts, { chunkSize: CHUNK });
    return made;
  }

  /** Returns every matching tool, the best match first. */
  search(request: string): Tool[] {
    const terms = [...new Set(extractTerms(request.slice(0, MAX_QUERY)))].slice(0, MAX_TERMS);
    // Prefix and fuzzy matches are only for words that no tool has.
    const isLoose = (term: string): boolean => !this.#known.has(term) && !isMeaning(term);
    const hits = this.#index.search(terms.join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost: BOOST,
      boostTerm: (term) => (isMeaning(term) ? MEANING_WEIGHT : 1),
      bm25: BM25,
      boostDocument: (id: number) => this.#weightOf(id),
      prefix: (term) => term.length >= 4 && isLoose(term),
      fuzzy: (term) => (term.length >= 6 && isLoose(term) ? 0.2 : false),
      weights: LOOSE,
    });
    return hits
      .map(({ id, score, queryTerms }) => ({ id: Number(id), score: score * queryTerms.length ** (COVERAGE - 1) }))
      .toSorted((a, b) => b.score - a.score || a.id - b.id)
      .flatMap(({ id }) => this.#tools[id] ?? []);
  }

  /** Computed only for tools that a search finds. */
  #weightOf(id: number): number {
    const known = this.#weights.get(id);
    if (known !== undefined) return known;
    const tool = this.#tools[id];
    const words = tool ? new Set(Object.values(searchedText(tool)).flatMap(tokenizeWords)).size : 0;
    const weight = Math.min(1, ENOUGH_WORDS / words);
    this.#weights.set(id, weight);
    return weight;
  }
}

/** Counts each word at most twice, so repeating a word does not raise the rank. */
function saidOnceOrTwice(terms: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return terms.filter((term) => {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    return count <= 2;
  });
}

/** Returns the stem of each word and its meanings. */
function extractTerms(text: string): string[] {
  return tokenizeWords(text).flatMap((word) => {
    const known = kept.get(word);
    if (known) return known;
    const stem = stemWord(word);
    const terms = [stem, ...findMeanings(stem)];
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(word, terms);
    return terms;
  });
}

/** A cache, because descriptions use the same few thousand words. */
const kept = new Map<string, readonly string[]>();
const MAX_KEPT = 10_000;

const isMeaning = (term: string): boolean => term.startsWith('#');
