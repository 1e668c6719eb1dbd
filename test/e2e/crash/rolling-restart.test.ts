/** Nodes are stopped and started one after another under load: every call is answered, and none runs twice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { createDeputize, defineTool } from '../../../src/app/library.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { callSomewhere, openNodes, type Answered, type Nodes } from '../../support/processes/nodes.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const [, postgres] = bothDatabases();
let database: string;
let nodes: Nodes;
let token: string;
beforeAll(async () => {
  database = (await postgres?.place())?.postgres ?? '';
  nodes = await openNodes(database, { presets: ['workspace'] });
  token = String((await nodes.command('token', 'create', '--scope', 'person'))['token']);
});
afterAll(() => nodes[Symbol.asyncDispose]());

/** Appends one line to a file, after a while. A call that runs twice writes two lines. */
const effect = (id: string, seconds = 0.1) => ({
  tool: 'run_code',
  args: { language: 'python', code: `import time; time.sleep(${seconds}); open('effects.txt', 'a').write('${id}\\n')` },
});

async function startedTwice(): Promise<unknown[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select call_id from audit where kind in ('call.started', 'runtime.recovered') and call_id is not null group by call_id having count(*) > 1`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

describe('O9, R9: a rolling restart', () => {
  test.each([2, 3])('of %i nodes answers every call, and runs none twice', async (count) => {
    while (nodes.running.length < count) await nodes.start();
    let isOver = false;
    const answers: Answered[] = [];
    const wrote: string[] = [];
    const lane = async (lane: number): Promise<void> => {
      for (let at = 0; !isOver; at += 1) {
        const callId = `restart-${count}-${lane}-${at}`;
        const writes = lane === 0;
        const request = writes ? effect(callId) : { tool: 'list_directory', args: { path: '.' } };
        if (writes) wrote.push(callId);
        answers.push(await callSomewhere(nodes.running, token, { callId, ...request }, lane + at));
      }
    };
    const load = Promise.all([0, 1, 2, 3].map(lane));
    await pause(300);
    for (let at = 0; at < count; at += 1) {
      await nodes.replace(0, 'stop');
      await pause(300);
    }
    isOver = true;
    await load;
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ state }) => state !== 'ok')).toEqual([]);
    const lines = readFileSync(join(nodes.workspace, 'effects.txt'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.startsWith(`restart-${count}-`)).toSorted()).toEqual(wrote.toSorted());
    expect(await startedTwice()).toEqual([]);
  });

  test('asks clients to reconnect, after their open requests are answered', async () => {
    const node = nodes.running[0] ?? (await nodes.start());
    const open = () =>
      new WebSocket(`${node.url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } });
    const [idle, busy] = [open(), open()];
    const ended = (line: WebSocket) => new Promise<number>((resolve) => line.on('close', resolve));
    const closed = [idle, busy].map(ended);
    const answer = new Promise<Record<string, unknown>>((resolve) =>
      busy.on('message', (text: Buffer) => {
        const message = JSON.parse(text.toString()) as Record<string, unknown>;
        if (message['type'] === 'ready')
          busy.send(JSON.stringify({ type: 'tool.execute', requestId: 'r', ...effect('line', 3) }));
        if (message['requestId'] === 'r') resolve(message);
      }),
    );
    await vi.waitFor(async () => {
      const { calls } = (await (
        await fetch(`${node.url}/api/calls?state=running`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { calls: unknown[] };
      if (calls.length === 0) throw new Error('not yet');
    }, 20_000);
    const stopping = nodes.replace(0, 'stop');
    expect(await answer).toMatchObject({ type: 'tool.results', results: [{ state: 'ok' }] });
    expect(await Promise.all(closed)).toEqual([1012, 1012]);
    await stopping;
  });
});

test('O9, R9: what does not end in time is left to another node where it is safe to run again, and ended otherwise', async () => {
  const place = await postgres?.place();
  if (!place) throw new Error('no database');
  const runs: string[] = [];
  const waiting = (name: string, idempotent: boolean, isPatient: () => boolean) =>
    defineTool({
      name,
      description: 'Waits until it is told to stop, the first time.',
      input: z.strictObject({}),
      output: z.strictObject({ done: z.boolean() }),
      ...{ risk: 'low', sideEffects: 'writes', idempotent },
      run: async (_, { signal }) => {
        runs.push(name);
        if (isPatient())
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
          );
        return { done: true };
      },
    });
  const open = (isPatient: boolean) =>
    createDeputize({
      ...{
        data: place.data,
        ...(place.postgres === undefined ? {} : { postgres: place.postgres }),
        log: () => undefined,
      },
      tools: [waiting('again', true, () => isPatient), waiting('once', false, () => isPatient)],
    });
  const [leaving, staying] = [await open(true), await open(false)];
  const first = leaving.call('again', {}, { callId: 'again' });
  await vi.waitFor(() => expect(runs).toEqual(['again']));
  const calls = [first, leaving.call('once', {}, { callId: 'once' })];
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  await leaving.runtime.settle(50);
  await leaving.runtime.drain(true);
  await leaving.close();
  const [again, once] = await Promise.all(calls);
  expect(again?.outcome).toMatchObject({ state: 'unknown', error: { code: 'OUTCOME_UNKNOWN' } });
  expect(once?.outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED', partialSideEffects: true } });
  await staying.runtime.tick();
  const taken = await staying.call('again', {}, { callId: 'again' });
  expect(taken.outcome).toMatchObject({ state: 'ok', value: { done: true } });
  expect((await staying.call('once', {}, { callId: 'once' })).outcome).toMatchObject({ state: 'failed' });
  expect(runs).toEqual(['again', 'once', 'again']);
  await staying.close();
});
