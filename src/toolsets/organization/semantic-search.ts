/** Mails, files and conversations by what they mean. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

const type = z.enum(['email', 'file', 'conversation']);
const PREVIEW = 400;

export const semanticSearch = defineTool({
  name: 'semantic_search',
  title: 'Search by meaning',
  description: 'Search the mails, files and conversations by what they mean, also where they use other words.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(2_000).describe('Natural language search query'),
    types: z.array(type).min(1).max(3).optional().describe('Where to look; everywhere by default'),
    limit: z.int().min(1).max(100).default(20).describe('Max results'),
    threshold: z.number().min(0).max(1).default(0.7).describe('How relevant results must be at least, from 0 to 1'),
  }),
  output: z.strictObject({
    results: z.array(
      z.strictObject({
        id: z.string(),
        type,
        title: z.string(),
        preview: z.string(),
        relevanceScore: z.number().min(0).max(1),
        source: z.strictObject({
          id: z.string(),
          type,
          subject: z.string(),
          /** Which part of its text it is, and from which to which character. */
          chunk: z.int(),
          from: z.int(),
          to: z.int(),
        }),
      }),
    ),
    total: z.int(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['knowledge'],

  run: async ({ query, types, limit, threshold }, { knowledge, signal }) => {
    const question = { text: query, limit, threshold, ...(types && { types }) };
    const { found, total } = await knowledge.search(question, signal);
    const results = found.map(({ id, type: kind, title, relevance, citation: { chunk, from, to, text } }) => ({
      ...{ id, type: kind, title, preview: text.slice(0, PREVIEW).toWellFormed(), relevanceScore: relevance },
      source: { id, type: kind, subject: title, chunk, from, to },
    }));
    return { results, total };
  },
});
