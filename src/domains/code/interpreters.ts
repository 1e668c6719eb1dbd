/** The program that runs each language, with the environment variables that scripts expect. */
import { DeputizeError } from '../../core/index.ts';
import type { CommandSandbox } from '../../ports/command-sandbox.ts';

interface Interpreter {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly find: (sandbox: CommandSandbox) => string;
}

function interpreter(program: string, file: string, debian: string, env: Interpreter['env'] = {}): Interpreter {
  return {
    file,
    env,
    find: (sandbox) => {
      const path = sandbox.locate(program);
      if (path !== undefined) return path;
      throw new DeputizeError(
        'NOT_AVAILABLE',
        `${program} is not installed where the sandbox has it from (/usr). apt-get install ${debian}`,
        { details: { program, remedy: `apt-get install ${debian}` } },
      );
    },
  };
}

export const interpreters = {
  // Scripts can import modules of the workspace. Output is unbuffered, so that it is not lost at a timeout.
  python: interpreter('python3', 'main.py', 'python3', { PYTHONPATH: '/workspace', PYTHONUNBUFFERED: '1' }),
  bash: interpreter('bash', 'main.sh', 'bash'),
  node: interpreter('node', 'main.js', 'nodejs', { NODE_PATH: '/workspace/node_modules' }),
} as const;
