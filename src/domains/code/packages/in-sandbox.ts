/** Runs a package manager in the sandbox, and explains why it failed. */
import { DeputizeError } from '../../../core/index.ts';
import type { SandboxResult, SandboxRun } from '../../../ports/command-sandbox.ts';
import { refuseIfEnded } from '../ended.ts';
import { type InstallCapabilities, SECONDS } from './package-manager.ts';

const STDERR_CHARACTERS = 3_000;
/** A lock file of a large project has some megabytes. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

export async function inSandbox(
  manager: string,
  run: Omit<SandboxRun, 'timeoutMs' | 'signal'>,
  { sandbox, signal }: Pick<InstallCapabilities, 'sandbox' | 'signal'>,
): Promise<SandboxResult> {
  const limits = { outputBytes: OUTPUT_BYTES };
  const result = await sandbox.run({ ...run, limits, timeoutMs: SECONDS * 1_000, signal });
  refuseIfEnded(result, SECONDS, { what: manager, partialSideEffects: run.readOnly !== true });
  return result;
}

export function packageManagerError(
  manager: string,
  result: SandboxResult,
  partialSideEffects: boolean,
): DeputizeError {
  const stderrTail = result.stderr.slice(-STDERR_CHARACTERS).toWellFormed();
  const details = { exitCode: result.exitCode, stderr: stderrTail };
  if (/EINTEGRITY|DO NOT MATCH THE HASHES/.test(result.stderr)) {
    const message = `What the registry sent is not what was approved. ${manager} installed none of it.`;
    return new DeputizeError('CONFLICT', message, { details, retryable: false, partialSideEffects });
  }
  return new DeputizeError('EXTERNAL_ERROR', `${manager} ended with ${result.exitCode}.`, {
    ...{ details, retryable: false, partialSideEffects },
  });
}
