/** Stores the registered workspaces, and decides which of them a request acts in. Each id belongs to one folder on one machine. */
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import { formatActor, OWNER_ORGANIZATION, requirePerson, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import { draftRecord } from '../ledger/records.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import type { WorkspaceRow } from '../storage/tables.ts';
import type { CapabilityName } from '../../ports/capabilities.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { CallRequest } from '../outcome.ts';

/** A folder as the operating system knows it. Another inode at the same path is another folder. */
export interface FolderIdentity {
  readonly host: string;
  readonly realpath: string;
  readonly device: string;
  readonly inode: string;
}

/** A registered folder with its id and label. */
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

/**
 * Registers, lists and forgets workspaces. Only a person who administers the installation can list and forget them;
 * others get FORBIDDEN.
 */
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
      records: [draftRecord(OWNER_ORGANIZATION, 'workspace.registered', now, null, body)],
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
      records: [draftRecord(person.organizationId, 'workspace.forgotten', now, null, body)],
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

type WorkspaceRequest = Pick<CallRequest, 'workspace' | 'conversationId' | 'preset'>;

/** Returns null for the default workspace of this process. */
export async function chooseWorkspace(
  parts: RuntimeParts<'database' | 'resources' | 'sql'>,
  request: WorkspaceRequest,
  principal: Principal,
  needs: readonly CapabilityName[],
): Promise<string | null> {
  const { workspace, conversationId } = request;
  const ofConversation =
    conversationId === undefined ? null : await findOfConversation(parts, conversationId, principal);
  if (ofConversation !== null) {
    if (workspace !== undefined && workspace !== ofConversation)
      throw new DeputizeError('INVALID_REQUEST', 'The conversation belongs to another workspace.');
    if (principal.workspaceIds && !principal.workspaceIds.includes(ofConversation)) throw otherWorkspaceError();
    return ofConversation;
  }
  if (workspace === undefined) return soleWorkspace(principal);
  await requireMayName(parts, workspace, request, principal, needs);
  return workspace;
}

/** The workspace for all calls of a new conversation; null if its preset has no tools that need one. */
export async function workspaceForConversation(
  parts: RuntimeParts<'database' | 'remoteExecutor' | 'registry' | 'resources' | 'sql'>,
  { preset, workspace }: Pick<CallRequest, 'preset' | 'workspace'>,
  principal: Principal,
): Promise<string | null> {
  const { registry, resources, remoteExecutor } = parts;
  const acts = registry
    .tools(preset)
    .find(({ name, needs }) => !remoteExecutor?.has(preset, name) && resources.bindsWorkspace(needs));
  if (!acts) return null;
  const workspaceId = await chooseWorkspace(parts, { preset, workspace }, principal, acts.needs);
  return (await resources.bind({ principal, preset, mode: 'text', workspaceId }, acts.needs)).workspaceId;
}

async function requireMayName(
  parts: RuntimeParts<'resources'>,
  workspace: string,
  { preset }: Pick<CallRequest, 'preset'>,
  principal: Principal,
  needs: readonly CapabilityName[],
): Promise<void> {
  if (principal.workspaceIds) {
    if (principal.workspaceIds.includes(workspace)) return;
    throw otherWorkspaceError();
  }
  const isOperator =
    principal.kind === 'person' && principal.role === 'admin' && principal.organizationId === OWNER_ORGANIZATION;
  if (isOperator) return;
  const usual = await parts.resources.bind({ principal, preset, mode: 'text', workspaceId: null }, needs);
  if (usual.workspaceId === workspace) return;
  throw otherWorkspaceError();
}

function soleWorkspace({ workspaceIds }: Principal): string | null {
  if (!workspaceIds) return null;
  const [only, ...more] = workspaceIds;
  if (only !== undefined && more.length === 0) return only;
  throw new DeputizeError('INVALID_REQUEST', 'This token reaches several workspaces: name one as "workspace".', {
    details: { workspaces: [...workspaceIds] },
  });
}

function otherWorkspaceError(): DeputizeError {
  return new DeputizeError(
    'TOKEN_RESOURCE',
    'This credential is not bound to that workspace. A person binds one: deputize token create --scope agent --workspace DIR',
  );
}

async function findOfConversation(
  { database, sql }: RuntimeParts<'database' | 'sql'>,
  id: string,
  { userId }: Principal,
): Promise<string | null> {
  const select = sql
    .selectFrom('conversations')
    .select('workspace_id')
    .where('id', '=', id)
    .where('user_id', '=', userId);
  const [row] = await database.read<{ workspace_id: string | null }>(query(select));
  return row?.workspace_id ?? null;
}
