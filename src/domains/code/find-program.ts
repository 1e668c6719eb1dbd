/** Finds the path of a program inside the sandbox: in the project, in a folder above it, or in the system. */
import { DeputizeError } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import type { CommandSandbox } from '../../ports/command-sandbox.ts';
import { joinPath, ifPossible, upwards } from './project-folder.ts';

export interface ProgramSpec {
  readonly name: string;
  /** The folder in which a project has its installed programs. */
  readonly broughtIn?: 'node_modules/.bin' | '.venv/bin';
  /** How to install the program, for example its Debian package. */
  readonly remedy: string;
}

interface ProgramContext {
  readonly files: ScopedFiles;
  readonly sandbox: CommandSandbox;
  /** The folder of the project. */
  readonly path: string;
}

export async function findProgram(program: ProgramSpec, place: ProgramContext): Promise<string> {
  const found = await lookForProgram(program, place);
  if (found !== undefined) return found;
  const { name, remedy } = program;
  throw new DeputizeError('NOT_AVAILABLE', `${name} is not installed in the project or in /usr. ${remedy}`, {
    details: { program: name, remedy },
  });
}

export async function lookForProgram(
  { name, broughtIn }: ProgramSpec,
  { files, sandbox, path }: ProgramContext,
): Promise<string | undefined> {
  for (const folder of broughtIn === undefined ? [] : upwards(path)) {
    const candidate = joinPath(folder, `${broughtIn}/${name}`);
    // A link also counts. It is followed only inside the sandbox.
    if ((await ifPossible(() => files.info(candidate))) !== undefined) return `/workspace/${candidate}`;
  }
  return sandbox.locate(name);
}
