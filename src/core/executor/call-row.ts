/** A call as its ledger row and as its audit record describe it. */
import type { Json } from '../../ports/json.ts';
import { formatActor, type Principal } from '../access/principal.ts';
import type { RuntimeKernel } from '../kernel.ts';
import { redactedArgs } from '../ledger/records.ts';
import type { CallRequest } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import type { CallRow, CallState } from '../storage/tables.ts';
import { resourceKey, type EvaluatedCall } from './evaluate-call.ts';

export interface CallIds {
  readonly callId: string;
  readonly traceId: string;
}

export function callRow(kernel: RuntimeKernel, proposal: EvaluatedCall, state: CallState): CallRow {
  const { callId, traceId, principal, preset, tool, mode, conversationId, argsJson, argsHash, risk, decision } =
    proposal;
  const { workspaceId, resources } = proposal;
  const now = kernel.clock.now();
  const running = state === 'running';
  return {
    id: callId,
    trace_id: traceId,
    organization_id: principal.organizationId,
    user_id: principal.userId,
    actor: formatActor(principal),
    preset,
    tool: tool.name,
    tool_version: tool.version,
    mode,
    conversation_id: conversationId,
    state,
    args_json: argsJson,
    args_hash: argsHash,
    risk,
    decision_json: JSON.stringify(decision),
    node_id: running ? kernel.nodeId : null,
    created_at: now,
    started_at: running ? now : null,
    ended_at: null,
    outcome_json: null,
    workspace_id: workspaceId,
    resources_json: JSON.stringify(resources),
    resource_key: resourceKey(kernel, proposal),
  };
}

/**
 * A call whose tool or arguments were never understood. `argsJson` only shows what was attempted: without a digest and in
 * this state the row can never be run.
 */
export function unresolvedRow(
  ids: CallIds,
  request: CallRequest,
  principal: Principal,
  decision: PolicyDecision,
  argsJson: string,
  now: number,
): CallRow {
  return {
    id: ids.callId,
    trace_id: ids.traceId,
    organization_id: principal.organizationId,
    user_id: principal.userId,
    actor: formatActor(principal),
    preset: bounded(request.preset),
    tool: bounded(request.tool),
    tool_version: '',
    mode: 'text',
    conversation_id: null,
    state: 'blocked',
    args_json: argsJson,
    args_hash: '',
    risk: '',
    decision_json: JSON.stringify(decision),
    node_id: null,
    created_at: now,
    started_at: null,
    ended_at: now,
    outcome_json: null,
    workspace_id: null,
    resources_json: '[]',
    resource_key: '',
  };
}

export function aboutCall(proposal: EvaluatedCall): Record<string, Json> {
  const { traceId, principal, preset, tool, argsHash, args, decision, policyHash, risk, resources } = proposal;
  const { effect, reason, rule } = decision;
  return {
    traceId,
    user: principal.userId,
    actor: formatActor(principal),
    preset,
    tool: tool.name,
    version: tool.version,
    risk,
    argsHash,
    args: redactedArgs(args, tool.input.json),
    resources: resources.map(({ id, label }) => ({ id, label })),
    decision: { effect, reason, rule },
    policyHash,
  };
}

export function bounded(text: unknown): string {
  return String(text).slice(0, 128).toWellFormed();
}
