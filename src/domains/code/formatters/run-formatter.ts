/** Has one batch of files formatted in the sandbox, where nothing of the workspace can be changed. */
import { DeputizeError } from '../../../core/index.ts';
import type { SandboxResult } from '../../../ports/command-sandbox.ts';
import { refuseIfEnded } from '../ended.ts';
import { findProgram } from '../find-program.ts';
import type { FormatterBatch, FormatterContext } from './choose.ts';
import { formatters } from './formatters.ts';

const SECONDS = 240;
/** Of all files of a batch together, as they come back. */
const OUTPUT_BYTES = 48 * 1024 * 1024;
const COMPLAINT_CHARACTERS = 1_000;

export type FormatterResult =
  { readonly path: string; readonly bytes: Uint8Array } | { readonly path: string; readonly complaint: string };

/** What is not in the answer stays as it is. */
export async function runFormatter(
  { name, folder, program, paths }: FormatterBatch,
  { files, sandbox, signal }: FormatterContext,
): Promise<FormatterResult[]> {
  const { script } = formatters[name];
  const interpreter = await findProgram(script.interpreter, { files, sandbox, path: folder });
  const result = await sandbox.run({
    command: [interpreter, `/code/${script.name}`, program, ...paths.map((path) => `/workspace/${path}`)],
    files: { [script.name]: script.text },
    env: { NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' },
    cwd: folder,
    // A formatter’s settings can be programs, and so they can act on any file that is there to be changed.
    readOnly: true,
    timeoutMs: SECONDS * 1_000,
    limits: { outputBytes: OUTPUT_BYTES },
    signal,
  });
  refuseIfEnded(result, SECONDS, { what: name, partialSideEffects: false });
  const lines = splitOutput(result);
  // A plugin that cannot be loaded, say, ends the whole.
  if (lines.length !== paths.length) return [{ path: folder || '.', complaint: describeFailure(name, result) }];
  return paths.flatMap((path, at) => read(path, lines[at] ?? ''));
}

function splitOutput({ stdout, omitted }: SandboxResult): string[] {
  if (omitted.stdout > 0) throw new DeputizeError('TOO_LARGE', 'These files are too much for one call. Name fewer.');
  return stdout.split('\n').slice(0, -1);
}

function read(path: string, line: string): FormatterResult[] {
  const [code = '', text = ''] = line.split(' ');
  if (code === '=') return [];
  const bytes = Buffer.from(text, 'base64');
  if (code === '0') return [{ path, bytes }];
  return [{ path, complaint: bytes.toString('utf8').trim().slice(0, COMPLAINT_CHARACTERS).toWellFormed() }];
}

function describeFailure(name: string, { exitCode, stderr }: SandboxResult): string {
  const stderrTail = stderr.trim().slice(-COMPLAINT_CHARACTERS).toWellFormed();
  return `${name} ended with ${exitCode} before it was done.${stderrTail === '' ? '' : `\n${stderrTail}`}`;
}
