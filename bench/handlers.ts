/** What it costs to run a handler in a process of its own: the first call, one with a process kept ready, and the next. */
import { setTimeout as wait } from 'node:timers/promises';

import { HandlerPool } from '../src/connectors/authored-tools/handler-pool.ts';
import type { HandlerCode } from '../src/ports/handler-host.ts';
import { table } from './support/rounds.ts';

const ROUNDS = 20;
const CALLS = 1_000;
const source = 'export async function execute({ args }) { return { ok: true, data: args }; }';
const code = (id: string): HandlerCode => ({ id, entry: 'a/handler.js', modules: { 'a/handler.js': source } });

async function timed(pool: HandlerPool, id: string): Promise<number> {
  const began = performance.now();
  await pool.run({
    code: code(id),
    args: { name: 'Ada' },
    context: {
      clientId: 'bench',
      tool: { id: 'a', version: '1.0.0', idempotent: true },
      session: { isActive: true, toolsVersion: 'v', state: {} },
      isVoiceActive: false,
      services: {},
    },
    signal: AbortSignal.timeout(60_000),
    send: async () => undefined,
    ask: () => Promise.reject(new Error('nobody is there')),
    note: () => undefined,
  });
  return performance.now() - began;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(spare: boolean, ids: (round: number) => string, rounds: number): Promise<number> {
  const pool = new HandlerPool({ printed: () => undefined, spare });
  const times: number[] = [];
  if (ids(0) === ids(1)) await timed(pool, ids(0));
  for (let round = 0; round < rounds; round += 1) {
    if (spare) await wait(300);
    times.push(await timed(pool, ids(round)));
  }
  await pool.close();
  return median(times);
}

const figure = (ms: number): string => `${ms.toFixed(2)} ms`;
table([
  {
    measure: 'first call of a tool, median',
    figure: figure(await measure(false, String, ROUNDS)),
    goal: 'under 200 ms',
  },
  {
    measure: 'first call, a process kept ready',
    figure: figure(await measure(true, String, ROUNDS)),
    goal: 'under 50 ms',
  },
  {
    measure: 'every further call, median',
    figure: figure(await measure(false, () => 'same', CALLS)),
    goal: 'under 2 ms',
  },
]);
