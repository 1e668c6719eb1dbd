/** Searches the web by the engine that is set up. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

export const webSearch = defineTool({
  name: 'web_search',
  title: 'Search the web',
  description: 'Search the web and get titles, addresses and snippets. Read a page itself with web_fetch.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(400),
    numResults: z.int().min(1).max(20).default(5),
  }),
  output: z.strictObject({
    results: z.array(z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() })),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  latencyBudgetMs: 5_000,
  labels: { untrusted: true, sendsOut: true },
  needs: ['webSearch'],

  facts: (_, { webSearch: engine }) => ({ effect: 'read', hosts: [engine.provider] }),

  preview: ({ query, numResults }, { webSearch: engine }) => ({
    title: `Search the web by ${engine.provider}`,
    parts: [{ kind: 'text', label: `Query, for ${numResults} results`, text: query }],
  }),

  run: async ({ query, numResults }, { webSearch: engine, signal }) => ({
    results: (await engine.search(query, { numResults, signal })).map(({ title, url, snippet }) => ({
      title,
      url,
      snippet,
    })),
  }),
});
