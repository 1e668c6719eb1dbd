/** A whole runtime with the sample tools on a temporary folder, and what tests ask of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { createDeputize, type Deputize, type DeputizeOptions } from '../../../src/app/library.ts';
import {
  OWNER,
  type AuditRecord,
  type Outcome,
  type Principal,
  type ApprovalDecision,
} from '../../../src/core/index.ts';
import { readResult } from '../../../src/toolsets/session/read-result.ts';
import { SAMPLE_POLICY, sampleTools, type World } from './sample-tools.ts';

type Pending = Extract<Outcome, { state: 'pending' }>;
type Refused = Extract<Outcome, { error: unknown }>;

export interface Sample extends AsyncDisposable {
  readonly data: string;
  readonly world: World;
  readonly agent: Principal;
  readonly person: Principal;
  readonly logged: string[];
  deputize: Deputize;
  /** Closes it and opens it again on the same folder. */
  reopen(): Promise<void>;
  call(tool: string, args: unknown, more?: Parameters<Deputize['call']>[2]): Promise<Outcome>;
  pending(tool: string, args: unknown, more?: Parameters<Deputize['call']>[2]): Promise<Pending>;
  refused(tool: string, args: unknown, more?: Parameters<Deputize['call']>[2]): Promise<Refused>;
  approve(id: string, more?: Partial<ApprovalDecision>): ReturnType<Deputize['approvals']['decide']>;
  deny(id: string, more?: Partial<ApprovalDecision>): ReturnType<Deputize['approvals']['decide']>;
  audit(callId?: string): Promise<AuditRecord[]>;
  /** Rows straight from the database file. */
  sql<Row>(query: string): Row[];
}

export async function openSample(options: Partial<DeputizeOptions> = {}): Promise<Sample> {
  const data = await mkdtemp(join(tmpdir(), 'governance-'));
  const world: World = { effects: [], version: 1 };
  const logged: string[] = [];
  const open = () =>
    createDeputize({
      data,
      tools: [...sampleTools(world), readResult],
      policy: SAMPLE_POLICY,
      log: (level, message) => void logged.push(`${level} ${message}`),
      ...options,
    });
  const deputize = await open();
  // The agent is the one that the library calls as, because an agent sees only its own calls.
  const principal = (kind: Principal['kind']) => deputize.runtime.directory.principal(OWNER, kind, 'library');
  const sample: Sample = {
    data,
    world,
    logged,
    deputize,
    agent: await principal('agent'),
    person: await principal('person'),
    reopen: async () => {
      await sample.deputize.close();
      sample.deputize = await open();
    },
    call: async (tool, args, more) => (await sample.deputize.call(tool, args, more)).outcome,
    pending: async (tool, args, more) => {
      const outcome = await sample.call(tool, args, more);
      if (outcome.state !== 'pending') throw new Error(`not pending: ${JSON.stringify(outcome)}`);
      return outcome;
    },
    refused: async (tool, args, more) => {
      const outcome = await sample.call(tool, args, more);
      if (!('error' in outcome)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
      return outcome;
    },
    approve: (id, more) => sample.deputize.approvals.decide(id, { ...more, decision: 'approve' }),
    deny: (id, more) => sample.deputize.approvals.decide(id, { ...more, decision: 'deny' }),
    audit: (callId) => sample.deputize.runtime.audit.read({ limit: 1_000, callId }),
    sql: (query) => {
      const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true });
      try {
        return database.prepare(query).all() as never[];
      } finally {
        database.close();
      }
    },
    [Symbol.asyncDispose]: async () => {
      await sample.deputize.close();
      await rm(data, { recursive: true, force: true });
    },
  };
  return sample;
}

/** What a promise is rejected with. */
export async function thrownBy(work: Promise<unknown>): Promise<Record<string, unknown>> {
  return work.then(
    (value) => {
      throw new Error(`nothing was thrown: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error as Record<string, unknown>,
  );
}

export const MAIL = { to: ['ann@example.com'], body: 'hello' };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
