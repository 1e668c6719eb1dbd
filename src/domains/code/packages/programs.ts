/** Finds the package managers inside the sandbox. Only programs of the system are used, never those of a workspace. */
import { DeputizeError } from '../../../core/index.ts';
import type { CommandSandbox } from '../../../ports/command-sandbox.ts';

function find(sandbox: CommandSandbox, program: string, remedy: string): string {
  const found = sandbox.locate(program);
  if (found !== undefined) return found;
  throw new DeputizeError('NOT_AVAILABLE', `${program} is not installed in /usr. ${remedy}`, {
    details: { program, remedy },
  });
}

export const findNpm = (sandbox: CommandSandbox): string => find(sandbox, 'npm', 'apt-get install npm');
export const findPython = (sandbox: CommandSandbox): string =>
  find(sandbox, 'python3', 'apt-get install python3 python3-venv');
