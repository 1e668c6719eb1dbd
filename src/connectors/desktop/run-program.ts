/** Runs a program of the system and returns what it printed. Arguments are passed unchanged; there is no shell. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';

export interface ProgramRun {
  readonly input?: Uint8Array | undefined;
  /** The most that it may print; more ends it with TOO_LARGE. */
  readonly maxBytes?: number | undefined;
  readonly signal: AbortSignal;
  /** The signal that stops the program, if it cleans up on that signal. */
  readonly stopBy?: 'SIGINT' | undefined;
  /** The program continues in the background once it has its input, like one that serves the clipboard. */
  readonly staysBehind?: boolean | undefined;
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** What the connectors use to start programs. Their contract tests replace it by a recorder of the calls. */
export interface ProgramRunner {
  run(program: string, args: readonly string[], options: ProgramRun): Promise<ProgramEnd>;
  /** Starts a program that continues by itself. */
  launch(program: string, args: readonly string[]): Promise<{ readonly pid: number | null }>;
  /** The full path of a program; undefined where there is none of this name. */
  find(program: string): string | undefined;
}

const USUAL_BYTES = 1_000_000;
const COMPLAINTS = 2_000;

export function systemPrograms(env: NodeJS.ProcessEnv): ProgramRunner {
  return {
    run: (program, args, options) => run(program, args, options, env),
    launch: (program, args) => launch(program, args, env),
    find: (program) => findProgram(program, env['PATH'] ?? ''),
  };
}

function run(
  program: string,
  args: readonly string[],
  {
    input,
    maxBytes = USUAL_BYTES,
    signal,
    staysBehind,
    stopBy = 'SIGKILL',
  }: Omit<ProgramRun, 'stopBy'> & { stopBy?: NodeJS.Signals | undefined },
  env: NodeJS.ProcessEnv,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // A program that continues in the background would hold the pipes open, and the call would never end.
    const out = staysBehind ? 'ignore' : 'pipe';
    const child = spawn(program, [...args], { env, stdio: ['pipe', out, out], windowsHide: true });
    const printed: Buffer[] = [];
    let [size, complaints] = [0, ''];
    const stop = (): void => {
      child.kill(stopBy);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void printed.push(chunk);
      child.kill('SIGKILL');
      reject(new PortError('TOO_LARGE', `There is more than ${maxBytes} bytes of it.`, { maxBytes }));
    });
    child.stderr?.on(
      'data',
      (chunk: Buffer) => (complaints = (complaints + chunk.toString('utf8')).slice(-COMPLAINTS)),
    );
    child.on('error', (cause) => reject(new PortError('NOT_AVAILABLE', `${program} could not be started.`, {}, cause)));
    child.on(staysBehind ? 'exit' : 'close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code, stdout: Buffer.concat(printed), stderr: complaints.trim() });
    });
    // A program that exits before it has read everything breaks the pipe. Its exit code reports the reason.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function launch(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly pid: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { env, stdio: 'ignore', detached: true });
    child.once('error', (cause) =>
      reject(new PortError('NOT_AVAILABLE', `${program} could not be started.`, {}, cause)),
    );
    child.once('spawn', () => {
      child.unref();
      resolve({ pid: child.pid ?? null });
    });
  });
}

function findProgram(program: string, path: string): string | undefined {
  const places = isAbsolute(program) ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => isAbsolute(place) && isProgram(place));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The error for something that is missing, with the remedy for the user. */
export function notAvailableError(what: string, remedy: string): PortError {
  return new PortError('NOT_AVAILABLE', `${what} To mend it: ${remedy}`, { remedy });
}

/** Throws with the program's stderr unless it exited with 0. */
export function expectSuccess(program: string, { code, stderr }: ProgramEnd): void {
  if (code === 0) return;
  const said = stderr === '' ? '' : `: ${stderr.slice(0, 300)}`;
  throw new PortError('NOT_AVAILABLE', `${program} failed${said}`, { program });
}
