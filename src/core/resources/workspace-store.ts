/** Stores the registered workspaces: each id belongs to one folder on one machine. */
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { requirePerson } from '../access/credential-store.ts';
import { formatActor, OWNER_ORGANIZATION, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import { record } from '../ledger/records.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import type { WorkspaceRow } from '../storage/tables.ts';

/** A folder as the operating system knows it. Another inode at the same path is another folder. */
export interface FolderIdentity {
  readonly host: string;
  readonly realpath: string;
  readonly device: string;
  readonly inode: string;
}

export interface WorkspaceFolder extends FolderIdentity {
  readonly id: string;
  readonly label: string;
  readonly createdAt: string;
}

interface WorkspaceParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
  readonly newId: NewId;
}

export class WorkspaceStore {
  readonly #parts: WorkspaceParts;
  readonly #byId = prepared<{ id: string }>((slots) =>
    this.#parts.sql.selectFrom('workspaces').selectAll().where('id', '=', slots.id),
  );

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  async find(id: string): Promise<WorkspaceFolder | undefined> {
    const [row] = await this.#parts.database.read<WorkspaceRow>(this.#byId({ id }));
    return row && toWorkspace(row);
  }

  /** Returns the workspace of this folder. A new folder gets an id that cannot be guessed. */
  async register(folder: FolderIdentity, label: string): Promise<WorkspaceFolder> {
    const known = await this.#findFolder(folder);
    if (known) return known;
    const { database, sql, clock, newId } = this.#parts;
    const now = clock.now();
    const row: WorkspaceRow = { organization_id: OWNER_ORGANIZATION, id: newId(), ...folder, label, created_at: now };
    const insert = sql
      .insertInto('workspaces')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'host', 'realpath', 'device', 'inode']).doNothing(),
      );
    const body = { workspaceId: row.id, path: folder.realpath, host: folder.host };
    const done = await database.change({
      guards: [query(insert)],
      records: [record('workspace.registered', now, null, body)],
    });
    if (done === 'done') return toWorkspace(row);
    const first = await this.#findFolder(folder);
    if (!first) throw new Error('a workspace was registered and forgotten at the same moment');
    return first;
  }

  async list(principal: Principal): Promise<WorkspaceFolder[]> {
    requireOperator(principal);
    const { database, sql } = this.#parts;
    const select = sql
      .selectFrom('workspaces')
      .selectAll()
      .where('organization_id', '=', principal.organizationId)
      .orderBy('created_at');
    return (await database.read<WorkspaceRow>(query(select))).map(toWorkspace);
  }

  /** Removes the registration, not the folder. Waiting calls in it can no longer be approved, and its grants match nothing. */
  async forget(id: string, person: Principal): Promise<void> {
    requireOperator(person);
    const { database, sql, clock } = this.#parts;
    const now = clock.now();
    const remove = sql
      .deleteFrom('workspaces')
      .where('id', '=', id)
      .where('organization_id', '=', person.organizationId);
    const body = { workspaceId: id, user: person.userId, by: person.userId, actor: formatActor(person) };
    const done = await database.change({
      guards: [query(remove)],
      records: [record('workspace.forgotten', now, null, body)],
    });
    if (done === 'lost')
      throw new DeputizeError('NOT_FOUND', 'There is no such workspace. See: deputize workspaces list');
  }

  async #findFolder({ host, realpath, device, inode }: FolderIdentity): Promise<WorkspaceFolder | undefined> {
    const { database, sql } = this.#parts;
    const select = sql
      .selectFrom('workspaces')
      .selectAll()
      .where('organization_id', '=', OWNER_ORGANIZATION)
      .where('host', '=', host)
      .where('realpath', '=', realpath)
      .where('device', '=', device)
      .where('inode', '=', inode);
    const [row] = await database.read<WorkspaceRow>(query(select));
    return row && toWorkspace(row);
  }
}

/** Only the operator sees the folders of the machine. Other users of a server do not. */
function requireOperator(principal: Principal): void {
  requirePerson(principal, 'manage workspaces');
  if (principal.role !== 'admin' || principal.organizationId !== OWNER_ORGANIZATION)
    throw new DeputizeError('FORBIDDEN', 'Only an administrator of this installation manages its workspaces.');
}

function toWorkspace({ id, host, realpath, device, inode, label, created_at }: WorkspaceRow): WorkspaceFolder {
  return { id, host, realpath, device, inode, label, createdAt: new Date(created_at).toISOString() };
}
