/**
 * A command with everything that it starts, as one process group. It ends on request, and when this process dies. It does not
 * use `lib/node/run-process.ts`, which runs a program to its end: this one talks to a program for a long time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import { isDoneWithin } from '../../lib/timeout.ts';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** How long the group may take to exit after its input ended, and after SIGTERM. */
const GRACE_MS = 1_500;
const LAST_WORDS_MS = 500;
const COMPLAINTS = 2_000;
const SHELL = '/bin/sh';

/**
 * The shell leads the group and stays beside the command. Its watcher reads from a pipe that only this process holds open.
 * When the pipe ends, this process is gone, and the watcher kills the whole group.
 */
const LEADER = `trap : TERM INT HUP
(trap '' TERM INT HUP; read -r _ <&3; sleep 2; kill -KILL 0) </dev/null >/dev/null 2>&1 &
watcher=$!
"$@" 3<&-
code=$?
kill -KILL $watcher
exit $code`;

export class ProcessGroup {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with how it ended. Never rejects. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #isGroup: boolean;
  #complaints = '';

  constructor({ command, args, env, cwd }: CommandLine) {
    const isGroup = process.platform !== 'win32' && existsSync(SHELL);
    const [file, words] = isGroup ? [SHELL, ['-c', LEADER, 'deputize', command, ...args]] : [command, [...args]];
    const child = spawn(file, words, {
      cwd,
      env,
      detached: isGroup,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(isGroup ? ['pipe' as const] : [])],
    });
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error('the pipes of a process are missing');
    this.#child = child;
    this.#isGroup = isGroup;
    this.stdin = stdin;
    this.stdout = stdout;
    // Only the end of stderr is kept, to limit memory. Stream errors are ignored: the end of the process shows the cause.
    stderr.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString('utf8')).slice(-COMPLAINTS);
    });
    for (const stream of child.stdio) stream?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
      child.once('exit', (code, signal) => {
        // Kills what the command started and left behind. Its last output may still be on its way.
        this.#signal('SIGKILL');
        const how = signal ? `it was ended by ${signal}` : exitText(code ?? 0);
        const late = setTimeout(resolve, LAST_WORDS_MS, how);
        child.once('close', () => {
          clearTimeout(late);
          resolve(how);
        });
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The end of what it wrote to standard error. */
  get complaints(): string {
    return this.#complaints.trim();
  }

  async end(): Promise<void> {
    this.stdin.end();
    if (await isDoneWithin(GRACE_MS, this.ended)) return;
    this.#signal('SIGTERM');
    if (await isDoneWithin(GRACE_MS, this.ended)) return;
    this.#signal('SIGKILL');
    await this.ended;
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(this.#isGroup ? -pid : pid, signal);
    } catch {
      // No process of the group is left.
    }
  }
}

function exitText(code: number): string {
  if (code === 127) return 'its command was not found';
  if (code === 126) return 'its command cannot be executed';
  return code > 128 ? `it was ended by signal ${code - 128}` : `it ended with code ${code}`;
}
