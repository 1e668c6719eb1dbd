/** What a handler may use of the machine, and how its process is started so that it cannot use more. */
import { fileURLToPath } from 'node:url';

/** Objects of JavaScript, and with everything else (buffers, the program itself). */
const HEAP_MB = 128;
const MEMORY_KB = 768 * 1_024;
/** Seconds of the processor. A handler that spins after its server was killed ends by this. */
const CPU_SECONDS = 60;
/** A process that has used this much is not given another call, so that none is cut short by what came before it. */
export const RETIRE_CPU_MS = 20_000;
export const RETIRE_CALLS = 1_000;
/** How much one message of a handler may hold. */
export const MAX_LINE = 8_000_000;
/** How much of what a handler prints during one call reaches the log. */
export const MAX_PRINTED = 8_000;
/** How many messages one call may send. */
export const MAX_SENDS = 100;
export const MAX_PROCESSES = 8;
export const IDLE_MS = 60_000;

const program = new URL(
  import.meta.url.endsWith('.ts') ? './handler-process.ts' : './handler-process.js',
  import.meta.url,
);

/** The permission model lets it read its own program and nothing else: no file, no process, no thread, no native code. */
const nodeFlags = [
  '--permission',
  `--allow-fs-read=${fileURLToPath(program)}`,
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=4',
  '--no-warnings',
];

/** No data beyond its memory, no file written, no core; and the first to go when the machine has no memory left. */
const limits = [
  `ulimit -d ${MEMORY_KB}`,
  `ulimit -t ${CPU_SECONDS}`,
  'ulimit -f 0',
  'ulimit -c 0',
  '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null',
];

export function buildHandlerCommand(): { readonly command: string; readonly args: readonly string[] } {
  const own = [...nodeFlags, fileURLToPath(program)];
  if (process.platform === 'win32') return { command: process.execPath, args: own };
  const script = `${limits.map((limit) => `${limit} || :`).join('; ')}; exec "$0" "$@"`;
  return { command: '/bin/sh', args: ['-c', script, process.execPath, ...own] };
}
