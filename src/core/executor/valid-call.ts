/** A call that is understood and bound to its resources. It is made here only: from a request, or from its stored row. */
import type { Json } from '../../ports/json.ts';
import type { Resource } from '../../ports/resource.ts';
import type { ActorContext } from '../access/actor-context.ts';
import type { UserDirectory } from '../access/user-directory.ts';
import type { Principal } from '../access/principal.ts';
import type { Tool } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import { canonical, jsonFault } from '../json-value.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CallRequest } from '../outcome.ts';
import { chooseWorkspace } from '../resources/choose-workspace.ts';
import { NO_RESOURCES, type CallResources } from '../resources/resource-provider.ts';
import type { CallRow } from '../storage/tables.ts';

export interface CallArguments {
  readonly args: Json;
  readonly argsJson: string;
  readonly argsHash: string;
}

export interface ValidCall extends ActorContext, CallArguments, CallResources {
  readonly callId: string;
  readonly traceId: string;
  readonly tool: Tool;
  readonly conversationId: string | null;
  readonly workspaceId: string | null;
}

/** What of a stored row says which call it is. */
export type StoredCall = Pick<
  CallRow,
  'id' | 'trace_id' | 'user_id' | 'actor' | 'preset' | 'mode' | 'conversation_id' | 'workspace_id' | 'resources_json'
>;

/** Understands a request and names the resources that its tool acts in. */
export async function createCall(
  kernel: RuntimeKernel,
  ids: Pick<ValidCall, 'callId' | 'traceId'>,
  tool: Tool,
  request: CallRequest,
  principal: Principal,
): Promise<ValidCall> {
  const { preset, mode = 'text', conversationId = null } = request;
  const call = { ...ids, principal, preset, tool, mode, conversationId };
  const args = validateArgs(kernel, tool, request.args);
  const isHere = kernel.elsewhere?.has(preset, tool.name) !== true;
  const isInWorkspace = isHere && kernel.resources.bindsWorkspace(tool.needs);
  const workspaceId = isInWorkspace ? await chooseWorkspace(kernel, request, principal, tool.needs) : null;
  return { ...call, ...args, ...(await bindResources(kernel, { ...call, workspaceId })) };
}

/**
 * The call of a stored row, in the resources that the row names. Throws RESOURCE_UNAVAILABLE where this process would act in
 * any other.
 */
export async function restoreCall(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  row: StoredCall,
  tool: Tool,
  { args, principal }: { args: CallArguments; principal?: Principal },
): Promise<ValidCall> {
  const [kind, via = ''] = row.actor.split(' ');
  const call = {
    callId: row.id,
    traceId: row.trace_id,
    principal: principal ?? (await directory.principal(row.user_id, kind === 'person' ? 'person' : 'agent', via)),
    preset: row.preset,
    tool,
    mode: row.mode === 'voice' ? 'voice' : 'text',
    conversationId: row.conversation_id,
    workspaceId: row.workspace_id,
  } as const;
  const binding = await bindResources(kernel, call);
  requireRecordedResources(binding.resources, recordedResources(row));
  return { ...call, ...args, ...binding };
}

/** Undefined for a call from before resources were recorded. */
export function recordedResources({
  resources_json,
}: Pick<CallRow, 'resources_json'>): readonly Resource[] | undefined {
  return resources_json === null ? undefined : (JSON.parse(resources_json) as Resource[]);
}

/** Empty for a call that acts in no workspace. */
export function workspaceLabel({ workspaceId, resources }: CallResources): string {
  if (workspaceId === null) return '';
  return resources.find(({ id }) => id === workspaceResourceId(workspaceId))?.label ?? '';
}

/** The workspace of a stored call, by its registered id. */
export function readCallWorkspace(row: Pick<CallRow, 'workspace_id' | 'resources_json'>): Resource | null {
  const { workspace_id: id } = row;
  if (id === null) return null;
  return { id, label: recordedResources(row)?.find((one) => one.id === workspaceResourceId(id))?.label ?? id };
}

export const workspaceResourceId = (workspaceId: string): string => `workspace:${workspaceId}`;

/** Refuses to act in a resource that was not recorded. */
export function requireRecordedResources(acting: readonly Resource[], recorded: readonly Resource[] | undefined): void {
  const outside = acting.find(({ id }) => !recorded?.some((known) => known.id === id));
  if (!outside) return;
  const asked = recorded?.map(({ label }) => label).join(', ');
  throw new DeputizeError(
    'RESOURCE_UNAVAILABLE',
    asked === undefined
      ? 'This call does not say in which workspace it was asked. Name it with --workspace.'
      : `This call belongs to ${asked || 'no resource'}, and would act in ${outside.label} here. Nothing was done.`,
    { details: { recorded: recorded?.map(({ id }) => id) ?? [], outside: outside.id } },
  );
}

async function bindResources(kernel: RuntimeKernel, call: ActorContext & { tool: Tool }): Promise<CallResources> {
  const { tool, preset } = call;
  const { elsewhere } = kernel;
  if (elsewhere?.has(preset, tool.name)) {
    await elsewhere.ready();
    return { workspaceId: null, resources: elsewhere.resources };
  }
  if (tool.needs.length === 0) return NO_RESOURCES;
  return kernel.resources.bind(call, tool.needs);
}

/** The arguments as the schema took them in, with their one canonical text and its digest. */
export function validateArgs(kernel: RuntimeKernel, tool: Tool, given: unknown): CallArguments {
  const fault = jsonFault(given);
  if (fault) {
    const { code, path, message } = fault;
    throw new DeputizeError(
      code,
      `${tool.name}: the arguments are not acceptable at ${path || 'the top'}: ${message}.`,
      {
        details: { issues: [{ path, message }] },
      },
    );
  }
  const validation = tool.input.validate(given);
  if (!validation.ok) {
    const issues = validation.issues.slice(0, 20).map(({ path, message }) => ({ path, message }));
    const first = issues[0];
    throw new DeputizeError(
      'INVALID_ARGUMENTS',
      `${tool.name}: ${first ? `${first.path || 'the arguments'}: ${first.message}` : 'the arguments do not fit'}`,
      { details: { issues } },
    );
  }
  const argsJson = canonical(validation.value);
  return { args: validation.value, argsJson, argsHash: kernel.digest.sha256(argsJson) };
}

/** Arguments that were validated when they were stored. */
export function storedArgs(kernel: RuntimeKernel, argsJson: string): CallArguments {
  return { args: JSON.parse(argsJson) as Json, argsJson, argsHash: kernel.digest.sha256(argsJson) };
}
