/**
 * Counts the functions that run in a process, in all its threads. `scripts/trace-call.ts` loads it into `deputize mcp` by `--import`,
 * and there it also approves calls, as `deputize approvals approve` does. That keeps both sides of a call in one process.
 */
import { Session } from 'node:inspector/promises';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** A function that ran, named by V8, at its offset in the source file. */
export interface FunctionCount {
  readonly url: string;
  readonly name: string;
  readonly offset: number;
  readonly count: number;
}

export type TraceOrder =
  | { readonly kind: 'count'; readonly id: number }
  | { readonly kind: 'approve'; readonly id: number; readonly data: string; readonly approvalId: string };

export interface TraceReply {
  readonly id: number;
  readonly counts?: readonly FunctionCount[];
  readonly output?: string;
}

interface ThreadCounts {
  readonly id: number;
  readonly counts: readonly FunctionCount[];
}

/** How long the worker threads may take to answer. A thread that does nothing answers at once. */
const THREADS_MS = 300;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const orders = new BroadcastChannel('call-coverage-orders');
const answers = new BroadcastChannel('call-coverage-answers');

/** The functions of `src` that ran in this thread since the last time. Module bodies are left out. */
async function takeCounts(): Promise<FunctionCount[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) =>
    functions.flatMap(({ functionName, ranges: [range] }) =>
      url.includes('/src/') && range && range.count > 0 && range.startOffset > 0
        ? [{ url, name: functionName, offset: range.startOffset, count: range.count }]
        : [],
    ),
  );
}

if (isMainThread)
  process.on('message', (order: TraceOrder) => void carryOut(order).then((reply) => process.send?.(reply)));
else
  orders.addEventListener('message', (event) => {
    const id = (event as MessageEvent<number>).data;
    void takeCounts().then((counts) => answers.postMessage({ id, counts } satisfies ThreadCounts));
  });
orders.unref();
answers.unref();

async function carryOut(order: TraceOrder): Promise<TraceReply> {
  const { id } = order;
  if (order.kind === 'approve') return { id, output: await approve(order.data, order.approvalId) };
  const counts: FunctionCount[] = [];
  answers.addEventListener('message', (event) => {
    const answer = (event as MessageEvent<ThreadCounts>).data;
    if (answer.id === id) counts.push(...answer.counts);
  });
  orders.postMessage(id);
  counts.push(...(await takeCounts()));
  await new Promise((resolve) => setTimeout(resolve, THREADS_MS));
  return { id, counts };
}

let opened: Promise<unknown> | undefined;

/** Runs the command of a person on a runtime that stays open, so that only the approval itself is counted. */
async function approve(data: string, approvalId: string): Promise<string> {
  const { runCli } = await import('../src/doors/cli/cli.ts');
  const lines: string[] = [];
  const environment = {
    open: () => (opened ??= open(data)),
    out: (line: string) => lines.push(line),
    err: (line: string) => lines.push(line),
  };
  await runCli(['approvals', 'approve', approvalId, '--json'], environment as unknown as Parameters<typeof runCli>[1]);
  return lines.join('\n');
}

async function open(data: string): Promise<unknown> {
  const { assemble } = await import('../src/app/assemble/assemble.ts');
  const { runtime, owner } = await assemble({ data });
  // The command also signs a checkpoint of the audit chain when it ends. That concerns all calls and is left out.
  return { runtime, owner, checkpoint: () => Promise.resolve(undefined), close: () => Promise.resolve() };
}
