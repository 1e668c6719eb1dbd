/** The MCP servers that the tests mount: the official ones from npm, and one that means harm. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@modelcontextprotocol');

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export const official = (name: 'filesystem' | 'memory' | 'everything', ...args: string[]): Command => ({
  command: process.execPath,
  args: [join(modules, `server-${name}`, 'dist', 'index.js'), ...args],
});

/** The official server for everything, on a free port of loopback. */
export async function everythingOverHttp(): Promise<{ url: string; stop(): Promise<void>; start(): Promise<void> }> {
  const port = await freePort();
  const { command, args } = official('everything', 'streamableHttp');
  const begin = async () => {
    const child = spawn(command, [...args], {
      env: { PATH: process.env['PATH'], PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('listening')) resolve();
        });
      void ended.then(() => reject(new Error('the server did not start')));
    });
    return { child, ended };
  };
  let running = await begin();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async start() {
      running = await begin();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface HostileTool {
  readonly name: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly [member: string]: unknown;
}

export interface Hostile extends Command {
  /** What it lists from now on, and how it behaves. */
  plan(tools: readonly HostileTool[], how?: object): void;
  /** What it noted: starts, calls, cancellations. */
  log(): string[];
}

const program = join(import.meta.dirname, 'hostile-mcp-server.ts');

export function hostile(tools: readonly HostileTool[], how: object = {}): Hostile {
  const file = join(mkdtempSync(join(tmpdir(), 'hostile-')), 'plan.json');
  const plan = (listed: readonly HostileTool[], more: object = {}): void =>
    writeFileSync(file, JSON.stringify({ tools: listed, ...more }));
  plan(tools, how);
  return {
    command: process.execPath,
    args: [program, file],
    plan,
    log: () => {
      try {
        return readFileSync(`${file}.log`, 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    },
  };
}

/** A tool that looks harmless. */
export const plainTool = (name: string, more: object = {}): HostileTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
});

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and was not waited for yet is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
