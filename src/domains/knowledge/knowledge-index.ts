/** The index of an organization's knowledge: documents are cut into chunks, which are found by meaning and by words. */
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { KnowledgeHit, KnowledgeIndex, KnowledgeType } from '../../ports/knowledge-index.ts';
import type { ChunkCandidate, EmbeddingVector, KnowledgeStore } from '../../ports/knowledge-store.ts';
import { cutChunks } from './cut-chunks.ts';
import { computeRelevance } from './relevance.ts';
import { toIndexTerms } from './terms.ts';

const TYPES: readonly KnowledgeType[] = ['email', 'file', 'conversation'];
/** How many chunks each way finds, before they are judged together. */
const EACH = 50;
/** How many chunks are given to another model at once. */
const AT_ONCE = 32;
const MOST_TERMS = 24;
const MOST_LETTERS = 2_000;

export function openKnowledgeIndex(store: KnowledgeStore, embeddings: EmbeddingModel | undefined): KnowledgeIndex {
  return {
    async add({ text, ...document }, signal) {
      // A document without any text is still found by its title.
      const cuts = text.trim() === '' ? [{ from: 0, to: 0, text: '' }] : cutChunks(text);
      const whole = cuts.map((cut) => joinTitle(document.title, cut.text));
      const vectors = embeddings ? await embeddings.embed(whole, signal) : [];
      const chunks = cuts.map((cut, at) => {
        const vector = vectors[at];
        return {
          ...cut,
          terms: toIndexTerms(whole[at] ?? ''),
          ...(vector && { embedding: toEmbedding(embeddings, vector) }),
        };
      });
      await store.put(document, chunks);
    },

    remove: (document) => store.remove(document),

    async search({ audiences, text, types = TYPES, limit, threshold, orEveryWord = false }, signal) {
      const asked = text.slice(0, MOST_LETTERS).toWellFormed();
      const terms = [...new Set(toIndexTerms(asked))].slice(0, MOST_TERMS);
      const [vector] = embeddings ? await embeddings.embed([asked], signal) : [];
      const embedding = vector && toEmbedding(embeddings, vector);
      const lookedUp = await store.lookUp({ audiences, types, terms, embedding, each: Math.max(EACH, 2 * limit) });
      const relevance = computeRelevance(lookedUp, vector !== undefined);
      const best = new Map<string, KnowledgeHit>();
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

    async renew(audience, signal) {
      if (!embeddings) return 0;
      let renewed = 0;
      for (;;) {
        signal.throwIfAborted();
        const chunks = await store.outdated(audience, embeddings.id, AT_ONCE);
        if (chunks.length === 0) return renewed;
        const vectors = await embeddings.embed(
          chunks.map(({ title, text }) => joinTitle(title, text)),
          signal,
        );
        const made = chunks.flatMap(({ n }, at) => {
          const vector = vectors[at];
          return vector ? [{ n, ...toEmbedding(embeddings, vector) }] : [];
        });
        await store.renew(audience, made);
        renewed += made.length;
      }
    },

    async condition() {
      const { vectors, reason } = await store.condition();
      if (!embeddings) return { meaning: false, words: true, reason: 'no embeddings are set up' };
      return { meaning: vectors, words: true, ...(reason !== undefined && { reason }) };
    },

    close: () => store.close(),
  };
}

/** What a chunk means, it means under its title. */
const joinTitle = (title: string, text: string): string => `${title}\n${text}`;

const toEmbedding = (embeddings: EmbeddingModel | undefined, vector: Float32Array): EmbeddingVector => ({
  ...{ by: embeddings?.id ?? '', vector },
});

function asFound(
  { audience, type, id, title, at, chunk, from, to, text }: ChunkCandidate,
  score: number,
): KnowledgeHit {
  const relevance = Math.round(score * 1_000) / 1_000;
  return { audience, type, id, title, at, relevance, citation: { chunk, from, to, text } };
}
