/** Several real servers on one PostgreSQL, and a client that asks one after the other. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onJsonLine } from './line-reader.ts';

const program = join(import.meta.dirname, '../../../bin/deputize.mjs');

export interface Node {
  readonly url: string;
  readonly child: ChildProcess;
  /** Stops the node with a signal, as a service manager does, and returns its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export interface Nodes extends AsyncDisposable {
  readonly workspace: string;
  readonly config: string;
  /** The folder of any of them, with the keys of all. */
  readonly data: string;
  /** Those that are asked, in turn. */
  readonly running: Node[];
  start(): Promise<Node>;
  /** Ends one as `how` does and lets another take its place. */
  replace(at: number, how: 'stop' | 'kill'): Promise<Node>;
  command(...words: string[]): Promise<Record<string, unknown>>;
}

export async function openNodes(postgres: string, config: object, env: Record<string, string> = {}): Promise<Nodes> {
  const base = await mkdtemp(join(tmpdir(), 'nodes-'));
  const [workspace, keys, file] = [join(base, 'work'), join(base, 'keys'), join(base, 'deputize.yaml')];
  await Promise.all([mkdir(workspace), mkdir(keys)]);
  await writeFile(file, JSON.stringify(config));
  let made = 0;
  const folder = async (): Promise<string> => {
    const data = join(base, `node-${(made += 1)}`);
    await mkdir(data);
    await symlink(keys, join(data, 'keys'));
    return data;
  };
  const data = await folder();
  const environment = { ...process.env, ...env, NODE_NO_WARNINGS: '1', DEPUTIZE_DATABASE: postgres };
  const flags = (of: string): string[] => ['--data', of, '--workspace', workspace, '--config', file, '--json'];
  const running: Node[] = [];
  const start = async (): Promise<Node> => {
    const child = spawn(process.execPath, [program, 'start', '--port', '0', ...flags(await folder())], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4_000)));
    const closed = once(child, 'close') as Promise<[number | null]>;
    const url = await new Promise<string>((resolve, reject) => {
      onJsonLine<{ url: string }>(child.stdout, (ready) => resolve(ready.url));
      void closed.then(() => reject(new Error(`The node did not start:\n${complaints}`)));
    });
    const node: Node = {
      ...{ url, child },
      async stop() {
        child.kill('SIGTERM');
        const [code] = await closed;
        if (code !== 0) throw new Error(`The node ended with ${code}:\n${complaints}`);
        return code;
      },
      async kill() {
        child.kill('SIGKILL');
        await closed;
      },
    };
    return node;
  };
  return {
    ...{ workspace, config: file, data, running },
    async start() {
      const node = await start();
      running.push(node);
      return node;
    },
    async replace(at, how) {
      const [leaving] = running.splice(at, 1);
      const [next] = await Promise.all([start(), leaving?.[how]()]);
      running.push(next);
      return next;
    },
    async command(...words) {
      const child = spawn(process.execPath, [program, ...words, ...flags(data)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: environment,
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      await once(child, 'close');
      return JSON.parse(out) as Record<string, unknown>;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((node) => node.kill()));
      await rm(base, { recursive: true, force: true });
    },
  };
}

export interface Answered {
  readonly state: string;
  readonly callId: string;
  readonly approval?: { readonly id: string };
  readonly error?: { readonly code: string; readonly retryable: boolean };
}

/** Makes a call on one node after the other until one gives a final answer. Nodes that are down or stopping are skipped. */
export async function callSomewhere(
  running: readonly Node[],
  token: string,
  request: { readonly callId?: string; readonly tool: string; readonly args: object; readonly preset?: string },
  first = 0,
): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const until = Date.now() + 60_000;
  for (let turn = first; Date.now() < until; turn += 1) {
    const node = running[turn % Math.max(1, running.length)];
    try {
      if (!node) throw new Error('nobody is there');
      const response = await fetch(`${node.url}/api/calls`, { method: 'POST', headers, body: JSON.stringify(request) });
      const answer = (await response.json()) as Answered;
      if (response.status !== 503 && !(answer.state === 'unknown' && answer.error?.retryable)) return answer;
    } catch {
      // It is gone, or went while it was asked.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nobody answered the call ${request.callId ?? ''} of ${request.tool}`);
}
