/** Models of every provider at servers of this test, which are closed behind each of them. */
import { afterEach } from 'vitest';
import { z } from 'zod';

import { createModel } from '../../../src/agent/models/create-model.ts';
import type { ModelOptions, ModelProvider } from '../../../src/agent/models/provider.ts';
import { defineTool } from '../../../src/core/index.ts';

// Made up, and of no known form: what hides it must know it, not guess it.
export const KEY = 'quite-the-secret/0123+456';
export const open: { close(): Promise<void> }[] = [];
/** Closes the servers behind each test of this file. Each file calls it, so that files can share their modules. */
export function closeServersAfterEach(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
}

export const modelAt = (
  provider: ModelProvider,
  url: string,
  rest: Partial<ModelOptions> = {},
): ReturnType<typeof createModel> =>
  createModel({ name: 'main', provider, model: 'gpt-5', key: KEY, url, firstWaitMs: 1, ...rest });

export const tools = [
  defineTool({
    name: 'files.read',
    description: 'Reads a file.',
    input: z.strictObject({ path: z.string(), tags: z.array(z.string()).optional() }),
    output: z.strictObject({}),
    risk: 'low',
    run: () => ({}),
  }),
];
