/**
 * The TextExtraction port: each file is read in a separate process with limited resources. The process can access no file
 * and, where bubblewrap is installed, no network.
 */
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { runProcess } from '../../lib/node/run-process.ts';
import type { ExtractionResult, TextExtraction } from '../../ports/text-extraction.ts';
import { MOST_LETTERS } from './limits.ts';
import { withoutNetwork } from './network.ts';
import { TESSERACT_PLACES } from './tesseract-places.ts';

const HEAP_MB = 384;
const MEMORY_KB = 1_200_000;
const SECONDS = 60;
const MOST_ANSWER = 4 * MOST_LETTERS;

interface ExtractionOptions {
  /** The program of the process: it reads the file from its input and prints an Extracted. */
  readonly program: URL;
  /** The folders that it may read: those of the program and its packages. */
  readonly readable: readonly string[];
  readonly seconds?: number;
}

export function openConfinedExtraction({ program, readable, seconds = SECONDS }: ExtractionOptions): TextExtraction {
  const flags = [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    ...['--disallow-code-generation-from-strings', '--disable-proto=delete', '--no-warnings'],
    `--max-old-space-size=${HEAP_MB}`,
  ];
  return {
    async extract(content, claimed, signal) {
      const command = [process.execPath, ...flags, fileURLToPath(program), JSON.stringify(claimed)];
      const answer = await run(command, content, seconds, signal);
      if (answer === undefined) return { reason: 'It took too much time or memory to read.' };
      const extracted = JSON.parse(answer) as ExtractionResult;
      return 'kind' in extracted && extracted.kind === 'image' ? imageText(content, seconds, signal) : extracted;
    },
  };
}

function findTesseract(): string | undefined {
  return TESSERACT_PLACES.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function imageText(content: Uint8Array, seconds: number, signal: AbortSignal): Promise<ExtractionResult> {
  const tesseract = findTesseract();
  if (tesseract === undefined)
    return { reason: 'It is an image, and tesseract, which would read it, is not installed.' };
  const text = await run([tesseract, '-', '-'], content, seconds, signal);
  return text === undefined ? { reason: 'The image could not be read.' } : { kind: 'image', text };
}

/** Limits memory and processor time, and forbids files and core dumps. The process is the first to be killed when memory runs out. */
const limits = (seconds: number): string[] => [
  `ulimit -d ${MEMORY_KB}`,
  `ulimit -t ${seconds}`,
  'ulimit -f 0',
  'ulimit -c 0',
  '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null',
];

/** Returns what it printed; undefined if it failed. */
async function run(
  command: readonly string[],
  input: Uint8Array,
  seconds: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const script = `${limits(seconds)
    .map((limit) => `${limit} || :`)
    .join('; ')}; exec "$0" "$@"`;
  const confined = [...(await withoutNetwork()), ...command];
  const [program = '', ...args] = process.platform === 'win32' ? command : ['/bin/sh', '-c', script, ...confined];
  try {
    const { code, stdout, isTooLong } = await runProcess(program, args, {
      ...{ env: { OMP_THREAD_LIMIT: '1' }, cwd: '/', input, maxBytes: MOST_ANSWER },
      signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]),
    });
    return code === 0 && !isTooLong ? stdout.toString('utf8') : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
