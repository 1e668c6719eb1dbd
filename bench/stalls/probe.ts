/** A thread that asks for the health, decides an approval and stops everything each 50 ms, and measures the answers. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

import type { BenchAccess } from './server.ts';

/** One answer: what was asked, when by the clock of the process, and how long it took in milliseconds. */
export interface ProbeAnswer {
  readonly what: 'health' | 'decision' | 'stop';
  readonly at: number;
  readonly ms: number;
}

const EVERY_MS = 50;
const access = workerData as BenchAccess;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function ask(path: string, token: string, json?: unknown): Promise<Record<string, unknown>> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(path, access.url),
      { agent, headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer
          .on('error', reject)
          .on('end', () => resolve((text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>));
      },
    );
    asking.on('error', reject).end(body);
  });
}

async function timed(what: ProbeAnswer['what'], work: () => Promise<unknown>): Promise<void> {
  const at = Date.now();
  const began = performance.now();
  await work();
  parentPort?.postMessage({ what, at, ms: performance.now() - began } satisfies ProbeAnswer);
}

let turn = 0;

/** A call that waits for a person, and the decision about it. No call is the same as an earlier one, which would get its outcome. */
async function decide(): Promise<void> {
  turn += 1;
  const user = access.deciding[turn % access.deciding.length];
  if (!user) return;
  const args = { path: 'kept.txt', content: `Change ${turn}` };
  const called = await ask('/api/calls', user.agent, { tool: 'write_file', args, preset: 'workspace' });
  const approval = called['approval'] as { id: string } | undefined;
  if (approval) await timed('decision', () => ask(`/api/approvals/${approval.id}`, user.person, { decision: 'deny' }));
}

async function stop(): Promise<void> {
  await timed('stop', () => ask('/api/stop-all', access.stopping, {}));
  await ask('/api/stop-all', access.stopping, { lift: true });
}

const timers = [() => timed('health', () => ask('/healthz', access.person)), decide, stop].map((probe) =>
  setInterval(() => void probe().catch(() => undefined), EVERY_MS),
);
parentPort?.on('message', () => {
  timers.forEach(clearInterval);
  agent.destroy();
  parentPort?.close();
});
