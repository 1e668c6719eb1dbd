/** Changes an organization's departments, users, roles and memberships. Only administrators may do this, never agents. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { JsonObject } from '../../ports/json.ts';
import { DeputizeError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import { draftRecord, type RecordKind } from '../ledger/records.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import { requireAdmin } from './credential-store.ts';
import { departmentStatements } from './department-statements.ts';
import { OWNER, OWNER_ORGANIZATION, type Principal, type UserRole } from './principal.ts';
import { toEmail, toName } from './person-fields.ts';
import { buildRemovalQueries } from './build-removal-queries.ts';
import { userStatements, type UserRow } from './user-statements.ts';

/** A user of the organization. `disabledAt` is null unless the user was removed. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: UserRole;
  readonly departmentIds: readonly string[];
  readonly createdAt: string;
  readonly disabledAt: string | null;
  /** Grows with every change. A change that names an older revision fails with CONFLICT. */
  readonly revision: number;
}

/** A department with the number of its members. */
export interface DepartmentSummary {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** The organization with the numbers of its users and departments. Removed users do not count. */
export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
  readonly users: number;
  readonly departments: number;
}

/** A user to create. The default role is `user`. */
export interface NewUser {
  readonly name: string;
  readonly email?: string | undefined;
  readonly role?: UserRole | undefined;
  readonly departmentIds?: readonly string[] | undefined;
}

/** Only the given fields change. */
interface UserChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role?: UserRole | undefined;
  readonly departmentIds?: readonly string[] | undefined;
  /** The revision that the caller saw. The change fails if the stored revision is another one. */
  readonly revision?: number | undefined;
}

interface Parts {
  database: Database;
  sql: SqlBuilder;
  clock: Clock;
  newId: NewId;
  /** Called after a user was removed, in the process that removed them. Other processes learn of it from the audit feed. */
  onRemoved: (userId: string) => Promise<void>;
}

/** Reads and changes the users and departments of the caller's organization. Callers who are not administrators get FORBIDDEN. */
export class UserAdministration {
  readonly #parts: Parts;
  readonly #users: ReturnType<typeof userStatements>;
  readonly #departments: ReturnType<typeof departmentStatements>;
  readonly #endings: ((userId: string, now: number) => readonly SqlQuery[])[];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#users = userStatements(parts.sql);
    this.#departments = departmentStatements(parts.sql);
    this.#endings = [(userId, now) => buildRemovalQueries(parts.sql, userId, now)];
  }

  /** Adds statements that run when a user is removed, for data that the core does not know. */
  alsoEnds(statements: (userId: string, now: number) => readonly SqlQuery[]): void {
    this.#endings.push(statements);
  }

  async organization(by: Principal): Promise<OrganizationSummary> {
    const { database, sql } = this.#parts;
    const [found] = await database.read<{ id: string; name: string }>(
      query(sql.selectFrom('organizations').select(['id', 'name']).where('id', '=', by.organizationId)),
    );
    if (!found) throw new DeputizeError('NOT_FOUND', 'There is no such organization.');
    const [users, departments] = await Promise.all([this.users(by), this.departments(by)]);
    const present = users.filter(({ disabledAt }) => disabledAt === null);
    return { id: found.id, name: found.name, users: present.length, departments: departments.length };
  }

  async renameOrganization(by: Principal, name: string): Promise<void> {
    requireAdmin(by, 'rename the organization');
    const update = this.#parts.sql
      .updateTable('organizations')
      .set({ name: toName(name) })
      .where('id', '=', by.organizationId);
    await this.#change(by, 'people.organization_changed', { name }, [query(update)]);
  }

  /** Creates another organization on the same installation, with its first administrator. Only the operator may do this. */
  async createOrganization(
    by: Principal,
    { name, admin }: { name: string; admin: Omit<NewUser, 'role' | 'departmentIds'> },
  ): Promise<{ id: string; adminId: string }> {
    requireOperator(by, 'make organizations');
    const { sql, clock, newId } = this.#parts;
    const id = newId();
    const adminId = newId();
    const row = { id, name: toName(name), created_at: clock.now() };
    const done = await this.#change(by, 'people.organization_created', { organizationId: id, name }, [
      query(sql.insertInto('organizations').values(row)),
      this.#insert(adminId, id, { ...admin, role: 'admin' }),
    ]);
    if (done === 'lost') throw emailTakenError();
    return { id, adminId };
  }

  async departments(by: Principal): Promise<DepartmentSummary[]> {
    requireAdmin(by, 'list departments');
    return this.#parts.database.read<DepartmentSummary>(this.#departments.list(by.organizationId));
  }

  async createDepartment(by: Principal, name: string): Promise<string> {
    requireAdmin(by, 'make departments');
    const id = this.#parts.newId();
    const done = await this.#change(by, 'people.department_created', { departmentId: id, name }, [
      this.#departments.insert(id, by.organizationId, toName(name)),
    ]);
    if (done === 'lost') throw new DeputizeError('ALREADY_EXISTS', 'There is a department of this name.');
    return id;
  }

  async renameDepartment(by: Principal, id: string, name: string): Promise<void> {
    requireAdmin(by, 'rename departments');
    const done = await this.#change(by, 'people.department_changed', { departmentId: id, name }, [
      this.#departments.rename(id, by.organizationId, toName(name)),
    ]);
    if (done === 'done') return;
    const isThere = (await this.departments(by)).some((department) => department.id === id);
    throw isThere
      ? new DeputizeError('ALREADY_EXISTS', 'There is a department of this name.')
      : departmentNotFoundError(id);
  }

  /** Ends all memberships at once. Data shared with the department stays stored, but no user can see it any more. */
  async removeDepartment(by: Principal, id: string): Promise<void> {
    requireAdmin(by, 'remove departments');
    const now = this.#parts.clock.now();
    const done = await this.#change(
      by,
      'people.department_removed',
      { departmentId: id },
      [this.#departments.remove(id, by.organizationId, now)],
      [this.#departments.empty(id)],
    );
    if (done === 'lost') throw departmentNotFoundError(id);
  }

  async users(by: Principal): Promise<User[]> {
    requireAdmin(by, 'list users');
    return toUsers(await this.#parts.database.read<UserRow>(this.#users.list(by.organizationId)));
  }

  async user(by: Principal, id: string): Promise<User> {
    if (id !== by.userId) requireAdmin(by, 'look at users');
    const [user] = toUsers(await this.#parts.database.read<UserRow>(this.#users.byId(id, by.organizationId)));
    if (!user) throw userNotFoundError(id);
    return user;
  }

  async createUser(by: Principal, user: NewUser): Promise<User> {
    requireAdmin(by, 'make users');
    const id = this.#parts.newId();
    const { role = 'user', departmentIds = [] } = user;
    const done = await this.#change(
      by,
      'people.user_created',
      { userId: id, role, departmentIds: [...departmentIds] },
      [this.#insert(id, by.organizationId, user), ...this.#joining(id, by.organizationId, departmentIds)],
    );
    if (done === 'lost') throw await this.#whyNot(by, id, user);
    return this.user(by, id);
  }

  async changeUser(by: Principal, id: string, change: UserChange): Promise<User> {
    requireAdmin(by, 'change users');
    const { role, departmentIds, revision } = change;
    const name = change.name === undefined ? undefined : toName(change.name);
    const email = change.email === undefined ? undefined : toEmail(change.email);
    const leave = departmentIds === undefined ? [] : [this.#users.leaveAll(id)];
    const join = this.#joining(id, by.organizationId, departmentIds ?? []);
    const changed = {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
      ...(departmentIds === undefined ? {} : { departmentIds: [...departmentIds] }),
    };
    const done = await this.#change(
      by,
      'people.user_changed',
      { userId: id, ...changed, ...(email === undefined ? {} : { emailChanged: true }) },
      [this.#users.change(id, by.organizationId, { name, email, role, revision }), ...this.#known(by, departmentIds)],
      [...leave, ...join],
    );
    if (done === 'lost') throw await this.#whyNot(by, id, change);
    return this.user(by, id);
  }

  /** Disables the user. Their audit records stay; their open sessions, tokens and approvals end. */
  async removeUser(by: Principal, id: string): Promise<void> {
    requireAdmin(by, 'remove users');
    const { clock, onRemoved } = this.#parts;
    const now = clock.now();
    const done = await this.#change(
      by,
      'people.user_removed',
      { userId: id },
      [this.#users.disable(id, by.organizationId, now)],
      this.#endings.flatMap((ending) => ending(id, now)),
    );
    if (done === 'lost') throw await this.#whyNot(by, id, { role: 'user' });
    await onRemoved(id);
  }

  /** The user can sign in again. Sessions and tokens that ended stay ended. */
  async restoreUser(by: Principal, id: string): Promise<User> {
    requireAdmin(by, 'restore users');
    const done = await this.#change(by, 'people.user_restored', { userId: id }, [
      this.#users.enable(id, by.organizationId),
    ]);
    if (done === 'lost') throw userNotFoundError(id);
    return this.user(by, id);
  }

  #insert(id: string, organizationId: string, { name, email, role = 'user' }: NewUser): SqlQuery {
    return this.#users.insert({
      ...{ id, organization_id: organizationId, name: toName(name), role },
      email: email === undefined ? null : toEmail(email),
      ...{ created_at: this.#parts.clock.now(), disabled_at: null, revision: 1 },
    });
  }

  #joining(userId: string, organizationId: string, departmentIds: readonly string[]): SqlQuery[] {
    return [...new Set(departmentIds)].map((id) => this.#users.join(userId, organizationId, id));
  }

  #known({ organizationId }: Principal, departmentIds: readonly string[] = []): SqlQuery[] {
    return [...new Set(departmentIds)].map((id) => this.#departments.touch(id, organizationId));
  }

  /** Changes with audit records run one after another, so a guard sees the result of the change before it. */
  #change(
    by: Principal,
    kind: RecordKind,
    body: JsonObject,
    guards: readonly SqlQuery[],
    writes: readonly SqlQuery[] = [],
  ): Promise<'done' | 'lost'> {
    const { database, clock } = this.#parts;
    const about = { user: by.userId, organizationId: by.organizationId, via: by.via, ...body };
    return database.change({
      guards,
      writes,
      records: [draftRecord(by.organizationId, kind, clock.now(), null, about)],
    });
  }

  /** Finds out why a change was lost, from the current state of the data. */
  async #whyNot(by: Principal, id: string, { email, role, departmentIds = [], ...more }: Partial<UserChange>) {
    const users = await this.users(by);
    const found = users.find((user) => user.id === id && user.disabledAt === null);
    const known = await this.departments(by);
    const unknown = departmentIds.find((wanted) => !known.some((department) => department.id === wanted));
    if (unknown !== undefined) return departmentNotFoundError(unknown);
    if (!found) return email === undefined ? userNotFoundError(id) : await this.#emailOr(email, id);
    if (more.revision !== undefined && more.revision !== found.revision)
      return new DeputizeError('CONFLICT', 'Someone else has changed this user since you looked.', {
        details: { revision: found.revision },
      });
    const admins = users.filter((user) => user.role === 'admin' && user.disabledAt === null);
    if (role !== undefined && role !== 'admin' && found.role === 'admin' && admins.length === 1)
      return new DeputizeError('FORBIDDEN', 'The last administrator of an organization stays one.');
    return email === undefined
      ? new DeputizeError('CONFLICT', 'Someone else was first. Look again.')
      : await this.#emailOr(email, id);
  }

  async #emailOr(email: string, id: string): Promise<DeputizeError> {
    const [holder] = await this.#parts.database.read<{ id: string }>(this.#users.byEmail(toEmail(email)));
    return holder && holder.id !== id ? emailTakenError() : userNotFoundError(id);
  }
}

function requireOperator(by: Principal, what: string): void {
  requireAdmin(by, what);
  if (by.userId === OWNER || by.organizationId === OWNER_ORGANIZATION) return;
  throw new DeputizeError('FORBIDDEN', `Only who runs this installation can ${what}.`);
}

function toUsers(rows: readonly UserRow[]): User[] {
  const users = new Map<string, User & { departmentIds: string[] }>();
  for (const row of rows) {
    const known = users.get(row.id);
    if (known && row.department_id !== null) known.departmentIds.push(row.department_id);
    if (known) continue;
    const { id, name, email, role, revision, created_at, disabled_at, department_id } = row;
    users.set(id, {
      ...{ id, name, email, role, revision },
      departmentIds: department_id === null ? [] : [department_id],
      createdAt: new Date(created_at).toISOString(),
      disabledAt: disabled_at === null ? null : new Date(disabled_at).toISOString(),
    });
  }
  return [...users.values()];
}

const userNotFoundError = (id: string): DeputizeError =>
  new DeputizeError('NOT_FOUND', 'There is no such user.', { details: { id: id.slice(0, 128) } });
const departmentNotFoundError = (id: string): DeputizeError =>
  new DeputizeError('NOT_FOUND', 'There is no such department.', { details: { id: id.slice(0, 128) } });
const emailTakenError = (): DeputizeError =>
  new DeputizeError('ALREADY_EXISTS', 'There is a user with this e-mail address.');
