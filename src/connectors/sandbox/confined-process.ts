/**
 * Starts one confined command, collects its output, and ends it with everything it started when it exceeds a limit. It does not
 * use `lib/node/run-process.ts`: it passes only chosen descriptors, and kills again until no process of the command is left.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import { PortError } from '../../ports/port-error.ts';
import type { SandboxLimit, SandboxLimits, SandboxResult, SandboxRun } from '../../ports/command-sandbox.ts';
import { BoundedOutput } from './bounded-output.ts';
import type { ChildPipe, PipePool } from './pipe-pool.ts';

/** How a command is confined on this system. */
interface ConfinedCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder in which the program starts. */
  readonly cwd?: string | undefined;
  readonly pipes: PipePool;
  /** The content of the descriptors from 4 on: text, an open descriptor, or (null) output of the confinement. */
  readonly descriptors: readonly (string | number | null)[];
  /** Descriptors that must lead nowhere inside, and the descriptor that replaces them. */
  readonly blinded: { readonly descriptors: readonly number[]; readonly by: number };
  /** Whether it leads a separate process group. */
  readonly ownGroup?: boolean;
  /** Called with what arrives on descriptor 3. */
  readonly onStatus: (text: string, child: ChildProcess) => void;
  /** The limit that is exceeded now, if any. Polled while the command runs. */
  readonly exceeded: (child: ChildProcess) => SandboxLimit | undefined;
  /** Ends everything that the command has started. Called repeatedly until the command has ended. */
  readonly kill: (child: ChildProcess) => void;
  /** Whether no process of the command is alive. */
  readonly isEmpty: () => boolean;
  /** Resolves when no process of the command is alive. */
  readonly gone: () => Promise<void>;
}

export interface ConfinedResult extends SandboxResult {
  readonly signal: NodeJS.Signals | null;
}

const WATCH_MS = 50;
const KILL_AGAIN_MS = 20;
/** A stream with more output than this ends the run. */
const FLOOD_BYTES = 64 * 1024 * 1024;

export async function runConfined(
  confinement: ConfinedCommand,
  run: SandboxRun,
  limits: SandboxLimits,
): Promise<ConfinedResult> {
  const { signal, timeoutMs, onOutput } = run;
  signal.throwIfAborted();
  const began = performance.now();
  const [stdout, stderr] = [new BoundedOutput(limits.outputBytes), new BoundedOutput(limits.outputBytes)];
  const [out, err] = [confinement.pipes.open(), confinement.pipes.open()];
  const child = start(confinement, run, [out, err]);
  const ending = new Ending(() => confinement.kill(child));
  const timeout = setTimeout(() => ending.begin('time'), timeoutMs);
  const watch = setInterval(() => {
    const limit = confinement.exceeded(child);
    if (limit) ending.begin(limit);
  }, WATCH_MS);
  const abort = () => ending.begin();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const take = (output: BoundedOutput, stream: 'stdout' | 'stderr') => {
      const decoder = onOutput && new TextDecoder();
      return (chunk: Buffer): void => {
        output.take(chunk);
        if (output.total > FLOOD_BYTES) ending.begin('output');
        // Empty if the pipe had no data, or only a part of a character.
        const text = decoder?.decode(chunk, { stream: true }) ?? '';
        if (text !== '') ending.onThrow(() => onOutput?.(stream, text));
      };
    };
    const streams = [
      { ...out, take: take(stdout, 'stdout') },
      { ...err, take: take(stderr, 'stderr') },
    ];
    const closed = streams.map(({ reader, take }) => {
      reader.on('data', take);
      reader.on('error', () => undefined);
      return new Promise((resolve) => reader.once('close', resolve));
    });
    (child.stdio[3] as Readable | undefined)?.on('data', (data: Buffer) =>
      ending.onThrow(() => confinement.onStatus(data.toString('utf8'), child)),
    );
    const { code, killedBy } = await exit(child);
    // The confining program ends a little later and holds the pipes open. No other process can write any more.
    if (confinement.isEmpty()) for (const stream of streams) stream.drain(stream.take);
    else await Promise.all([...closed, confinement.gone()]);
    const durationMs = performance.now() - began;
    signal.throwIfAborted();
    const { limit, thrown } = ending;
    if (thrown) throw thrown.error;
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      omitted: { stdout: stdout.omitted, stderr: stderr.omitted },
      exitCode: code ?? KILLED,
      durationMs,
      ...(limit === undefined ? {} : { endedBy: limit }),
      signal: killedBy,
    };
  } finally {
    clearTimeout(timeout);
    clearInterval(watch);
    ending.done();
    signal.removeEventListener('abort', abort);
    out.reader.destroy();
    err.reader.destroy();
  }
}

const KILLED = 128 + 9;

/** The end of a run that does not end by itself; the first reason counts. */
class Ending {
  readonly #kill: () => void;
  #again: NodeJS.Timeout | undefined;
  limit: SandboxLimit | undefined;
  thrown: { readonly error: unknown } | undefined;

  constructor(kill: () => void) {
    this.#kill = kill;
  }

  begin(limit?: SandboxLimit): void {
    if (this.#again) return;
    this.limit = limit;
    this.#kill();
    this.#again = setInterval(this.#kill, KILL_AGAIN_MS);
  }

  /** An error in an event handler has no caller. So it ends the run, and is thrown at the end. */
  onThrow(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.thrown ??= { error };
      this.begin();
    }
  }

  done(): void {
    clearInterval(this.#again);
  }
}

function start(
  { program, args, cwd = '/', descriptors, blinded, ownGroup = false }: ConfinedCommand,
  { stdin }: SandboxRun,
  outputs: readonly ChildPipe[],
): ChildProcess {
  const stdio: ('ignore' | 'pipe' | number)[] = [
    stdin === undefined ? 'ignore' : 'pipe',
    ...outputs.map(({ writer }) => writer),
    'pipe',
    ...descriptors.map((given) => (typeof given === 'number' ? given : ('pipe' as const))),
  ];
  const own = stdio.length;
  for (const stray of blinded.descriptors) {
    while (stdio.length <= stray) stdio.push('ignore');
    if (stray >= own) stdio[stray] = blinded.by;
  }
  try {
    // The environment is empty: nothing of ours is visible inside or influences the confinement.
    const child = spawn(program, args, { stdio, env: {}, cwd, detached: ownGroup });
    // A process that ends before it has read or written everything is no error here.
    for (const stream of child.stdio) stream?.on('error', () => undefined);
    child.stdin?.end(stdin);
    for (const [at, given] of descriptors.entries()) {
      if (typeof given === 'string') (child.stdio[4 + at] as Writable | undefined)?.end(given);
    }
    return child;
  } catch (error) {
    for (const { reader } of outputs) reader.destroy();
    if (error instanceof Error && Reflect.get(error, 'code') === 'E2BIG') {
      throw new PortError('TOO_LARGE', 'The arguments are longer than the system hands over to a program.', {}, error);
    }
    throw error;
  } finally {
    for (const { writer } of outputs) closeSync(writer);
  }
}

function exit(child: ChildProcess): Promise<{ code: number | null; killedBy: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close` and not `exit`: the output must have arrived as well.
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
}
