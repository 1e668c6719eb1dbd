import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Tool } from './contract.ts';
import { defineTool } from './define-tool.ts';
import { Registry } from './registry.ts';

const tool = (name: string, description = name): Tool =>
  defineTool({
    name,
    description,
    input: z.strictObject({}),
    output: z.strictObject({}),
    risk: 'low',
    run: () => ({}),
  });
const preset = { name: 'p', description: '', tools: [tool('own')], policy: '' };
const named = (tools: readonly Tool[]) => tools.map(({ name }) => name);

test('tools of a source are listed beside the preset’s own, and are replaced as a whole', () => {
  const registry = new Registry([preset]);
  registry.replace({ preset: 'p', name: 'folder', tools: [tool('a'), tool('b')], version: '1' });
  registry.replace({ preset: 'p', name: 'server', tools: [tool('c')], version: '' });
  expect(named(registry.tools('p'))).toEqual(['own', 'a', 'b', 'c']);
  registry.replace({ preset: 'p', name: 'folder', tools: [tool('b')], version: '2' });
  expect(named(registry.tools('p'))).toEqual(['own', 'b', 'c']);
  expect(registry.find('p', 'a')).toBeUndefined();
});

test('the list stays the same object until it changes', () => {
  const registry = new Registry([preset]);
  const before = registry.tools('p');
  expect(registry.tools('p')).toBe(before);
  registry.replace({ preset: 'p', name: 'folder', tools: [], version: '' });
  expect(registry.tools('p')).not.toBe(before);
});

test('a name that is taken is refused, and everything stays as it was', () => {
  const registry = new Registry([preset]);
  registry.replace({ preset: 'p', name: 'folder', tools: [tool('a')], version: '1' });
  expect(() => registry.replace({ preset: 'p', name: 'folder', tools: [tool('own')], version: '2' })).toThrow(/twice/);
  expect(() => registry.replace({ preset: 'p', name: 'server', tools: [tool('a')], version: '' })).toThrow(/twice/);
  expect(named(registry.tools('p'))).toEqual(['own', 'a']);
});

test('a version that is held can be called until the last holder lets go', () => {
  const registry = new Registry([preset]);
  registry.replace({ preset: 'p', name: 'folder', tools: [tool('a', 'old')], version: '1' });
  const [first, second] = [registry.hold('p'), registry.hold('p')];
  registry.replace({ preset: 'p', name: 'folder', tools: [tool('a', 'new')], version: '2' });
  expect(registry.requireTool('p', 'a').description).toBe('new');
  expect(registry.requireTool('p', 'a', first.version).description).toBe('old');
  expect(named(first.tools)).toEqual(['own', 'a']);
  first.release();
  first.release();
  expect(registry.requireTool('p', 'a', first.version).description).toBe('old');
  second.release();
  expect(() => registry.requireTool('p', 'a', first.version)).toThrow(/have changed/);
});
