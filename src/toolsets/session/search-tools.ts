/** Finds tools by what is to be done, for a model that cannot be given all of them. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

export const searchTools = defineTool({
  name: 'search_tools',
  title: 'Find tools',
  description:
    'Finds tools by what you want done. Name the action and the kind of thing in a few plain words, such as "convert a currency"; the likeliest tool comes first.',
  summary: 'Finds tools by what you want done.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(500).describe('What you want done'),
    limit: z.int().min(1).max(20).default(5),
  }),
  output: z.strictObject({
    tools: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        summary: z.string(),
        risk: z.enum(['low', 'medium', 'high', 'computed']),
      }),
    ),
    total: z.int(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  category: 'utility',
  offered: 'when_partial',
  needs: ['catalogue'],
  run: ({ query, limit }, { catalogue }) => catalogue.search(query, limit),
});
