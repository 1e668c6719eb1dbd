/** Creates valid calls with their resources, from a request or from a stored row, and opens their capabilities. */
import type { Json } from '../../ports/json.ts';
import type { Resource } from '../../ports/resource.ts';
import type { ActorContext } from '../access/actor-context.ts';
import type { UserDirectory } from '../access/user-directory.ts';
import { requireOwnConversation } from '../access/own-calls.ts';
import type { Principal } from '../access/principal.ts';
import type { Tool, CallContext } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import { canonical, jsonFault } from '../json-value.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { CallRequest } from '../outcome.ts';
import { chooseWorkspace } from '../resources/workspace-store.ts';
import { NO_RESOURCES, type CallResources, type CapabilityLease } from '../resources/resource-provider.ts';
import type { CallRow } from '../storage/tables.ts';
import type { Capabilities } from '../../ports/capabilities.ts';

/** The parts of the runtime that bind a call to its resources, in this process or in another one. */
export type ResourceParts = RuntimeParts<'resources' | 'remoteExecutor'>;

/** The parts of the runtime that create a call. */
export type CallCreationParts = ResourceParts & RuntimeParts<'database' | 'sql' | 'digest'>;

/** Validated arguments, their canonical JSON text, and the SHA-256 of that text. */
interface CallArguments {
  readonly args: Json;
  readonly argsJson: string;
  readonly argsHash: string;
}

/** A call with a known tool, valid arguments, a principal and resources. The policy has not decided it yet. */
export interface ValidCall extends ActorContext, CallArguments, CallResources {
  readonly callId: string;
  readonly traceId: string;
  readonly tool: Tool;
  readonly conversationId: string | null;
  readonly workspaceId: string | null;
}

/** The columns of a stored row that a call is restored from. */
type StoredCall = Pick<
  CallRow,
  'id' | 'trace_id' | 'user_id' | 'actor' | 'preset' | 'mode' | 'conversation_id' | 'workspace_id' | 'resources_json'
>;

/** Creates a call from a request. Throws if the arguments are invalid, or if a resource is not available. */
export async function createCall(
  parts: CallCreationParts,
  ids: Pick<ValidCall, 'callId' | 'traceId'>,
  tool: Tool,
  request: CallRequest,
  principal: Principal,
): Promise<ValidCall> {
  const { preset, mode = 'text', conversationId = null } = request;
  const call = { ...ids, principal, preset, tool, mode, conversationId };
  await requireOwnConversation(parts, conversationId, principal);
  const args = validateArgs(parts, tool, request.args);
  const isHere = parts.remoteExecutor?.has(preset, tool.name) !== true;
  const isInWorkspace = isHere && parts.resources.bindsWorkspace(tool.needs);
  const workspaceId = isInWorkspace ? await chooseWorkspace(parts, request, principal, tool.needs) : null;
  return { ...call, ...args, ...(await bindResources(parts, { ...call, workspaceId })) };
}

/**
 * The call of a stored row, in the resources that the row names. Throws RESOURCE_UNAVAILABLE where this process would act in
 * any other.
 */
export async function restoreCall(
  parts: ResourceParts,
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
  const binding = await bindResources(parts, call);
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

/** Returns the resource id of a workspace. */
export const workspaceResourceId = (workspaceId: string): string => `workspace:${workspaceId}`;

/** Refuses to act in a resource that was not recorded. */
export function requireRecordedResources(acting: readonly Resource[], recorded: readonly Resource[] | undefined): void {
  const outside = acting.find(({ id }) => !recorded?.some((known) => known.id === id));
  if (!outside) return;
  const asked = recorded?.map(({ label }) => label).join(', ');
  throw new DeputizeError(
    'RESOURCE_UNAVAILABLE',
    asked === undefined
      ? 'No workspace is recorded for this call. Pass --workspace DIR.'
      : `This call belongs to ${asked || 'no resource'}, and would act in ${outside.label} here. Nothing was done.`,
    { details: { recorded: recorded?.map(({ id }) => id) ?? [], outside: outside.id } },
  );
}

async function bindResources(parts: ResourceParts, call: ActorContext & { tool: Tool }): Promise<CallResources> {
  const { tool, preset } = call;
  const { remoteExecutor } = parts;
  if (remoteExecutor?.has(preset, tool.name)) {
    await remoteExecutor.ready();
    return { workspaceId: null, resources: remoteExecutor.resources };
  }
  if (tool.needs.length === 0) return NO_RESOURCES;
  return parts.resources.bind(call, tool.needs);
}

/** Validates arguments against the schema of the tool. Throws INVALID_ARGUMENTS or TOO_LARGE. */
export function validateArgs(parts: RuntimeParts<'digest'>, tool: Tool, given: unknown): CallArguments {
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
  return { args: validation.value, argsJson, argsHash: parts.digest.sha256(argsJson) };
}

/** Arguments that were validated when they were stored. */
export function storedArgs(parts: RuntimeParts<'digest'>, argsJson: string): CallArguments {
  return { args: JSON.parse(argsJson) as Json, argsJson, argsHash: parts.digest.sha256(argsJson) };
}

/** What a tool receives beside its arguments: the context of the call, and the capabilities that it needs. */
export type ToolContext = CallContext & Partial<Capabilities>;

/** Opens the capabilities of the tool, calls `use`, and releases them afterwards. Throws if a capability is not available. */
export async function withContext<Result>(
  parts: RuntimeParts<'clock' | 'resources'>,
  call: ValidCall,
  signal: AbortSignal,
  use: (context: ToolContext) => Result | Promise<Result>,
): Promise<Result> {
  const lease = await openCapabilities(parts, call);
  try {
    return await use({ ...plainContext(parts, call, signal), ...lease.capabilities });
  } finally {
    lease.release();
  }
}

/** For a tool that names no capabilities. */
export function plainContext(
  parts: RuntimeParts<'clock'>,
  { callId, traceId, mode }: ValidCall,
  signal: AbortSignal,
): CallContext {
  return { callId, traceId, mode, signal, now: () => parts.clock.now() };
}

/** Opens only the capabilities that the tool needs. Throws NOT_AVAILABLE if one of them is not set up. */
async function openCapabilities(parts: RuntimeParts<'resources'>, call: ValidCall): Promise<CapabilityLease> {
  const { tool } = call;
  if (tool.needs.length === 0) return { capabilities: {}, release: () => undefined };
  const lease = await parts.resources.open({ ...call, toolName: tool.name }, tool.needs);
  const missing = tool.needs.find((need) => !lease.capabilities[need]);
  if (missing === undefined) {
    const named = tool.needs.map((need) => [need, lease.capabilities[need]]);
    return { ...lease, capabilities: Object.fromEntries(named) as Partial<Capabilities> };
  }
  lease.release();
  throw new DeputizeError('NOT_AVAILABLE', `${tool.name} needs "${missing}", which is not set up here.`);
}

/** Throws TIMEOUT after `ms`, also if the work ignores its signal. */
export async function runWithTimeout<T>(
  ms: number,
  message: string,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DeputizeError('TIMEOUT', message);
      controller.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
