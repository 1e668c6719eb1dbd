/** A load on several nodes: people with open lines, some of which never read, and calls at a steady rate whatever the answers take. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { WebSocket } from 'ws';

import { assemble } from '../../../src/app/assemble/assemble.ts';
import { callSomewhere, type Answered, type Node, type Nodes } from './nodes.ts';

export interface LoadOptions {
  readonly sockets: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** Before that, under the same load, what is not counted: processes that have just begun are slower. */
  readonly warmUpSeconds?: number;
  /** Which calls carry an id of the client's: all, or those that change something and must not happen twice. */
  readonly named: 'all' | 'changes';
}

/** What is done once each, as the load goes on. */
export interface Moments {
  warm?(): Promise<unknown>;
  halfway(): Promise<unknown>;
}

export interface Loaded {
  readonly calls: number;
  readonly states: Readonly<Record<string, number>>;
  readonly approved: number;
  readonly events: number;
  readonly reconnected: number;
  /** How long calls took from the client's side, the 99th of a hundred, in milliseconds. */
  readonly clientP99: number;
  /** Of the time in which calls were begun. */
  readonly tookSeconds: number;
  readonly answers: readonly Told[];
}

/** The kept part of an answer. More of it would cause garbage collection in the process that makes the load. */
type Told = Pick<Answered, 'callId' | 'state'>;

interface Somebody {
  readonly token: string;
}

/** Of every hundred calls this many write, and this many wait for a person, who approves. */
const WRITES = 20;
const ASKS = 2;
const LOOK = 'list_directory';
const DEAF_SHARE = 10;
/** As in the console, which comes back after half to one and a half of it. */
const RETRY_MS = 600;

/** Puts into the workspace what the calls are about. */
export async function furnish({ workspace }: Nodes): Promise<void> {
  await Promise.all(['few', 'new'].map((name) => mkdir(join(workspace, name))));
  await writeFile(join(workspace, 'kept.txt'), 'kept');
}

export async function hire({ config, data, workspace }: Nodes, database: string, count: number): Promise<Somebody[]> {
  const assembly = await assemble({ config, data, workspace, database, log: () => undefined });
  try {
    const { people, directory, credentials } = assembly.runtime;
    const admin = await assembly.owner('person', 'load');
    return await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const { id } = await people.createUser(admin, { name: `Person ${at}`, email: `person-${at}@example.com` });
        const person = await directory.principal(id, 'person', 'load');
        return { token: (await credentials.createToken(person, { scope: 'person', name: 'load' })).token };
      }),
    );
  } finally {
    await assembly.close();
  }
}

/** Keeps a WebSocket open to any running node. */
class Lines {
  events = 0;
  reconnected = 0;
  #isOver = false;
  readonly #running: readonly Node[];
  readonly #open = new Set<WebSocket>();

  constructor(running: readonly Node[]) {
    this.#running = running;
  }

  keep(token: string, at: number): Promise<void> {
    const isDeaf = at % DEAF_SHARE === 0;
    return new Promise((resolve) => {
      const connect = (turn: number): void => {
        if (this.#isOver) return;
        const node = this.#running[turn % Math.max(1, this.#running.length)];
        const line = new WebSocket(`${(node?.url ?? 'http://127.0.0.1:1').replace('http', 'ws')}/ws`, {
          headers: { authorization: `Bearer ${token}` },
        });
        this.#open.add(line);
        line.once('message', () => {
          resolve();
          if (isDeaf) line.pause();
        });
        line.on('message', () => (this.events += 1));
        line.on('error', () => undefined);
        line.on('close', () => {
          this.#open.delete(line);
          if (!this.#isOver) this.reconnected += 1;
          setTimeout(() => connect(turn + 1), RETRY_MS * (0.5 + Math.random()));
        });
      };
      connect(at);
    });
  }

  close(): void {
    this.#isOver = true;
    for (const line of this.#open) line.terminate();
  }
}

export async function load(
  { running }: Nodes,
  people: readonly Somebody[],
  options: LoadOptions,
  moments: Moments,
): Promise<Loaded> {
  const tokenOf = (at: number): string => people[at % people.length]?.token ?? '';
  const lines = new Lines(running);
  for (let at = 0; at < options.sockets; at += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, options.sockets - at) }, (_, more) =>
        lines.keep(tokenOf(at + more), at + more),
      ),
    );
  const answers: Told[] = [];
  const took: number[] = [];
  const pending = new Set<Promise<void>>();
  let approved = 0;
  const one = async (at: number): Promise<void> => {
    const kind = kindOf(at);
    const isNamed = options.named === 'all' || kind.tool !== LOOK;
    const began = performance.now();
    const answer = await callSomewhere(running, tokenOf(at), { ...(isNamed && { callId: `load-${at}` }), ...kind }, at);
    if (at >= cold) took.push(performance.now() - began);
    answers.push({ callId: answer.callId, state: answer.state });
    if (answer.approval && (await approve(running, tokenOf(at), answer.approval.id))) approved += 1;
  };
  const cold = options.perSecond * (options.warmUpSeconds ?? 0);
  const total = cold + options.perSecond * options.seconds;
  const start = performance.now();
  const asides: Promise<unknown>[] = [];
  for (let at = 0; at < total; at += 1) {
    const due = start + (at / options.perSecond) * 1_000;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    if (at === Math.ceil(cold)) asides.push(Promise.resolve(moments.warm?.()));
    if (at === Math.ceil((cold + total) / 2)) asides.push(moments.halfway());
    const begun = one(at).finally(() => pending.delete(begun));
    pending.add(begun);
  }
  const tookSeconds = (performance.now() - start) / 1_000;
  await Promise.all([...pending, ...asides]);
  lines.close();
  const states: Record<string, number> = {};
  for (const { state } of answers) states[state] = (states[state] ?? 0) + 1;
  const clientP99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  const { events, reconnected } = lines;
  return { calls: total, states, approved, events, reconnected, clientP99, tookSeconds, answers };
}

function kindOf(at: number): { tool: string; args: object } {
  const place = at % 100;
  if (place < ASKS) return { tool: 'delete_file', args: { path: 'kept.txt' } };
  if (place < ASKS + WRITES) return { tool: 'write_file', args: { path: `new/${at}.txt`, content: `${at}` } };
  return { tool: LOOK, args: { path: 'few' } };
}

/** Denied rather, so that the file is there for the next one; a decision is a decision. */
async function approve(running: readonly Node[], token: string, id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let turn = 0; turn < 100; turn += 1) {
    try {
      const node = running[turn % running.length];
      const response = await fetch(`${node?.url ?? ''}/api/approvals/${id}`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ decision: 'reject' }) },
      });
      if (response.status === 200 || response.status === 409) return true;
    } catch {
      // That one is gone; another decides.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** Finds answers that are missing in the ledger, calls that started twice, and calls that never ended. */
export async function lostIn(database: string, answers: readonly Told[]): Promise<string[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const rows = async (sql: string) => (await client.query<{ id: string; state: string }>(sql)).rows;
    const kept = new Map((await rows(`select id, state from calls`)).map(({ id, state }) => [id, state]));
    const twice = await rows(
      `select call_id as id, '' as state from audit where kind = 'call.started' group by call_id having count(*) > 1`,
    );
    const final: Readonly<Record<string, readonly string[]>> = {
      ...{ ok: ['ok'], reported: ['ok'], unknown: ['unknown'], failed: ['error'] },
      ...{ pending: ['denied', 'awaiting_approval'], refused: ['blocked', 'denied'] },
    };
    return [
      ...answers
        .filter(({ callId, state }) => !final[state]?.includes(kept.get(callId) ?? ''))
        .map(({ callId, state }) => `${callId} was told ${state} and is ${kept.get(callId) ?? 'not there'}`),
      ...twice.map(({ id }) => `${id} was started twice`),
      ...[...kept].filter(([, state]) => state === 'running').map(([id]) => `${id} still runs`),
    ];
  } finally {
    await client.end();
  }
}

export function residentMegabytes({ child }: Node): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Processor time that it has used since it started, in milliseconds. */
export function processorMs({ child }: Node): number {
  const stat = readFileSync(`/proc/${child.pid ?? 0}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
