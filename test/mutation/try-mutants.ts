/** Runs mutants in a process of their own, one after the other. One that does not end is noticed by that, and costs a new process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Trial } from './mutant-child.ts';

const program = fileURLToPath(new URL('mutant-child.ts', import.meta.url));
const PATIENCE_MS = 10_000;
/** What was loaded stays in memory, so a process is not used for ever. */
const TRIALS_PER_PROCESS = 150;

/** The ids of those that no test noticed. */
export async function survivorsOf(trials: readonly Trial[]): Promise<number[]> {
  const survivors: number[] = [];
  let child: ChildProcess | undefined;
  let used = 0;
  const end = async (): Promise<void> => {
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    child = undefined;
    used = 0;
  };
  for (const trial of trials) {
    child ??= fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.send(trial);
    const answer = await answerOf(child);
    if (answer === false) survivors.push(trial.id);
    used += 1;
    if (answer === undefined || used >= TRIALS_PER_PROCESS) await end();
  }
  await end();
  return survivors;
}

/** Undefined where it does not answer, or died. */
async function answerOf(child: ChildProcess): Promise<boolean | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  const died = () => late.abort();
  child.once('exit', died);
  try {
    const [{ noticed }] = (await once(child, 'message', { signal: late.signal })) as [{ noticed: boolean }];
    return noticed;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    child.off('exit', died);
  }
}
