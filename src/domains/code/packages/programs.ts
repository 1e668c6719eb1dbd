/** Where the package managers stand inside the sandbox. They are the system’s own, never those of a workspace. */
import { DeputizeError } from '../../../core/index.ts';
import type { Sandbox } from '../../../ports/sandbox.ts';

function find(sandbox: Sandbox, program: string, remedy: string): string {
  const found = sandbox.locate(program);
  if (found !== undefined) return found;
  throw new DeputizeError('NOT_AVAILABLE', `${program} is not installed in /usr. ${remedy}`, {
    details: { program, remedy },
  });
}

export const findNpm = (sandbox: Sandbox): string => find(sandbox, 'npm', 'apt-get install npm');
export const findPython = (sandbox: Sandbox): string =>
  find(sandbox, 'python3', 'apt-get install python3 python3-venv');
