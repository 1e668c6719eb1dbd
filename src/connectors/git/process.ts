/** Runs git and what confines it, as a group that ends together. */
import { ProcessStartError, runProcess } from '../../lib/node/run-process.ts';
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

export async function run(program: string, args: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const { maxBytes = MAX_BYTES, ...rest } = options;
  try {
    const { code, stdout, stderr, isTooLong } = await runProcess(program, args, { ...rest, maxBytes, isGroup: true });
    return { status: isTooLong ? 0 : (code ?? -1), out: stdout, err: stderr, cut: isTooLong };
  } catch (error) {
    if (!(error instanceof ProcessStartError)) throw error;
    throw new PortError('NOT_AVAILABLE', `${program} cannot be started.`, {}, error.cause);
  }
}
