/** Runs a program to its end with bounded output. Arguments are passed unchanged; there is no shell. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** How a program is run, and how it is stopped. */
export interface ProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  readonly input?: string | Uint8Array | undefined;
  /** The most that it may print. A program that prints more is killed. */
  readonly maxBytes: number;
  /** The file that receives the output instead, without a limit. */
  readonly outFile?: string | undefined;
  /** How many characters of the end of its standard error are kept. */
  readonly maxStderr?: number | undefined;
  readonly signal: AbortSignal;
  /** The signal that stops the program, if it cleans up on that signal. The abort then does not wait for its end. */
  readonly stopBy?: 'SIGINT' | undefined;
  /** Leads a group in a separate session: everything that it starts ends with it, and it finds no terminal to ask at. */
  readonly isGroup?: boolean | undefined;
  /** The program continues in the background once it has its input, like one that serves the clipboard. */
  readonly staysBehind?: boolean | undefined;
}

/** How a program ended, and what it printed. */
interface ProcessEnd {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Whether it was killed because it printed too much. `stdout` then has the beginning. */
  readonly isTooLong: boolean;
}

/** The program could not be started, such as a missing file. `cause` is the error of the system. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
}

const MAX_STDERR = 4_000;

/** Throws the signal's reason after an abort, and a ProcessStartError if the program cannot be started. */
export async function runProcess(
  program: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessEnd> {
  const { env, cwd, input, maxBytes, outFile, maxStderr = MAX_STDERR, signal, isGroup, staysBehind } = options;
  signal.throwIfAborted();
  // A program that continues in the background would hold the pipes open, and the run would never end.
  const out = staysBehind ? 'ignore' : 'pipe';
  const stdio = ['pipe', out, out] as const;
  const child = spawn(program, [...args], { env, cwd, detached: isGroup, windowsHide: true, stdio: [...stdio] });
  const ended = Promise.withResolvers<number | null>();
  let isOver = false;
  const kill = (by: NodeJS.Signals = 'SIGKILL'): void => {
    // After its end, the process id may belong to another process.
    if (isOver || child.pid === undefined) return;
    if (isGroup) killGroup(child.pid);
    else child.kill(by);
  };
  /** What it has started may hold the pipes open, so they are not read any further. */
  const end = (): void => {
    kill();
    if (outFile !== undefined) return;
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const stop = (): void => {
    if (options.stopBy === undefined) return end();
    kill(options.stopBy);
    ended.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', stop, { once: true });
  child.once('error', (cause) => ended.reject(new ProcessStartError(`${program} could not be started.`, { cause })));
  child.once(staysBehind ? 'exit' : 'close', (code: number | null) => {
    isOver = true;
    ended.resolve(code);
  });
  let [size, stderr] = [0, ''];
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer): void => {
    if (size < maxBytes) chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) end();
  };
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-maxStderr)));
  // A program that exits before it has read everything breaks the pipe. Its exit code reports the reason.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  try {
    const saving =
      child.stdout && outFile !== undefined
        ? pipeline(child.stdout, createWriteStream(outFile, { mode: 0o600 }))
        : child.stdout?.on('data', take);
    const [code] = await Promise.all([ended.promise, saving]);
    signal.throwIfAborted();
    return { code, stdout: Buffer.concat(chunks).subarray(0, maxBytes), stderr, isTooLong: size > maxBytes };
  } finally {
    signal.removeEventListener('abort', stop);
    if (isGroup) kill();
  }
}

/** Kills the process with everything that it started. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
