/** Calls and conversations written straight into a database, to see what is recalled of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { contentCipher, createSecretSealer } from '../../../src/connectors/secrets/content-cipher.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { Json } from '../../../src/ports/json.ts';
import type { Resource } from '../../../src/ports/resource.ts';
import { ContentStore } from '../../../src/core/contents/content-store.ts';
import { formatActor, type Principal } from '../../../src/core/access/principal.ts';
import type { ToolLabels } from '../../../src/core/contract.ts';
import { defineTool } from '../../../src/core/define-tool.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { callStatements } from '../../../src/core/ledger/calls.ts';
import { Registry } from '../../../src/core/registry.ts';
import { migrations } from '../../../src/core/storage/migrations.ts';
import { query, createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { CallState } from '../../../src/core/storage/tables.ts';
import type { History } from '../../../src/core/provenance/taint/history.ts';
import { recall } from '../../../src/core/provenance/taint/recall.ts';

export const sql = createSqlBuilder('sqlite');
const calls = callStatements(sql);
let database: Database;
let ids = 0;
export const newId = (kind: string): string => `${kind} ${(ids += 1)}`;

const tool = (name: string, labels: Partial<ToolLabels>, output: z.ZodType = z.unknown()) =>
  defineTool({ ...{ name, description: name, labels, risk: 'low', input: z.unknown(), output }, run: () => null });
const registry = new Registry([
  {
    ...{ name: 'office', description: '', policy: '' },
    tools: [
      tool('read_mail', { untrusted: true, private: true }),
      tool('read_page', { untrusted: true, sendsOut: true }),
      tool('list_notes', { private: true }),
      tool('get_note', { private: true }, z.object({ text: z.string() })),
      tool('add_up', {}),
      tool('send_note', { sendsOut: true }),
    ],
  },
]);

/** Opens a database for the tests of this file. Each file calls it, so that files can share their modules. */
export function useRecalledCalls(): void {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'recall-'));
    database = openSqlite(join(folder, 'deputize.db'), { chain: createAuditChain(sql, nodeDigest) });
    await database.migrate(migrations('sqlite'));
    const organization = (id: string) => query(sql.insertInto('organizations').values({ id, name: id, created_at: 0 }));
    await write(organization('home'), organization('elsewhere'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
}

export const write = (...writes: ReturnType<typeof query>[]) => database.change({ guards: [], writes });

export async function somebody(organizationId = 'home'): Promise<Principal> {
  const userId = newId('user');
  const row = { id: userId, organization_id: organizationId, name: userId, role: 'user', created_at: 0 } as const;
  await write(query(sql.insertInto('users').values({ ...row, disabled_at: null, email: null, revision: 1 })));
  return { ...{ userId, organizationId, departmentIds: [], role: 'user', kind: 'agent', via: 'token:1' } };
}

export interface Called {
  readonly tool?: string;
  readonly preset?: string;
  readonly args?: Json;
  readonly state?: CallState;
  readonly value?: Json;
  readonly error?: Json;
  readonly hasEnded?: boolean;
  /** The column as it is stored, instead of `value` and `error`. */
  readonly outcome?: string;
  readonly conversationId?: string | null;
  readonly resources?: readonly Resource[];
}

export function callOf(by: Principal, called: Called) {
  const { preset = 'office', args = {}, state = 'ok', conversationId = null, hasEnded = true, value, error } = called;
  const id = newId('call');
  const insert = calls.insert({
    ...{
      id,
      trace_id: id,
      organization_id: by.organizationId,
      user_id: by.userId,
      actor: formatActor(by),
      preset,
      state,
    },
    ...{ tool: called.tool ?? 'list_notes', tool_version: '1.0.0', mode: 'text', conversation_id: conversationId },
    ...{ args_json: JSON.stringify(args), args_hash: '', risk: 'low', decision_json: '{}', node_id: null },
    ...{
      created_at: 0,
      started_at: 0,
      ended_at: 0,
      outcome_json: hasEnded ? (called.outcome ?? JSON.stringify({ value, error })) : null,
    },
    ...{ workspace_id: null, resources_json: JSON.stringify(called.resources ?? []), resource_key: '' },
  });
  return { id, insert };
}

export async function call(by: Principal, called: Called): Promise<string> {
  const { id, insert } = callOf(by, called);
  await write(insert);
  return id;
}

export async function talk(by: Principal, ...messages: object[]): Promise<string> {
  const id = newId('conversation');
  await write(
    query(
      sql.insertInto('conversations').values({
        ...{ id, organization_id: by.organizationId, user_id: by.userId, preset: 'office', model: 'none', title: '' },
        ...{ instructions: null, is_open: 0, node_id: null, created_at: 0, updated_at: 0 },
      }),
    ),
    ...messages.map((body, at) =>
      query(
        sql.insertInto('messages').values({
          ...{ conversation_id: id, seq: at + 1, at: 0, body_json: JSON.stringify(body) },
        }),
      ),
    ),
  );
  return id;
}

export const opened = () => recall({ database, sql, registry, contents: openContents() });
/** The columns of this file hold plain texts, as those from before contents were sealed. */
const openContents = () =>
  new ContentStore({
    ...{ database, sql, contentCipher, clock: { now: Date.now }, digest: nodeDigest, newId: () => newId('content') },
    secretSealer: createSecretSealer('the key of these tests'),
  });
export const historyOf = (principal: Principal, conversationId?: string | null): Promise<History> =>
  opened()({ principal, preset: 'office', mode: 'text', conversationId });
export const shown = ({ seen }: History) =>
  seen.map(({ tool: name, labels, value }) => ({ tool: name, labels, value }));
