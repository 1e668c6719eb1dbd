/** Decides which workspace a request acts in, and whether its principal may name that one. */
import type { CapabilityName } from '../../ports/capabilities.ts';
import { OWNER_ORGANIZATION, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRequest } from '../outcome.ts';
import { query } from '../storage/statements.ts';

type WorkspaceRequest = Pick<CallRequest, 'workspace' | 'conversationId' | 'preset'>;

/** Returns null for the default workspace of this process. */
export async function chooseWorkspace(
  kernel: RuntimeKernel,
  request: WorkspaceRequest,
  principal: Principal,
  needs: readonly CapabilityName[],
): Promise<string | null> {
  const { workspace, conversationId } = request;
  const ofConversation =
    conversationId === undefined ? null : await findOfConversation(kernel, conversationId, principal);
  if (ofConversation !== null) {
    if (workspace !== undefined && workspace !== ofConversation)
      throw new DeputizeError('INVALID_REQUEST', 'The conversation belongs to another workspace.');
    if (principal.workspaceIds && !principal.workspaceIds.includes(ofConversation)) throw otherWorkspaceError();
    return ofConversation;
  }
  if (workspace === undefined) return soleWorkspace(principal);
  await requireMayName(kernel, workspace, request, principal, needs);
  return workspace;
}

/** The workspace for all calls of a new conversation; null if its preset has no tools that need one. */
export async function workspaceForConversation(
  kernel: RuntimeKernel,
  { preset, workspace }: Pick<CallRequest, 'preset' | 'workspace'>,
  principal: Principal,
): Promise<string | null> {
  const { registry, resources, elsewhere } = kernel;
  const acts = registry
    .tools(preset)
    .find(({ name, needs }) => !elsewhere?.has(preset, name) && resources.bindsWorkspace(needs));
  if (!acts) return null;
  const workspaceId = await chooseWorkspace(kernel, { preset, workspace }, principal, acts.needs);
  return (await resources.bind({ principal, preset, mode: 'text', workspaceId }, acts.needs)).workspaceId;
}

async function requireMayName(
  kernel: RuntimeKernel,
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
  const usual = await kernel.resources.bind({ principal, preset, mode: 'text', workspaceId: null }, needs);
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
  { database, sql }: RuntimeKernel,
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
