/** Runs a package manager in the sandbox, and explains why it failed. */
import { DeputizeError } from '../../../core/index.ts';
import type { SandboxResult, SandboxRun, StagedTree } from '../../../ports/command-sandbox.ts';
import { refuseIfEnded } from '../ended.ts';
import { type InstallCapabilities, SECONDS } from './package-manager.ts';

const STDERR_CHARACTERS = 3_000;
/** A lock file of a large project has some megabytes. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

type ManagerRun = Omit<SandboxRun, 'timeoutMs' | 'signal' | 'limits'>;
type RunCapabilities = Pick<InstallCapabilities, 'sandbox' | 'signal'>;

const COMMON = { limits: { outputBytes: OUTPUT_BYTES }, timeoutMs: SECONDS * 1_000 };

/** Runs on a workspace that cannot be changed. */
export async function runReadOnly(
  manager: string,
  run: ManagerRun,
  { sandbox, signal }: RunCapabilities,
): Promise<SandboxResult> {
  const result = await sandbox.run({ ...run, ...COMMON, readOnly: true, signal });
  refuseIfEnded(result, SECONDS, { what: manager, partialSideEffects: false });
  return result;
}

/** Runs on a staged view of the workspace, or on the one that another run has left. */
export async function runInStaging(
  manager: string,
  run: ManagerRun,
  { sandbox, signal }: RunCapabilities,
  onto?: StagedTree,
): Promise<{ readonly result: SandboxResult; readonly tree: StagedTree }> {
  const { result, tree } = await sandbox.runStaged({ ...run, ...COMMON, signal }, onto);
  refuseIfEnded(result, SECONDS, { what: manager, partialSideEffects: false });
  if (tree === undefined) throw new DeputizeError('INTERNAL', `${manager} left no result.`);
  return { result, tree };
}

/** Nothing was applied. */
export function packageManagerError(manager: string, result: SandboxResult): DeputizeError {
  const partialSideEffects = false;
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
