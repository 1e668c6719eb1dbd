/** Runs a program to its end, with bounded output. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import { PortError } from '../../ports/port-error.ts';

export interface ProcessResult {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
  /** Whether a part of the output was dropped. */
  readonly cut: boolean;
}

export interface RunOptions {
  readonly env: { readonly [name: string]: string };
  readonly cwd: string;
  readonly input?: string | Buffer | undefined;
  readonly maxBytes?: number | undefined;
  /** The file that receives the output instead. */
  readonly outFile?: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_COMPLAINT = 4_000;

export async function run(program: string, args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const { env, cwd, input, maxBytes = MAX_BYTES, outFile, signal } = options;
  signal.throwIfAborted();
  // A separate session: a program that asks for a password finds no terminal.
  const child = spawn(program, args, { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let over = false;
  const end = (): void => (over ? undefined : endGroup(child.pid));
  signal.addEventListener('abort', end, { once: true });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(-MAX_COMPLAINT)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const closed = new Promise<number>((resolve, reject) => {
    child.on('error', (cause) => reject(new PortError('NOT_AVAILABLE', `${program} cannot be started.`, {}, cause)));
    child.on('close', (status) => {
      // From here on the process id may belong to another process.
      over = true;
      resolve(status ?? -1);
    });
  });
  try {
    const reading = outFile === undefined ? read(child.stdout, maxBytes, end) : keep(child.stdout, outFile);
    const [status, { out, cut }] = await Promise.all([closed, reading]);
    signal.throwIfAborted();
    return { status: cut ? 0 : status, out, err, cut };
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function read(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  end: () => void,
): Promise<Pick<ProcessResult, 'out' | 'cut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (size < maxBytes) chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) end();
  }
  return { out: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes };
}

async function keep(stream: NodeJS.ReadableStream, file: string): Promise<Pick<ProcessResult, 'out' | 'cut'>> {
  await pipeline(stream, createWriteStream(file, { mode: 0o600 }));
  return { out: Buffer.alloc(0), cut: false };
}

/** Kills the process with everything that it started. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
