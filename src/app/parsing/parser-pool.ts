/** The threads that parse what others wrote, so that no input stops the server. All parts of a process share them. */
import { WorkerPool, WorkerTaskError } from '../../lib/node/worker-pool.ts';
import type { ContentParser } from '../../ports/content-parser.ts';
import { PortError } from '../../ports/port-error.ts';
import { readParserAnswer, type ParserAnswer } from './parser-answer.ts';

/** Each kind of thread: those for inputs that are parsed soon, and those for the few that take longer. */
const THREADS = 2;
/** Nearly every input takes less. One that takes longer begins again among the slow ones, so that no other waits for it. */
const QUICK_MS = 2_000;
const TIME_MS = 20_000;
const MEMORY_MB = 512;
const IDLE_MS = 30_000;

export interface ParserPool {
  /** Runs a parser for one user. Throws WorkerTaskError where the input exceeds a limit, and what the parser throws. */
  run(userId: string, parser: string, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Time limits in milliseconds, for tests. */
export interface ParserTimes {
  readonly quickMs?: number;
  readonly timeMs?: number;
}

/** Opens separate threads. They start with the first input. */
export function openParserPool({ quickMs = QUICK_MS, timeMs = TIME_MS }: ParserTimes = {}): ParserPool {
  const name = import.meta.url.endsWith('.ts') ? './parser-worker.ts' : './parser-worker.js';
  const common = { file: new URL(name, import.meta.url), size: THREADS, memoryMb: MEMORY_MB, idleMs: IDLE_MS };
  const quick = new WorkerPool({ ...common, timeMs: quickMs });
  const slow = new WorkerPool({ ...common, timeMs });
  return {
    async run(userId, parser, input) {
      const task = { parser, input };
      const answer = await quick.run(userId, task).catch((error: unknown) => {
        if (error instanceof WorkerTaskError && error.reason === 'time') return slow.run(userId, task);
        throw error;
      });
      return readParserAnswer(answer as ParserAnswer);
    },
    close: async () => void (await Promise.all([quick.close(), slow.close()])),
  };
}

let shared: { readonly pool: ParserPool; users: number } | undefined;

/** Opens the threads of this process, or uses them with the parts that have opened them. */
export function shareParserPool(): ParserPool {
  const used = (shared ??= { pool: openParserPool(), users: 0 });
  used.users += 1;
  let isClosed = false;
  return {
    run: (...task) => used.pool.run(...task),
    async close() {
      if (isClosed) return;
      isClosed = true;
      used.users -= 1;
      if (used.users > 0) return;
      if (shared === used) shared = undefined;
      await used.pool.close();
    },
  };
}

/** The parsers of one user, for the domains. */
export function createContentParser(pool: ParserPool, userId: string): ContentParser {
  return async (parser, input) => {
    try {
      return await pool.run(userId, parser, input);
    } catch (error) {
      if (!(error instanceof WorkerTaskError)) throw error;
      if (error.reason === 'time') throw new PortError('TIMEOUT', 'It takes too long to read.');
      if (error.reason === 'memory') throw new PortError('TOO_LARGE', 'It takes too much memory to read.');
      throw new PortError('EXTERNAL_ERROR', 'It could not be read.', {}, error);
    }
  };
}
