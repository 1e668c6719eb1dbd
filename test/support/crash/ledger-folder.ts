/** A runtime with the crash tools in a temporary folder that several processes can open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import type { RuntimeLimits } from '../../../src/core/index.ts';
import { countLines, crashTools } from './crash-tools.ts';
import { SecondDoor } from '../processes/second-door.ts';

export class LedgerFolder implements AsyncDisposable {
  readonly data: string;
  readonly effects: string;
  readonly deputize: Deputize;
  readonly #folder: string;
  readonly #limits: Partial<RuntimeLimits>;

  private constructor(folder: string, limits: Partial<RuntimeLimits>, deputize: Deputize) {
    this.#folder = folder;
    this.data = join(folder, 'data');
    this.effects = join(folder, 'effects.txt');
    this.#limits = limits;
    this.deputize = deputize;
  }

  static async create(limits: Partial<RuntimeLimits> = {}): Promise<LedgerFolder> {
    const folder = mkdtempSync(join(tmpdir(), 'deputize-ledger-'));
    const tools = crashTools(join(folder, 'effects.txt'));
    return new LedgerFolder(folder, limits, await createDeputize({ data: join(folder, 'data'), tools, limits }));
  }

  secondDoor(): Promise<SecondDoor> {
    const { data, effects } = this;
    return SecondDoor.open({ data, effects, limits: this.#limits });
  }

  /** Asks for `send_line` and answers with its approval. */
  async asked(args: { before?: number } = {}): Promise<{ callId: string; traceId: string; approval: string }> {
    const { outcome } = await this.deputize.call('send_line', args, { callId: `ask-${crypto.randomUUID()}` });
    if (outcome.state !== 'pending') throw new Error(`send_line did not ask: ${JSON.stringify(outcome)}`);
    return { callId: outcome.callId, traceId: outcome.traceId, approval: outcome.approval.id };
  }

  /** A confirm token for `send_line` with these arguments. */
  async minted(args: { before?: number } = {}): Promise<{ callId: string; traceId: string; token: string }> {
    const { callId, traceId, approval } = await this.asked(args);
    const { confirmToken } = await this.deputize.approvals.decide(approval, { decision: 'approve', execute: false });
    if (confirmToken === undefined) throw new Error('no token was minted');
    return { callId, traceId, token: confirmToken };
  }

  lines(): Record<string, number> {
    return Object.fromEntries(countLines(this.effects));
  }

  /** How many audit records of each kind a call has. */
  records(callId: string): Record<string, number> {
    const database = new DatabaseSync(join(this.data, 'deputize.db'), { timeout: 10_000 });
    try {
      const rows = database
        .prepare('select kind, count(*) as times from audit where call_id = ? group by kind')
        .all(callId) as { kind: string; times: number }[];
      return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]));
    } finally {
      database.close();
    }
  }

  /** Another member of the owner's organization. */
  addUser(id: string): void {
    const database = new DatabaseSync(join(this.data, 'deputize.db'), { timeout: 10_000 });
    const insert = `insert into users (id, organization_id, name, role, created_at) values (?, 'home', ?, 'user', 0)`;
    database.prepare(insert).run(id, id);
    database.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.deputize.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
