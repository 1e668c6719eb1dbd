/** Finds tools by what somebody wants done. The same tools and the same words always give the same order. */
import MiniSearch from 'minisearch';

import type { Tool } from '../contract.ts';
import { meaningsOf } from './synonyms.ts';
import { searchedText, type SearchedText } from './searched-text.ts';
import { stemOf, wordsOf } from './words.ts';

// The weights were measured (bench/catalogue.ts); small changes of any one of them change little.
const BOOST: Readonly<Record<keyof SearchedText, number>> = { name: 1.5, description: 1, parameters: 0.5, uses: 1 };
const MEANING_WEIGHT = 0.7;
const LOOSE = { prefix: 0.3, fuzzy: 0.3 };
/** Text that is longer than others' counts for less, and what it adds has no floor: stuffing does not pay. */
const BM25 = { k: 1.2, b: 0.6, d: 0 };
/** How much it counts that a tool has many of the words, beside how telling they are. */
const COVERAGE = 0.5;

const MAX_QUERY = 500;
const MAX_TERMS = 60;

export class ToolIndex {
  readonly #index: MiniSearch<SearchedText & { id: number }>;
  readonly #tools: readonly Tool[];
  readonly #known = new Set<string>();

  constructor(tools: readonly Tool[]) {
    this.#tools = tools;
    this.#index = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: termsOf,
      processTerm: (term) => {
        this.#known.add(term);
        return term;
      },
    });
    this.#index.addAll(tools.map((tool, id) => ({ id, ...searchedText(tool) })));
  }

  /** Every tool that has to do with the request, the likeliest first. */
  search(request: string): Tool[] {
    const terms = [...new Set(termsOf(request.slice(0, MAX_QUERY)))].slice(0, MAX_TERMS);
    // Only a word that no tool has may also be the beginning of one, or a misspelt one.
    const isLoose = (term: string): boolean => !this.#known.has(term) && !isMeaning(term);
    const hits = this.#index.search(terms.join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost: BOOST,
      boostTerm: (term) => (isMeaning(term) ? MEANING_WEIGHT : 1),
      bm25: BM25,
      prefix: (term) => term.length >= 4 && isLoose(term),
      fuzzy: (term) => (term.length >= 6 && isLoose(term) ? 0.2 : false),
      weights: LOOSE,
    });
    return hits
      .map(({ id, score, queryTerms }) => ({ id: Number(id), score: score * queryTerms.length ** (COVERAGE - 1) }))
      .toSorted((a, b) => b.score - a.score || a.id - b.id)
      .flatMap(({ id }) => this.#tools[id] ?? []);
  }
}

const termsOf = (text: string): string[] =>
  wordsOf(text)
    .map(stemOf)
    .flatMap((stem) => [stem, ...meaningsOf(stem)]);

const isMeaning = (term: string): boolean => term.startsWith('#');
