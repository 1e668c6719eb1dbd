/** A server with the organization preset and a company: people in departments, each with a token. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import type { Outcome } from '../../../src/core/index.ts';
import { startServer, type TestServer } from '../servers/test-server.ts';

export interface Company extends AsyncDisposable {
  readonly http: TestServer;
  /** The tokens of people by their name. */
  readonly tokens: ReadonlyMap<string, string>;
  call(person: string, tool: string, args: unknown): Promise<Outcome>;
  /** The value of a call that must go well. */
  value<T>(person: string, tool: string, args: unknown): Promise<T>;
}

/** `people` names each person's departments. */
export async function startCompany(people: Readonly<Record<string, readonly string[]>>): Promise<Company> {
  const http = await startServer();
  const database = new DatabaseSync(join(http.data, 'deputize.db'));
  for (const department of new Set(Object.values(people).flat()))
    database
      .prepare(`insert into departments (id, organization_id, name) values (?, 'home', ?)`)
      .run(department, department.toUpperCase());
  const tokens = new Map<string, string>();
  const { runtime } = http.server.assembly;
  for (const [person, departments] of Object.entries(people)) {
    database
      .prepare(`insert into users (id, organization_id, name, role, created_at) values (?, 'home', ?, 'user', 0)`)
      .run(person, person);
    for (const department of departments)
      database.prepare('insert into memberships values (?, ?)').run(person, department);
    const principal = await runtime.directory.principal(person, 'person', 'test');
    tokens.set(person, (await runtime.credentials.createToken(principal, { scope: 'person', name: 'test' })).token);
  }
  database.close();
  const call: Company['call'] = async (person, tool, args) => {
    const json = { tool, args, preset: 'organization' };
    return (await http.json<Outcome>('/api/calls', { token: tokens.get(person) ?? null, json })).body;
  };
  return {
    http,
    tokens,
    call,
    async value<T>(person: string, tool: string, args: unknown) {
      const outcome = await call(person, tool, args);
      if (outcome.state === 'ok') return outcome.value as T;
      throw new Error(JSON.stringify(outcome));
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}
