/** Runs the real program as a separate process. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'deputize.mjs');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** What the last line of the output says. */
  readonly json: Record<string, unknown>;
  readonly lines: readonly Record<string, unknown>[];
}

/** An older Node that is on this machine, as it is where Deputize is installed; otherwise the present one. */
export const systemNode = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => existsSync(path)) ?? process.execPath;

export interface RunOptions {
  readonly node?: string;
  readonly input?: string;
  readonly plain?: boolean;
  readonly env?: Record<string, string>;
}

/** Adds `--json`, except with `plain`. */
export function deputize(argv: readonly string[], { node, input, plain, env }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const words = plain ? [...argv] : [...argv, '--json'];
    const child = spawn(node ?? process.execPath, [program, ...words], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (out += data.toString('utf8')));
    child.stderr.on('data', (data: Buffer) => (err += data.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = out.split('\n').flatMap((line) => (line.startsWith('{') ? [parse(line)] : []));
      resolve({ code, out, err, lines, json: lines.at(-1) ?? {} });
    });
    // A command that reads no input may have ended before.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error);
    });
    child.stdin.end(input ?? '');
  });
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly signInUrl: string;
  readonly mcpUrl: string;
  readonly pid: number;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does, and answers its exit code. */
  stop(): Promise<number | null>;
}

export async function startProcess(argv: readonly string[], node = process.execPath): Promise<Started> {
  const child = spawn(node, [program, 'start', '--port', '0', '--json', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let [out, err] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (err += data.toString('utf8')));
  const ready = await new Promise<Omit<Started, 'stop' | 'ended'>>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString('utf8');
      if (out.includes('\n')) resolve(JSON.parse(out.slice(0, out.indexOf('\n'))) as Omit<Started, 'stop' | 'ended'>);
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${out}${err}`)));
  });
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { ...ready, ended, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
