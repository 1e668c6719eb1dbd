/** The workspace preset with small limits on temporary folders, code to run in it, and a look at what is left behind. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import type { ApprovalView, CallRequest, ErrorValue, Outcome, Principal, UndoResult } from '../../../src/core/index.ts';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly duration: number;
}

type More = Partial<Omit<CallRequest, 'tool' | 'args' | 'preset'>> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: number;
};

export const SMALL_LIMITS =
  'sandbox: { memoryMB: 160, processes: 40, cpuSeconds: 4, diskMB: 16, temporaryMB: 8, outputKB: 24 }\n';

export class CodeRunner implements AsyncDisposable {
  readonly base: string;
  readonly workspace: string;
  readonly data: string;
  readonly #assembly: AppAssembly;
  readonly #agent: Principal;

  private constructor(base: string, workspace: string, assembly: AppAssembly, agent: Principal) {
    this.base = base;
    this.workspace = workspace;
    this.data = assembly.data;
    this.#assembly = assembly;
    this.#agent = agent;
  }

  static async open(config = SMALL_LIMITS, workspaceName = 'work'): Promise<CodeRunner> {
    const base = mkdtempSync(join(tmpdir(), 'code-'));
    const [data, workspace] = [join(base, 'data'), join(base, workspaceName)];
    mkdirSync(data);
    mkdirSync(workspace);
    writeFileSync(join(data, 'deputize.yaml'), config);
    const assembly = await assemble({ data, workspace, log: () => undefined });
    return new CodeRunner(base, workspace, assembly, await assembly.owner('agent', 'test'));
  }

  call(tool: string, args: object, more: Partial<CallRequest> = {}): Promise<Outcome> {
    return this.#assembly.runtime.call({ preset: 'workspace', ...more, tool, args }, this.#agent);
  }

  async outcome(language: string, code: string, { args, env, timeout, ...more }: More = {}): Promise<Outcome> {
    const given = { args, env, timeout };
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return this.call('run_code', { language, code, timeout: 60, ...known }, more);
  }

  async run(language: string, code: string, more: More = {}): Promise<Ran> {
    const outcome = await this.outcome(language, code, more);
    if (outcome.state === 'ok') return outcome.value as unknown as Ran;
    throw new Error(`it did not run: ${JSON.stringify(outcome).slice(0, 2_000)}`);
  }

  python(code: string, more: More = {}): Promise<Ran> {
    return this.run('python', code, more);
  }

  bash(code: string, more: More = {}): Promise<Ran> {
    return this.run('bash', code, more);
  }

  async error(language: string, code: string, more: More = {}): Promise<ErrorValue> {
    const outcome = await this.outcome(language, code, more);
    if ('error' in outcome) return outcome.error;
    throw new Error(`nothing went wrong: ${JSON.stringify(outcome).slice(0, 2_000)}`);
  }

  /** By the person. */
  async undo(callId: string): Promise<UndoResult> {
    return this.#assembly.runtime.undo(callId, await this.#assembly.owner('person', 'test'));
  }

  /** The calls that wait for the person. */
  async waiting(): Promise<readonly ApprovalView[]> {
    return this.#assembly.runtime.approvals.list(await this.#assembly.owner('person', 'test'));
  }

  async decide(id: string, decision: 'approve' | 'deny'): Promise<Outcome> {
    const person = await this.#assembly.owner('person', 'test');
    return (await this.#assembly.runtime.approvals.decide(id, { decision, via: 'test' }, person)).outcome;
  }

  cancel(callId: string): Promise<boolean> {
    return this.#assembly.runtime.cancel(callId, this.#agent);
  }

  /** Ends all calls, by the person. */
  async stopAll(): Promise<void> {
    await this.#assembly.runtime.stopAll(await this.#assembly.owner('person', 'test'), 'test');
  }

  /** The host's own view of the workspace. */
  file(name: string): string {
    return readFileSync(join(this.workspace, name), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#assembly.close();
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Every process on this machine whose command line holds the text, this one and its own left out. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) => told(`/proc/${pid}/cmdline`).includes(text) && !/^State:\s+[ZX]/m.test(told(`/proc/${pid}/status`)),
    )
    .map(Number);
}

/** Fails when anything of the runs with this mark is alive, or any sandbox of this process. */
export async function nothingLeft(mark: string): Promise<void> {
  const left = () => [...processesWith(mark), ...sandboxesOf(process.pid)];
  // The kernel takes a moment to take a namespace down, with bubblewrap's own process in it.
  for (let look = 0; look < 100 && left().length > 0; look += 1) await pause(20);
  const found = left().map((pid) => told(`/proc/${pid}/cmdline`));
  if (found.length > 0) throw new Error(`left behind: ${found.join('; ')}`);
}

function sandboxesOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => /^PPid:\s+(\d+)$/m.exec(told(`/proc/${pid}/status`))?.[1] === String(parent))
    .filter((pid) => told(`/proc/${pid}/cmdline`).includes('bwrap'))
    .map(Number);
}

function told(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
