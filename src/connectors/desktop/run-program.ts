/** Runs a program of the system and returns what it printed. Arguments are passed unchanged; there is no shell. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { ProcessStartError, runProcess } from '../../lib/node/run-process.ts';
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

async function run(
  program: string,
  args: readonly string[],
  { maxBytes = USUAL_BYTES, ...options }: ProgramRun,
  env: NodeJS.ProcessEnv,
): Promise<ProgramEnd> {
  try {
    const { code, stdout, stderr, isTooLong } = await runProcess(program, args, {
      ...options,
      ...{ env, maxBytes, maxStderr: COMPLAINTS },
    });
    if (isTooLong) throw new PortError('TOO_LARGE', `There is more than ${maxBytes} bytes of it.`, { maxBytes });
    return { code, stdout, stderr: stderr.trim() };
  } catch (error) {
    if (!(error instanceof ProcessStartError)) throw error;
    throw new PortError('NOT_AVAILABLE', error.message, {}, error.cause);
  }
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
