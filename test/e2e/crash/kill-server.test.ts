/** Kills the real server under requests, and holds what the next one answers against what the killed ones had answered. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';

import type { CallMessage, DecidedMessage, OutcomeMessage } from '../../../src/wire/messages.ts';
import { accessToken, ask, deputize, startServer, type RunningServer } from '../../support/processes/cli.ts';
import { chooseSeed, seededRandom, pickInteger } from '../../support/cases/seeded-random.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';

const KILLS = pickByTier({ sample: 4, full: 8, soak: 200 });
const LANES = 6;

interface Known {
  readonly tool: string;
  readonly args: { readonly path: string };
  acknowledged?: OutcomeMessage;
  /** Whether a decision was sent, and the answer to it. */
  deciding?: 'approve' | 'deny';
  decided?: DecidedMessage;
}

let folder: string;
let data: string;
let workspace: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-kill-server-'));
  data = join(folder, 'data');
  workspace = join(folder, 'workspace');
  mkdirSync(workspace);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`R9, R7, R10: ${KILLS} kills of the server keep every answer it gave`, { timeout: 900_000 }, async () => {
  const seed = chooseSeed();
  onTestFailed(() => console.error(`Repeat it with DEPUTIZE_SEED=${seed}`));
  const random = seededRandom(seed);
  const [agent, person] = [await accessToken(data, 'agent'), await accessToken(data, 'person')];
  const known = new Map<string, Known>();

  const step = async (url: string) => {
    const id = `call-${known.size + 1}`;
    const dice = random();
    const path = `${id}.txt`;
    if (dice < 0.3) await call(url, id, 'list_directory', { path: '.' });
    else if (dice < 0.65) await call(url, id, 'write_file', { path, content: id });
    else {
      writeFileSync(join(workspace, path), 'to be deleted');
      const asked = await call(url, id, 'delete_file', { path });
      if (random() < 0.6) await decide(url, id, asked.approval?.id ?? '', random() < 0.6 ? 'approve' : 'deny');
    }
  };
  const call = async (url: string, id: string, tool: string, args: Known['args'] & { content?: string }) => {
    const entry: Known = { tool, args };
    known.set(id, entry);
    const { body } = await ask<OutcomeMessage>(url, '/api/calls', agent, { tool, args, callId: id });
    entry.acknowledged = body;
    return body;
  };
  const decide = async (url: string, id: string, approval: string, decision: 'approve' | 'deny') => {
    const entry = known.get(id);
    if (!entry) throw new Error(`no call ${id}`);
    entry.deciding = decision;
    entry.decided = (await ask<DecidedMessage>(url, `/api/approvals/${approval}`, person, { decision })).body;
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer(data, workspace);
    const killed = new AbortController();
    const wanted = 1 + pickInteger(random, 30);
    let steps = 0;
    const enough = Promise.withResolvers<void>();
    const answered = () => {
      if ((steps += 1) >= wanted) enough.resolve();
    };
    const lane = async () => {
      // A request that dies with the server was never answered.
      while (!killed.signal.aborted)
        await step(server.url).then(answered, (error: unknown) => {
          if (!killed.signal.aborted && !(error instanceof TypeError)) throw error;
        });
    };
    const lanes = Promise.all(Array.from({ length: LANES }, lane));
    await Promise.race([enough.promise, lanes]);
    await pause(pickInteger(random, 30));
    killed.abort();
    await server.kill();
    await lanes;
  }

  const server = await startServer(data, workspace);
  try {
    await checkAll(server, { agent, person }, known);
  } finally {
    await server.stop();
  }
  const { code, stdout } = await deputize('audit', 'verify', '--data', data, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(code).toBe(0);
});

async function checkAll(
  { url }: RunningServer,
  { agent, person }: { agent: string; person: string },
  known: Map<string, Known>,
): Promise<void> {
  const running = () => ask<{ calls: CallMessage[] }>(url, '/api/calls?state=running', agent);
  await expect.poll(async () => (await running()).body.calls, { timeout: 10_000 }).toEqual([]);
  const waiting = await ask<{ approvals: { id: string; callId: string }[]; unknown: CallMessage[] }>(
    url,
    '/api/approvals',
    person,
  );
  const listedUnknown = new Set(waiting.body.unknown.map(({ callId }) => callId));
  const listedWaiting = new Set(waiting.body.approvals.map(({ callId }) => callId));
  const files = new Set(readdirSync(workspace));
  const faults: unknown[] = [];
  let answered = 0;
  for (const [id, { tool, args, acknowledged, deciding, decided }] of known) {
    const { status, body } = await ask<CallMessage>(url, `/api/calls/${id}`, agent);
    const state = status === 404 ? 'absent' : body.state;
    const promised = decided ?? (acknowledged?.state === 'pending' ? undefined : acknowledged);
    const { confirmToken: _token, offer: _offer, ...outcome } = (promised ?? {}) as DecidedMessage;
    if (promised) {
      answered += 1;
      if (JSON.stringify(body.outcome) !== JSON.stringify(outcome)) faults.push({ id, promised, body });
    } else if (!possible(tool, acknowledged, deciding).includes(state)) {
      faults.push({ id, state, acknowledged, deciding });
    }
    if (listedUnknown.has(id) !== (state === 'unknown')) faults.push({ id, state, listedUnknown });
    if (listedWaiting.has(id) !== (state === 'awaiting_approval')) faults.push({ id, state, listedWaiting });
    const isThere = files.has(args.path);
    if (tool === 'write_file' && state === 'ok' && readFileSync(join(workspace, args.path), 'utf8') !== id)
      faults.push({ id, state, wrong: 'content' });
    if (tool === 'write_file' && state === 'absent' && isThere) faults.push({ id, state, isThere });
    if (tool === 'delete_file' && state !== 'unknown' && isThere !== (state !== 'ok'))
      faults.push({ id, state, isThere });
  }
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(3 * KILLS);
  expect(known.size).toBeGreaterThan(answered);
}

function possible(tool: string, acknowledged: OutcomeMessage | undefined, deciding: Known['deciding']): string[] {
  if (tool === 'list_directory') return ['absent', 'ok'];
  if (tool === 'write_file') return ['absent', 'ok', 'unknown'];
  if (deciding === 'deny') return ['awaiting_approval', 'denied'];
  if (deciding === 'approve') return ['awaiting_approval', 'ok', 'unknown'];
  return acknowledged === undefined ? ['absent', 'awaiting_approval'] : ['awaiting_approval'];
}
