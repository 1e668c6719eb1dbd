/** A whole offer of tools for each provider. */
import { expect, test } from 'vitest';
import { z } from 'zod';

import { defineTool } from '../define-tool.ts';
import { providerNames, toProvider } from './providers.ts';

const tool = (name: string) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    input: z.strictObject({ path: z.string().min(3), depth: z.int().optional() }),
    output: z.strictObject({ ok: z.boolean() }),
    risk: 'low',
    run: () => ({ ok: true }),
  });
const offer = [tool('files.read'), tool('files_read'), tool('files__read')];

test.each(providerNames)('%s takes every tool under a unique name that leads back', (provider) => {
  const { tools, names } = toProvider(provider, offer);
  expect(tools).toHaveLength(3);
  expect(Object.values(names)).toEqual(offer.map(({ name }) => name));
  for (const wire of Object.keys(names)) {
    expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(JSON.stringify(tools)).toContain(`"name":"${wire}"`);
  }
});

test('says for each tool what a strict form loses, and where', () => {
  const { warnings } = toProvider('openai-strict', offer.slice(0, 1));
  expect(warnings).toContainEqual({
    tool: 'files.read',
    path: '/properties/path',
    lost: expect.stringContaining('minLength'),
  });
});

test('refuses a format that does not exist and names those that do', () => {
  expect(() => toProvider('__proto__', offer)).toThrow(/openai, openai-strict/);
});
