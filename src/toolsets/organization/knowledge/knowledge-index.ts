/** The index of an organization's knowledge: documents are cut into chunks, which are found by meaning and by words. */
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { KnowledgeFound, KnowledgeIndex, KnowledgeType } from '../../../ports/knowledge-index.ts';
import type { Candidate, KnowledgeStore } from '../../../ports/knowledge-store.ts';
import { cutChunks } from './cut-chunks.ts';
import { relevanceOf } from './relevance.ts';
import { termsOf } from './terms.ts';

const TYPES: readonly KnowledgeType[] = ['email', 'file', 'conversation'];
/** How many chunks each way finds, before they are judged together. */
const EACH = 50;
const MOST_TERMS = 24;
const MOST_LETTERS = 2_000;

export function openKnowledgeIndex(store: KnowledgeStore, embeddings: Embeddings | undefined): KnowledgeIndex {
  return {
    async add({ text, ...document }, signal) {
      // A document without any text is still found by its title.
      const cuts = text.trim() === '' ? [{ from: 0, to: 0, text: '' }] : cutChunks(text);
      const whole = cuts.map((cut) => `${document.title}\n${cut.text}`);
      const vectors = embeddings ? await embeddings.embed(whole, signal) : [];
      const chunks = cuts.map((cut, at) => {
        const vector = vectors[at];
        return { ...cut, terms: termsOf(whole[at] ?? ''), ...(vector && { vector }) };
      });
      await store.put(document, chunks);
    },

    remove: (document) => store.remove(document),

    async search({ audiences, text, types = TYPES, limit, threshold, orEveryWord = false }, signal) {
      const asked = text.slice(0, MOST_LETTERS).toWellFormed();
      const terms = [...new Set(termsOf(asked))].slice(0, MOST_TERMS);
      const [vector] = embeddings ? await embeddings.embed([asked], signal) : [];
      const lookedUp = await store.lookUp({ audiences, types, terms, vector, each: Math.max(EACH, 2 * limit) });
      const relevance = relevanceOf(lookedUp, vector !== undefined);
      const best = new Map<string, KnowledgeFound>();
      for (const [at, candidate] of lookedUp.candidates.entries()) {
        const found = asFound(candidate, relevance[at] ?? 0);
        const key = JSON.stringify([found.audience, found.type, found.id]);
        const hasEveryWord = terms.length > 0 && candidate.frequencies.every((count) => count > 0);
        const isWanted = found.relevance >= threshold || (orEveryWord && hasEveryWord);
        if (isWanted && found.relevance > (best.get(key)?.relevance ?? -1)) best.set(key, found);
      }
      const found = [...best.values()].toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
      return { found: found.slice(0, limit), total: found.length };
    },

    async condition() {
      const { vectors, reason } = await store.condition();
      if (!embeddings) return { meaning: false, words: true, reason: 'no embeddings are set up' };
      return { meaning: vectors, words: true, ...(reason !== undefined && { reason }) };
    },

    close: () => store.close(),
  };
}

function asFound({ audience, type, id, title, at, chunk, from, to, text }: Candidate, score: number): KnowledgeFound {
  const relevance = Math.round(score * 1_000) / 1_000;
  return { audience, type, id, title, at, relevance, citation: { chunk, from, to, text } };
}
