/** Finding tools and reading about them, as a model does it: through the executor, and never beyond what one may be offered. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { defineTool, type Preset, type Tool } from '../../../src/core/index.ts';
import { openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

interface Found {
  readonly tools: readonly { name: string; title: string; summary: string; risk: string }[];
  readonly total: number;
}
interface Docs {
  readonly tools: readonly Record<string, unknown>[];
  readonly unknown: readonly string[];
}

const plain = (name: string, description: string, modes: Tool['modes'] = ['text', 'voice']): Tool =>
  defineTool({
    ...{ name, description, modes },
    input: z.strictObject({}),
    output: z.strictObject({}),
    risk: 'low',
    run: () => ({}),
  });
const other: Preset = { name: 'other', description: 'Its tools come and go.', policy: '', tools: [] };
const bring = (...tools: readonly Tool[]): void =>
  sample.deputize.runtime.registry.replace({ preset: 'other', name: 'live', tools, version: '' });

let sample: Sample;
beforeEach(async () => {
  sample = await openSample({ presets: [other] });
  bring(plain('water_plants', 'Waters the plants.'));
});
afterEach(() => sample[Symbol.asyncDispose]());

async function value<T>(tool: string, args: unknown, preset = 'app'): Promise<T> {
  const outcome = await sample.call(tool, args, { preset });
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value as T;
}
const search = (query: string, more = {}, preset = 'app') => value<Found>('search_tools', { query, ...more }, preset);
const docs = (names: string[], preset = 'app') => value<Docs>('tool_docs', { names }, preset);
const switchTo = (pattern: string, setting: 'off' | 'ask') =>
  sample.deputize.runtime.changeSetting('user', 'owner', pattern, setting, sample.person);

describe('R1, R15: search_tools', () => {
  test('answers the tools that fit, the likeliest first', async () => {
    expect((await search('send a message to somebody')).tools[0]).toEqual({
      name: 'send',
      title: 'Send a message',
      summary: 'Sends a message.',
      risk: 'high',
    });
  });

  test('answers at most as many as were asked for, and says how many there are', async () => {
    const { tools, total } = await search('unruly', { limit: 2 });
    expect(tools).toHaveLength(2);
    expect(total).toBeGreaterThan(5);
    expect((await search('unruly')).tools).toHaveLength(5);
  });

  test.each([[{ query: '' }], [{ query: 'x'.repeat(501) }], [{ query: 'x', limit: 21 }], [{ query: 'x', limit: 0 }]])(
    'R2: refuses %j',
    async (args) => {
      expect(await sample.refused('search_tools', args)).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
    },
  );

  test('finds nothing where nothing fits', async () => {
    expect(await search('zzzzzz qqqqqq')).toEqual({ tools: [], total: 0 });
  });

  test('is decided and recorded as every call', async () => {
    const outcome = await sample.call('search_tools', { query: 'look' });
    const [first] = await sample.audit(outcome.callId);
    expect(first?.body).toMatchObject({ tool: 'search_tools', decision: { effect: 'allow' } });
  });
});

describe('R1, R15: tool_docs', () => {
  test('returns what is needed to call a tool', async () => {
    const { tools, unknown } = await docs(['send', 'no_such_tool']);
    expect(tools).toEqual([
      {
        name: 'send',
        description: 'Sends a message.',
        documentation: '',
        inputSchema: expect.objectContaining({ type: 'object', required: ['to', 'body'] }),
        risk: 'high',
        asks: 'always',
      },
    ]);
    expect(unknown).toEqual(['no_such_tool']);
  });

  test.each([
    ['look', 'never'],
    ['note', 'never'],
    ['replace', 'sometimes'],
    ['send', 'always'],
    ['wipe', 'always'],
  ])('says that %s asks a person %s', async (name, asks) => {
    expect((await docs([name])).tools).toMatchObject([{ name, asks }]);
  });

  test('R16: says that a tool asks which the settings made to', async () => {
    await switchTo('note', 'ask');
    expect((await docs(['note'])).tools).toMatchObject([{ asks: 'always' }]);
  });

  test('answers a name once, and names that no object should be asked for as unknown', async () => {
    const { tools, unknown } = await docs(['look', 'look', '__proto__', 'constructor']);
    expect(tools.map(({ name }) => name)).toEqual(['look']);
    expect(unknown).toEqual(['__proto__', 'constructor']);
  });

  test('its own documentation can be read, and is that of the tool', async () => {
    const { tools } = await docs(['search_tools', 'tool_docs']);
    expect(tools.map(({ documentation }) => String(documentation).split('\n')[0])).toEqual([
      '# Find tools',
      '# Read about tools',
    ]);
  });

  test('R2: refuses no name and more than ten', async () => {
    for (const names of [[], Array.from({ length: 11 }, (_, at) => `n${at}`)])
      expect(await sample.refused('tool_docs', { names })).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
  });
});

describe('R16: what a caller cannot be offered', () => {
  test('a tool that is switched off is neither found nor documented', async () => {
    expect((await search('send a message')).tools.map(({ name }) => name)).toContain('send');
    const before = (await search('send a message')).total;
    await switchTo('send', 'off');
    const { tools, total } = await search('send a message');
    expect(tools.map(({ name }) => name)).not.toContain('send');
    expect(total).toBe(before - 1);
    expect(await docs(['send', 'nothing'])).toEqual({ tools: [], unknown: ['send', 'nothing'] });
  });

  test('a tool that needs another role is not there', async () => {
    expect((await search('for nobody here')).tools.map(({ name }) => name)).not.toContain('admin_only');
    expect((await docs(['admin_only'])).unknown).toEqual(['admin_only']);
  });

  test('a tool of another preset is not there', async () => {
    expect(await search('water the plants')).toEqual({ tools: [], total: 0 });
    expect((await docs(['water_plants'])).unknown).toEqual(['water_plants']);
    expect((await search('water the plants', {}, 'other')).tools).toMatchObject([{ name: 'water_plants' }]);
    expect((await search('send a message', {}, 'other')).total).toBe(0);
  });

  test('a tool of another mode is not there', async () => {
    bring(plain('hang_up', 'Hangs up the phone.', ['voice']), plain('hang_picture', 'Hangs up a picture.'));
    expect((await search('hang up', {}, 'other')).tools.map(({ name }) => name)).toEqual(['hang_picture']);
    expect((await docs(['hang_up'], 'other')).unknown).toEqual(['hang_up']);
  });

  test('the searching itself can be switched off', async () => {
    await switchTo('search_tools', 'off');
    expect(await sample.refused('search_tools', { query: 'x' })).toMatchObject({ decision: { rule: 'switched-off' } });
  });
});

test('tools that arrive or leave while it runs are found, or no longer', async () => {
  expect((await search('mow the lawn', {}, 'other')).total).toBe(0);
  bring(plain('water_plants', 'Waters the plants.'), plain('mow_lawn', 'Mows the lawn.'));
  expect((await search('mow the lawn', {}, 'other')).tools).toMatchObject([{ name: 'mow_lawn' }]);
  bring();
  expect((await search('mow the lawn', {}, 'other')).total).toBe(0);
});

describe('R15: the offer to a model', () => {
  const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);
  const offer = (loaded: readonly string[], budget: number) =>
    sample.deputize.runtime.catalogue.offer(
      { principal: sample.agent, preset: 'app', mode: 'text' },
      new Set(loaded),
      budget,
    );

  test('holds every tool that may be offered, and nothing to search with, while that is cheap', async () => {
    const { tools, isPartial, lines } = await offer([], 100_000);
    expect(isPartial).toBe(false);
    expect(names(tools)).toEqual(expect.arrayContaining(['look', 'send', 'read_result']));
    expect(names(tools)).not.toContain('search_tools');
    expect(names(tools)).not.toContain('admin_only');
    expect(lines).toContain('- send: Sends a message.');
  });

  test('holds the means to find them above the budget, and what was loaded', async () => {
    const { tools, isPartial } = await offer(['send', 'admin_only'], 1_200);
    expect(isPartial).toBe(true);
    expect(names(tools)).toEqual(['search_tools', 'tool_docs', 'read_result', 'send']);
  });

  test('R16: what is switched off is not in it, though it was loaded', async () => {
    await switchTo('send', 'off');
    const { tools, lines } = await offer(['send', 'note'], 1_200);
    expect(names(tools)).toEqual(['search_tools', 'tool_docs', 'read_result', 'note']);
    expect(lines).not.toMatch(/\bsend\b/);
  });
});

test('a preset cannot define a tool under the name of one that every preset has', async () => {
  const shadow = plain('search_tools', 'Not the one you mean.');
  await expect(openSample({ tools: [shadow] })).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION' });
});
