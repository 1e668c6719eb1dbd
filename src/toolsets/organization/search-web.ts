/** The web, by the engine that is set up. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

export const searchWeb = defineTool({
  name: 'search_web',
  title: 'Search the web',
  description: 'Search the web for current information, news, or recent developments.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(400).describe('Search query'),
    maxResults: z.int().min(1).max(20).default(5).describe('Max results'),
  }),
  output: z.strictObject({
    query: z.string(),
    results: z.array(
      z.strictObject({ title: z.string(), url: z.string(), content: z.string(), score: z.number().min(0).max(1) }),
    ),
    /** Only where the engine gives one. */
    answer: z.string().optional(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  latencyBudgetMs: 5_000,
  labels: { untrusted: true, sendsOut: true },
  needs: ['webSearch'],

  facts: (_, { webSearch }) => ({ effect: 'read', hosts: [webSearch.provider] }),

  preview: ({ query, maxResults }, { webSearch }) => ({
    title: `Search the web by ${webSearch.provider}`,
    parts: [{ kind: 'text', label: `Query, for ${maxResults} results`, text: query }],
  }),

  run: async ({ query, maxResults }, { webSearch, signal }) => {
    const found = await webSearch.search(query, { numResults: maxResults, signal });
    const results = found.map(({ title, url, snippet, score }, place) => ({
      // Engines that give no score still give an order.
      ...{ title, url, content: snippet, score: score ?? 1 / (place + 1) },
    }));
    return { query, results };
  },
});
