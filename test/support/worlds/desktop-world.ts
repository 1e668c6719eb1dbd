/** The desktop preset in real processes: the automation service, and beside it a process without capabilities. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import { readNote } from '../../../src/app/automation/socket-path.ts';
import type { AuditRecord, CallRequest, ApprovalResult, Outcome, ApprovalDecision } from '../../../src/core/index.ts';
import { withoutSession } from './desktop-session.ts';
import { onJsonLine } from '../processes/line-reader.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'deputize.mjs');

export interface DesktopWorldOptions {
  /** Below `desktop:` in deputize.yaml, beside the scopes. */
  readonly desktop?: Readonly<Record<string, unknown>>;
  readonly scopes?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The environment of the service. */
  readonly env?: Record<string, string>;
}

export class DesktopWorld implements AsyncDisposable {
  readonly base: string;
  readonly data: string;
  readonly docs: string;
  readonly downloads: string;
  service: { readonly child: ChildProcess; readonly pid: number } | undefined;
  #assembly: AppAssembly | undefined;
  readonly #env: Record<string, string>;

  private constructor(options: DesktopWorldOptions) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'desk-')));
    this.data = join(this.base, 'data');
    this.docs = join(this.base, 'docs');
    this.downloads = join(this.base, 'downloads');
    for (const folder of [this.data, this.docs, this.downloads]) mkdirSync(folder);
    this.#env = options.env ?? withoutSession();
    const scopes = { paths: [this.docs, this.downloads], ...options.scopes };
    const config = { presets: ['desktop'], ...options.config, desktop: { scopes, ...options.desktop } };
    writeFileSync(join(this.data, 'deputize.yaml'), JSON.stringify(config));
  }

  static async open(options: DesktopWorldOptions = {}): Promise<DesktopWorld> {
    const world = new DesktopWorld(options);
    try {
      await world.startService();
      world.#assembly = await assemble({ data: world.data, log: () => undefined });
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
    return world;
  }

  get assembly(): AppAssembly {
    if (!this.#assembly) throw new Error('the world is not open');
    return this.#assembly;
  }

  async startService(): Promise<void> {
    const child = spawn(process.execPath, [program, 'automation', '--json', '--data', this.data], {
      env: { ...this.#env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
    const pid = await new Promise<number>((resolve, reject) => {
      onJsonLine<{ pid?: number; error?: { message: string } }>(child.stdout, (ready) =>
        ready.pid === undefined ? reject(new Error(ready.error?.message)) : resolve(ready.pid),
      );
      child.once('close', () => reject(new Error(`the service did not start:\n${complaints}`)));
    });
    this.service = { child, pid };
  }

  async stopService(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { child, pid = 0 } = this.service ?? {};
    this.service = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    // Killed through what confines it, it would live on for a moment and could still write down how its calls ended.
    if (signal === 'SIGKILL' && isAlive(pid)) process.kill(pid, signal);
    child.kill(signal);
    await closed;
    // What is confined ends with what started it, a moment later.
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Where the service listens, and its secret. */
  note(): { socket: string; secret: string } {
    const note = readNote(this.data);
    if (!note) throw new Error('no service runs');
    return note;
  }

  async call(tool: string, args: unknown, more: Partial<CallRequest> = {}): Promise<Outcome> {
    const { runtime, owner } = this.assembly;
    return runtime.call({ tool, args, preset: 'desktop', ...more }, await owner('agent', 'test'));
  }

  /** The value of a call that needs no approval. */
  async value<T>(tool: string, args: unknown): Promise<T> {
    const outcome = await this.call(tool, args);
    if (outcome.state === 'ok' || outcome.state === 'reported') return outcome.value as T;
    throw new Error(`not done: ${JSON.stringify(outcome)}`);
  }

  async pending(tool: string, args: unknown, more?: Partial<CallRequest>): Promise<Outcome & { state: 'pending' }> {
    const outcome = await this.call(tool, args, more);
    if (outcome.state === 'pending') return outcome;
    throw new Error(`not pending: ${JSON.stringify(outcome)}`);
  }

  async decide(id: string, verdict: Partial<ApprovalDecision> = {}): Promise<ApprovalResult> {
    const { runtime, owner } = this.assembly;
    return runtime.approvals.decide(
      id,
      { decision: 'approve', via: 'test', ...verdict },
      await owner('person', 'test'),
    );
  }

  /** Asks, approves, and answers what became of it. */
  async approved(tool: string, args: unknown): Promise<Outcome> {
    return (await this.decide((await this.pending(tool, args)).approval.id)).outcome;
  }

  async undo(callId: string): Promise<void> {
    const { runtime, owner } = this.assembly;
    await runtime.undo(callId, await owner('person', 'test'));
  }

  addUser(id: string): void {
    const database = new DatabaseSync(join(this.data, 'deputize.db'));
    try {
      database
        .prepare(
          `insert into users (id, organization_id, name, role, created_at) select ?, organization_id, ?, 'user', created_at from users`,
        )
        .run(id, id);
    } finally {
      database.close();
    }
  }

  audit(callId: string): Promise<AuditRecord[]> {
    return this.assembly.runtime.audit.read({ callId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#assembly?.close();
    await this.stopService();
    rmSync(this.base, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The code of an outcome that has an error. */
export function codeOf(outcome: Outcome): string {
  return 'error' in outcome ? outcome.error.code : outcome.state;
}
