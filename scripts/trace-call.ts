/**
 * Lists the functions that one approved call runs. A client of `deputize mcp --preset workspace` overwrites a file with `write_file`,
 * a person approves, and the client collects the result. Run it with `node scripts/trace-call.ts`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { FunctionCount, TraceOrder, TraceReply } from './call-coverage.ts';

export interface TracedFile {
  readonly file: string;
  readonly functions: readonly string[];
}

const root = join(import.meta.dirname, '..');
/** The order in which a call meets the folders. */
const LAYERS = ['doors', 'agent', 'core', 'app', 'presets', 'toolsets', 'domains', 'connectors', 'ports', 'lib'];
/** The shortest idle time. It is twice as long as the traced call if that takes longer, so that timers run at least as often. */
const IDLE_MS = 3_000;
const ROUNDS = 3;
/** In memory where that is possible: for a disk that is slow at the moment, the database commits in a thread. */
const MEMORY_FOLDER = '/dev/shm';

/**
 * Plays the call to warm up, and then in counted rounds. A function belongs to the call if it runs in every round, and more
 * often than in an idle process: on a busy machine, a timer runs in some rounds only.
 */
export async function traceCall(): Promise<TracedFile[]> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'trace-call-'));
  const client = startClient(folder);
  try {
    await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'trace' },
    });
    await client.request('tools/list', {});
    await overwrite(client, folder, 'warm-up.txt');
    await client.count();
    const begun = performance.now();
    const rounds: (readonly FunctionCount[])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await overwrite(client, folder, `traced-${round}.txt`);
      rounds.push(await client.count());
    }
    await sleep(Math.max(IDLE_MS, (2 * (performance.now() - begun)) / ROUNDS));
    const idle = await client.count();
    const [first = [], ...others] = rounds.map((counts) => subtract(counts, idle));
    const keys = others.map((counts) => new Set(counts.map(toKey)));
    return groupByFile(first.filter((one) => keys.every((known) => known.has(toKey(one)))));
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function overwrite(client: TraceClient, folder: string, name: string): Promise<void> {
  const file = join(folder, 'workspace', name);
  writeFileSync(file, 'before\n');
  const call = { name: 'write_file', arguments: { path: name, content: 'after\n' } };
  const pending = await client.request('tools/call', call);
  const approvalId = /"approval":\{"id":"(?<id>[^"]+)"/.exec(JSON.stringify(pending['_meta']))?.groups?.['id'];
  if (approvalId === undefined) throw new Error(`the call does not wait: ${JSON.stringify(pending)}`);
  const approved = await client.order({ kind: 'approve', data: join(folder, 'data'), approvalId });
  if (readFileSync(file, 'utf8') !== 'after\n') throw new Error(`the call did not run: ${approved.output}`);
  const done = await client.request('tools/call', call);
  if (done['isError'] === true) throw new Error(`the call has no result: ${JSON.stringify(done)}`);
}

type Order = TraceOrder extends infer Kind ? (Kind extends TraceOrder ? Omit<Kind, 'id'> : never) : never;

interface TraceClient {
  request(method: string, params: unknown): Promise<Record<string, unknown>>;
  order(order: Order): Promise<TraceReply>;
  count(): Promise<readonly FunctionCount[]>;
  close(): Promise<void>;
}

function startClient(folder: string): TraceClient {
  const [data, workspace] = [join(folder, 'data'), join(folder, 'workspace')];
  mkdirSync(data);
  mkdirSync(workspace);
  const flags = ['--preset', 'workspace', '--data', data, '--workspace', workspace];
  const coverage = join(import.meta.dirname, 'call-coverage.ts');
  const child = spawn(process.execPath, ['--import', coverage, join(root, 'src/app/main.ts'), 'mcp', ...flags], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the process has no pipes');
  const waiting = new Map<number, (answer: never) => void>();
  let last = 0;
  const ended = new Promise<never>((_, reject) => child.once('exit', () => reject(new Error('the process ended'))));
  ended.catch(() => undefined);
  const settle = (answer: { id: number }): void => {
    waiting.get(answer.id)?.(answer as never);
    waiting.delete(answer.id);
  };
  createInterface({ input: stdout }).on('line', (line) => settle(JSON.parse(line) as { id: number }));
  child.on('message', (reply) => settle(reply as TraceReply));
  const send = <Answer>(write: (id: number) => void): Promise<Answer> => {
    last += 1;
    const id = last;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    write(id);
    return Promise.race([answer, ended]);
  };
  const order = (what: Order): Promise<TraceReply> => send((id) => child.send({ ...what, id }));
  return {
    async request(method, params) {
      const message = { jsonrpc: '2.0', method, params };
      const answer = await send<{ result?: Record<string, unknown> }>((id) => {
        stdin.write(`${JSON.stringify({ ...message, id })}\n`);
      });
      if (!answer.result) throw new Error(JSON.stringify(answer));
      return answer.result;
    },
    order,
    count: async () => (await order({ kind: 'count' })).counts ?? [],
    async close() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}

const toKey = ({ url, offset }: FunctionCount): string => `${url}:${offset}`;

/** The functions that ran more often than in the idle time. */
function subtract(counts: readonly FunctionCount[], idle: readonly FunctionCount[]): FunctionCount[] {
  const sum = (all: readonly FunctionCount[]): Map<string, FunctionCount> => {
    const sums = new Map<string, FunctionCount>();
    for (const one of all) sums.set(toKey(one), { ...one, count: one.count + (sums.get(toKey(one))?.count ?? 0) });
    return sums;
  };
  const before = sum(idle);
  return [...sum(counts).values()].filter((one) => one.count > (before.get(toKey(one))?.count ?? 0));
}

function groupByFile(counts: readonly FunctionCount[]): TracedFile[] {
  const files = Map.groupBy(counts, ({ url }) => relative(root, fileURLToPath(url)));
  return [...files]
    .map(([file, all]) => {
      const text = readFileSync(join(root, file), 'utf8');
      const line = (offset: number): number => text.slice(0, offset).split('\n').length;
      const inOrder = all.toSorted((a, b) => a.offset - b.offset);
      return { file, functions: inOrder.map(({ name, offset }) => name || `(line ${line(offset)})`) };
    })
    .toSorted((a, b) => rank(a.file) - rank(b.file) || a.file.localeCompare(b.file));
}

const rank = (file: string): number => LAYERS.indexOf(file.split('/')[1] ?? '');

/** The names that functions of several files share. Names of one letter and of methods like `get` are left to the reader. */
export function findSharedNames(files: readonly TracedFile[]): ReadonlyMap<string, readonly string[]> {
  const pairs = files.flatMap(({ file, functions }) => [...new Set(functions)].map((name) => ({ name, file })));
  const named = pairs.filter(({ name }) => !name.startsWith('('));
  const groups = Map.groupBy(named, ({ name }) => name.replace(/^#/, ''));
  return new Map(
    [...groups].filter(([, all]) => all.length > 1).map(([name, all]) => [name, all.map(({ file }) => file)]),
  );
}

if (import.meta.main) {
  const files = await traceCall();
  for (const { file, functions } of files) console.log(`${file}\n    ${functions.join(', ')}`);
  for (const [name, places] of findSharedNames(files)) console.log(`${name}: ${places.join(', ')}`);
  const total = files.reduce((sum, { functions }) => sum + functions.length, 0);
  console.log(`${total} functions in ${files.length} files`);
}
