/** A data folder that has something of everything: what people and their assistants did, and a row in every other table. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { vi } from 'vitest';

import { openCompany } from '../worlds/company.ts';
import { plainMail } from '../worlds/mail-room.ts';

export interface FullFolder {
  readonly data: string;
  /** A call that waits for a person, by its approval. */
  readonly approvalId: string;
  /** A call that can be undone. */
  readonly undoable: string;
  /** The token of a user in a department. */
  readonly personToken: string;
}

export async function fillFolder(data: string): Promise<FullFolder> {
  await using company = await openCompany(
    { data },
    { presets: ['personal', 'organization'], organization: { signIn: {} } },
  );
  const { runtime, mail, owner } = company.server.assembly;
  const person = await owner('person', 'test');
  const agent = await owner('agent', 'test');
  const call = async (tool: string, args: object) => {
    const outcome = await runtime.call({ preset: 'personal', tool, args }, agent);
    if (outcome.state !== 'pending') return outcome;
    const verdict = { decision: 'approve', via: 'test' } as const;
    return (await runtime.approvals.decide(outcome.approval.id, verdict, person)).outcome;
  };
  await call('write_file', { key: 'notes.txt', content: 'first' });
  const second = await call('write_file', { key: 'notes.txt', content: 'second ä'.repeat(20_000) });
  const raw = Buffer.from(plainMail({ Subject: 'Invoice of the gardener' }, 'Roses and tulips.'));
  await mail.inbox.deliver(raw, { via: 'file' });
  const waiting = await runtime.call({ preset: 'personal', tool: 'delete_file', args: { key: 'notes.txt' } }, agent);
  if (waiting.state !== 'pending') throw new Error(JSON.stringify(waiting));
  await runtime.changeSetting('user', person.userId, 'nothing_*', 'ask', person);
  await runtime.conversations.create(person, { preset: 'personal', model: 'any', title: 'Kept', seed: [] });
  const somebody = company.everyone.find(({ departmentIds }) => departmentIds.length === 1);
  if (!somebody) throw new Error('nobody is in one department');
  const content = Buffer.from('The harvest of pears was late this year.').toString('base64');
  await company.call(somebody, 'upload_file', { filename: 'harvest.txt', content, contentType: 'text/plain' });
  await vi.waitFor(
    async () => {
      const found = await company.call(somebody, 'semantic_search', { query: 'fruit', threshold: 0 });
      if (!JSON.stringify(found.value).includes('harvest')) throw new Error('not yet');
    },
    { timeout: 60_000, interval: 200 },
  );
  await runtime.audit.checkpoint();
  return {
    ...{ data, approvalId: waiting.approval.id, undoable: second.callId, personToken: somebody.personToken },
  };
}

/** A row for every table that has none yet. */
export function fillRest(data: string): string[] {
  const database = new DatabaseSync(join(data, 'deputize.db'));
  const tables = database
    .prepare(
      `select name, sql from sqlite_master where type = 'table' and sql not like 'create virtual%' and name not like '%_search_%' and name not like 'sqlite_%'`,
    )
    .all() as unknown as { name: string; sql: string }[];
  const valueOf = (table: { name: string; sql: string }, column: { name: string; type: string }): string | number => {
    const [reference] = database
      .prepare('select "table", "from", "to" from pragma_foreign_key_list(?) where "from" = ?')
      .all(table.name, column.name);
    if (reference) {
      const [row] = database
        .prepare(`select "${String(reference['to'])}" as v from "${String(reference['table'])}"`)
        .all();
      return row?.['v'] as string | number;
    }
    const [, allowed] = new RegExp(`\\b${column.name} in \\('(\\w+)'`).exec(table.sql) ?? [];
    if (allowed !== undefined) return allowed;
    if (/int/i.test(column.type)) return 0;
    return /json|payload|settings|recipients|attachments/.test(column.name)
      ? '{"a":"\\u0000 ä"}'
      : `${column.name} ä 'x'`;
  };
  try {
    // The runtime has ended; only the process it ran in goes on, with the tests.
    database.exec('update nodes set seen_at = 0');
    for (const table of tables) {
      // The archive cannot be written to, and the chains begin with its head.
      if (table.name === 'audit_archive' || table.name === 'audit_genesis') continue;
      if (database.prepare(`select 1 from "${table.name}" limit 1`).get()) continue;
      const columns = database.prepare('select name, type from pragma_table_info(?)').all(table.name) as unknown as {
        name: string;
        type: string;
      }[];
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const marks = columns.map(() => '?').join(', ');
      database
        .prepare(`insert into "${table.name}" (${names}) values (${marks})`)
        .run(...columns.map((column) => valueOf(table, column)));
    }
    return tables.map(({ name }) => name);
  } finally {
    database.close();
  }
}
