/** Tools of every risk and temper, over a small world that remembers what was really done to it. */
import { z } from 'zod';

import { DeputizeError, defineTool, type Tool } from '../../../src/core/index.ts';

export interface World {
  /** Every effect that took place, in order. */
  readonly effects: string[];
  /** What previews are computed from. */
  version: number;
}

const text = z.strictObject({ text: z.string() });
const done = z.strictObject({ done: z.string() });

export function sampleTools(world: World): Tool[] {
  const act = (what: string) => {
    world.effects.push(what);
    return { done: what };
  };
  return [
    defineTool({
      name: 'look',
      description: 'Looks.',
      input: text,
      output: done,
      risk: 'low',
      run: ({ text: what }) => act(`look ${what}`),
    }),
    defineTool({
      name: 'note',
      description: 'Writes a note.',
      input: text,
      output: done,
      risk: 'medium',
      sideEffects: 'writes',
      run: ({ text: what }) => act(`note ${what}`),
    }),
    defineTool({
      name: 'send',
      version: '2.1.0',
      title: 'Send a message',
      description: 'Sends a message.',
      input: z.strictObject({ to: z.array(z.email()).min(1), body: z.string().max(1_000) }),
      output: done,
      risk: 'high',
      sideEffects: 'writes',
      facts: ({ to }) => ({ effect: 'send', recipients: to }),
      preview: ({ to, body }) => ({
        title: `Message to ${to.join(', ')}`,
        parts: [{ kind: 'text', label: 'Body', text: body }],
        state: `version ${world.version}`,
      }),
      run: ({ to, body }) => act(`send ${to.join(',')}: ${body}`),
    }),
    defineTool({
      name: 'wipe',
      description: 'Wipes.',
      input: z.strictObject({ disk: z.string() }),
      output: done,
      risk: 'high',
      sideEffects: 'writes',
      confirmation: 'always',
      grants: false,
      run: ({ disk }) => act(`wipe ${disk}`),
    }),
    defineTool({
      name: 'replace',
      description: 'Destroys only when asked to.',
      input: z.strictObject({ over: z.boolean() }),
      output: done,
      risk: 'low',
      sideEffects: 'writes',
      confirmation: 'if_destructive',
      facts: ({ over }) => ({ effect: 'write', destructive: over }),
      run: ({ over }) => act(`replace ${over}`),
    }),
    defineTool({
      name: 'any',
      description: 'Takes any object.',
      input: z.record(z.string(), z.unknown()),
      output: z.unknown(),
      risk: 'low',
      run: () => act('any'),
    }),
    defineTool({
      name: 'login',
      description: 'Takes secrets.',
      input: z.strictObject({
        pin: z.string().meta({ secret: true }).nullable(),
        all: z.array(z.strictObject({ code: z.string().meta({ secret: true }) })),
        details: z.record(z.string(), z.string()),
        memo: z.string(),
      }),
      output: z.strictObject({ session: z.string() }),
      risk: 'medium',
      sideEffects: 'writes',
      run: ({ memo }) => {
        world.effects.push('login');
        if (memo.startsWith('fail ')) throw new DeputizeError('EXTERNAL_ERROR', `The server said: ${memo}`);
        return { session: memo };
      },
    }),
    defineTool({
      name: 'admin_only',
      description: 'For nobody here.',
      input: text,
      output: done,
      risk: 'low',
      permissions: ['super_user'],
      run: () => act('admin_only'),
    }),
    ...unrulyTools(world),
  ];
}

/** What a careless author might write. */
function unrulyTools(world: World): Tool[] {
  const shared = { description: 'Unruly.', input: z.strictObject({}), output: done, risk: 'low' } as const;
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  return [
    defineTool({
      ...shared,
      name: 'throws',
      sideEffects: 'writes',
      run: () => {
        world.effects.push('throws');
        throw new Error('cannot open /srv/private/ledger.db with password=hunter22');
      },
    }),
    defineTool({
      ...shared,
      name: 'throws_text',
      run: () => Promise.reject('at /srv/private/x.ts:12'),
    }),
    defineTool({ ...shared, name: 'hangs', timeoutMs: 100, run: () => new Promise<never>(() => undefined) }),
    defineTool({ ...shared, name: 'wrong_shape', run: () => ({ done: 7 }) as unknown as { done: string } }),
    defineTool({ ...shared, name: 'says_too_much', run: () => ({ done: 'x', path: '/srv/private' }) }),
    defineTool({ ...shared, name: 'cyclic', output: z.unknown(), run: () => cycle }),
    defineTool({ ...shared, name: 'big_number', output: z.unknown(), run: () => ({ n: 10n }) }),
    defineTool({
      ...shared,
      name: 'facts_throw',
      facts: () => {
        throw new Error('secret place /srv/private');
      },
      run: () => ({ done: String(world.effects.push('facts_throw')) }),
    }),
    defineTool({
      ...shared,
      name: 'facts_hang',
      facts: () => new Promise<never>(() => undefined),
      run: () => ({ done: String(world.effects.push('facts_hang')) }),
    }),
    defineTool({
      ...shared,
      name: 'preview_throws',
      risk: 'high',
      preview: () => {
        throw new Error('secret place /srv/private');
      },
      run: () => ({ done: String(world.effects.push('preview_throws')) }),
    }),
    defineTool({
      ...shared,
      name: 'big',
      output: z.strictObject({ lines: z.array(z.string()).min(1), note: z.string(), count: z.int() }),
      run: () => ({
        lines: Array.from({ length: 3_000 }, (_, at) => `line ${at} 😀`),
        note: 'n'.repeat(5_000),
        count: 3_000,
      }),
    }),
  ];
}

/** Rules beside the base ones, as an application would add them. */
export const SAMPLE_POLICY = `
@id("never-to-the-press")
@reason("Nothing is sent to the press.")
forbid (principal, action == Action::"call", resource)
when { context.facts.recipients.contains("tips@press.example") };
`;
