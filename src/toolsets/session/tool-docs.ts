/** Returns the documentation of tools. In a conversation this also loads the tools. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

export const toolDocs = defineTool({
  name: 'tool_docs',
  title: 'Read about tools',
  description:
    'Returns how tools are used: what they do, their arguments as a JSON Schema, their risk, and whether a person is asked first. Tools that you read about can be called from then on.',
  summary: 'Returns how tools are used and loads them, by name.',
  input: z.strictObject({
    names: z.array(z.string().min(1).max(128)).min(1).max(10),
  }),
  output: z.strictObject({
    tools: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        documentation: z.string(),
        inputSchema: z.record(z.string(), z.unknown()),
        risk: z.enum(['low', 'medium', 'high', 'computed']),
        asks: z.enum(['never', 'sometimes', 'always']),
      }),
    ),
    unknown: z.array(z.string()),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  category: 'utility',
  offered: 'when_brief',
  needs: ['catalogue'],
  facts: ({ names }) => ({ effect: 'read', targets: names }),
  run: ({ names }, { catalogue }) => catalogue.read(names),
});
