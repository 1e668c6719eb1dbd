/** What the core must do wherever it runs: the same few steps on every platform. */
import { describe, expect, test } from 'vitest';

import type { AuditRecord, Outcome } from '../../src/core/index.ts';

/** One step of the scenario, as it travels to where the runtime runs. */
export type Step =
  | { readonly do: 'call'; readonly tool: string; readonly args: unknown; readonly callId?: string }
  | { readonly do: 'list' }
  | {
      readonly do: 'decide';
      readonly id: string;
      readonly decision: 'approve' | 'deny';
      readonly as: 'person' | 'agent';
    }
  | { readonly do: 'outcome'; readonly callId: string }
  | { readonly do: 'verify' }
  | { readonly do: 'audit' };

export interface Platform {
  /** The answer of a step, or `{ thrown: code }`. */
  step(step: Step): Promise<unknown>;
}

export function describeRuntime(name: string, open: () => Promise<Platform>): void {
  describe(`the runtime on ${name}`, () => {
    let platform: Promise<Platform> | undefined;
    const step = async <T = Outcome>(one: Step): Promise<T> => (await (platform ??= open())).step(one) as Promise<T>;
    const call = (tool: string, args: unknown, callId?: string) =>
      step({ do: 'call', tool, args, ...(callId === undefined ? {} : { callId }) });

    test('runs what is low risk, once for each id', async () => {
      const outcome = await call('greet', { name: 'Ann' }, 'g1');
      expect(outcome).toMatchObject({
        state: 'ok',
        callId: 'g1',
        decision: { effect: 'allow', rule: 'low-risk-runs' },
        value: { text: 'Hello Ann', times: 1 },
      });
      expect(await call('greet', { name: 'Ann' }, 'g1')).toEqual(outcome);
      expect(await call('greet', { name: 'Ann' })).toMatchObject({ value: { times: 2 } });
    });

    test('refuses what is malformed', async () => {
      expect(await call('greet', { name: 7 })).toMatchObject({
        state: 'refused',
        error: { code: 'INVALID_ARGUMENTS' },
      });
      expect(await call('__proto__', {})).toMatchObject({ state: 'refused', error: { code: 'UNKNOWN_TOOL' } });
    });

    test('finds a tool by what it does', async () => {
      expect(await call('search_tools', { query: 'greeting somebody' })).toMatchObject({
        state: 'ok',
        value: { tools: [{ name: 'greet' }], total: 1 },
      });
    });

    test('asks about what is high risk, and runs it when a person approves', async () => {
      const pending = await call('launch', { target: 'moon' }, 'l1');
      if (pending.state !== 'pending') throw new Error(pending.state);
      const { id } = pending.approval;
      expect(await step({ do: 'list' })).toMatchObject([
        { id, args: { target: 'moon' }, preview: { title: 'launch' } },
      ]);
      expect(await step({ do: 'decide', id, decision: 'approve', as: 'agent' })).toEqual({ thrown: 'FORBIDDEN' });
      expect(await step({ do: 'outcome', callId: 'l1' })).toMatchObject({ state: 'pending' });
      expect(await step({ do: 'decide', id, decision: 'approve', as: 'person' })).toMatchObject({
        outcome: { state: 'ok', value: { launched: 'moon', times: 1 } },
        confirmToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      });
      expect(await step({ do: 'decide', id, decision: 'deny', as: 'person' })).toEqual({ thrown: 'ALREADY_DECIDED' });
      expect(await step({ do: 'outcome', callId: 'l1' })).toMatchObject({ state: 'ok', value: { times: 1 } });
      expect(await call('launch', { target: 'moon' }, 'l1')).toMatchObject({ state: 'ok', value: { times: 1 } });
    });

    test('does not run what a person denies', async () => {
      const pending = await call('launch', { target: 'mars' }, 'l2');
      if (pending.state !== 'pending') throw new Error(pending.state);
      await step({ do: 'decide', id: pending.approval.id, decision: 'deny', as: 'person' });
      expect(await step({ do: 'outcome', callId: 'l2' })).toMatchObject({
        state: 'refused',
        error: { code: 'DENIED' },
      });
    });

    test('cuts a long result and keeps the whole', async () => {
      const outcome = await call('greet', { name: 'x'.repeat(100_000) }, 'long');
      expect(outcome).toMatchObject({ state: 'ok', truncated: { parts: [{ path: '/text', total: 100_006 }] } });
    });

    test('records all of it in a chain that holds', async () => {
      const records = await step<AuditRecord[]>({ do: 'audit' });
      const kinds = (callId: string) => records.filter((record) => record.callId === callId).map(({ kind }) => kind);
      expect(kinds('g1')).toEqual(['call.started', 'call.ended']);
      expect(kinds('l1')).toEqual(['approval.requested', 'approval.approved', 'call.started', 'call.ended']);
      expect(kinds('l2')).toEqual(['approval.requested', 'approval.denied']);
      expect(await step({ do: 'verify' })).toMatchObject({ ok: true, records: records.length, checkpoints: 1 });
    });
  });
}
