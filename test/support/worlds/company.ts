/** A company with one user for each combination of role and departments, another company, and a former user. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve, type DeputizeServer } from '../../../src/app/server/serve.ts';
import type { Principal, UserRole } from '../../../src/core/index.ts';
import type { Place } from './both-databases.ts';

export interface Somebody {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly organization: 'ours' | 'theirs';
  readonly departmentIds: readonly string[];
  readonly person: Principal;
  readonly agent: Principal;
  readonly personToken: string;
}

export interface Company extends AsyncDisposable {
  readonly server: DeputizeServer;
  readonly admin: Principal;
  /** Ours, and the one of the other company. */
  readonly departments: readonly {
    readonly id: string;
    readonly name: string;
    readonly organization: 'ours' | 'theirs';
  }[];
  readonly everyone: readonly Somebody[];
  /** One more of ours, in every department. */
  newcomer(): Promise<Somebody>;
  /** Another server on the same database. */
  node(): Promise<DeputizeServer>;
  readonly left: { readonly id: string; readonly email: string };
  /** The outcome of a call by the user's agent, without the parts that differ from call to call. */
  call(by: Somebody, tool: string, args: object): Promise<{ state: string; value?: unknown; error?: unknown }>;
  /** What a route answers a person. */
  route(by: Somebody, path: string, json?: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

const ROLES: readonly UserRole[] = ['user', 'super_user', 'admin'];
const DEPARTMENTS = ['Sales', 'Support', 'Research'];

export async function openCompany(place: Place, more: object = {}): Promise<Company> {
  const base = await mkdtemp(join(tmpdir(), 'company-'));
  const workspace = join(base, 'work');
  await mkdir(workspace);
  const variable = `TEST_COMPANY_${process.pid}`;
  if (place.postgres !== undefined) process.env[variable] = place.postgres;
  const config = join(base, 'deputize.yaml');
  const database = place.postgres === undefined ? {} : { database: { postgres: variable } };
  await writeFile(config, JSON.stringify({ presets: ['organization'], ...database, ...more }));
  const open = () => serve({ data: place.data, workspace, config, port: 0, log: () => undefined });
  const server = await open();
  const { runtime } = server.assembly;
  const { people, directory, credentials } = runtime;
  const admin = await server.assembly.owner('person', 'test');

  const departments: { id: string; name: string; organization: 'ours' | 'theirs' }[] = [];
  for (const name of DEPARTMENTS)
    departments.push({ id: await people.createDepartment(admin, name), name, organization: 'ours' });
  const everyone: Somebody[] = [];
  let made = 0;
  const hire = async (
    by: Principal,
    role: UserRole,
    departmentIds: readonly string[],
    organization: 'ours' | 'theirs',
  ): Promise<Somebody> => {
    made += 1;
    const email = `${organization}-${made}@example.com`;
    const { id } = await people.createUser(by, { name: `Person ${made}`, email, role, departmentIds });
    const person = await directory.principal(id, 'person', 'test');
    const { token } = await credentials.createToken(person, { scope: 'person', name: 'test' });
    const agent = await directory.principal(id, 'agent', 'test');
    return { id, email, role, organization, departmentIds, person, agent, personToken: token };
  };
  for (const role of ROLES)
    for (let mask = 0; mask < 2 ** DEPARTMENTS.length; mask += 1) {
      const within = departments.filter((_, at) => (mask >> at) % 2 === 1).map(({ id }) => id);
      everyone.push(await hire(admin, role, within, 'ours'));
    }
  const other = await people.createOrganization(admin, {
    name: 'Theirs',
    admin: { name: 'Boss', email: 'boss@example.org' },
  });
  const boss = await directory.principal(other.adminId, 'person', 'test');
  // Of the same name as one of ours.
  const theirs = await people.createDepartment(boss, 'Sales');
  departments.push({ id: theirs, name: 'Sales', organization: 'theirs' });
  for (const role of ROLES) everyone.push(await hire(boss, role, [theirs], 'theirs'));
  const [first] = departments;
  const email = 'left@example.com';
  const left = await people.createUser(admin, { name: 'Left', email, departmentIds: first ? [first.id] : [] });
  await people.removeUser(admin, left.id);

  return {
    ...{ server, admin, departments, everyone, left: { id: left.id, email } },
    node: open,
    newcomer: () =>
      hire(
        admin,
        'user',
        departments.filter((one) => one.organization === 'ours').map(({ id }) => id),
        'ours',
      ),
    async call(by, tool, args) {
      const outcome = await runtime.call({ preset: 'organization', tool, args }, by.agent);
      return {
        state: outcome.state,
        ...('value' in outcome ? { value: outcome.value } : {}),
        ...('error' in outcome ? { error: outcome.error } : {}),
      };
    },
    async route(by, path, json) {
      const response = await fetch(new URL(path, server.url), {
        method: json ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${by.personToken}`,
          ...(json ? { 'content-type': 'application/json' } : {}),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

export const share = (one: Somebody, other: Somebody): boolean =>
  one.departmentIds.some((id) => other.departmentIds.includes(id));
