/** A program at a real pseudo-terminal, which a test types into and reads from. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { quickStart } from '../crash/crash-process.ts';

const program = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));
const PATIENCE_MS = 40_000;

export interface TerminalProgram extends AsyncDisposable {
  /** Everything that it has written, as it came. */
  readonly raw: string;
  /** Waits until this has been written since the last time, and answers what came before it and it. */
  until(text: string): Promise<string>;
  type(text: string): void;
  /** Its exit code, once it has ended. */
  ended(): Promise<number>;
}

export function deputizeAtTerminal(words: readonly string[], env: Record<string, string> = {}): TerminalProgram {
  const quoted = [process.execPath, program, ...words].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`);
  // `script` of util-linux gives the program a separate terminal and passes everything on. Without `exec` a shell
  // such as dash would stay in between, take Ctrl-C for its own and end with 130.
  const child = spawn('script', ['-qefc', `exec ${quoted.join(' ')}`, '/dev/null'], {
    env: { ...quickStart, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let raw = '';
  let at = 0;
  const closed = once(child, 'close') as Promise<[number]>;
  closed.catch(() => undefined);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
  return {
    get raw() {
      return raw;
    },
    until: async (text) => {
      const from = at;
      for (let waited = 0; !raw.includes(text, from); waited += 20) {
        if (waited > PATIENCE_MS || child.exitCode !== null)
          throw new Error(`"${text}" was not written. Since the last time:\n${raw.slice(from)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      at = raw.indexOf(text, from) + text.length;
      return raw.slice(from, at);
    },
    type: (text) => void child.stdin.write(text),
    ended: async () => (await closed)[0],
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) child.kill('SIGKILL');
      await closed;
    },
  };
}
