/** `tools/call`: from a client's message to the runtime and back. Every call goes there, also one for a tool that is not offered. */
import type { CallRequest, Outcome, Principal, Runtime } from '../../core/index.ts';
import { askForDecision, comeBack, declined, elicitDecision, isLinked, isOpen, waitForDecision } from './approval.ts';
import { readMeta, type McpRequestContext } from './mcp-request-context.ts';
import type { McpToolList } from './mcp-tool-list.ts';
import { RpcError } from './rpc-message.ts';
import {
  CALL_ID_KEY,
  CONFIRM_TOKEN_KEY,
  INVALID_PARAMS,
  isPlainObject,
  ownMember,
  TRACE_ID_KEY,
  type PlainObject,
} from './protocol.ts';
import { renderOutcome } from './render.ts';

export interface CallParts {
  readonly runtime: () => Runtime | Promise<Runtime>;
  /** How long a request is kept open for a person's decision. */
  readonly approvalWaitMs: number;
  /** The server's name as a member of a stateless result's `_meta`. */
  readonly stamp: string;
}

const COMPLETE = '"resultType":"complete",';

export async function callTool(
  parts: CallParts,
  offer: McpToolList,
  params: PlainObject,
  exchange: McpRequestContext,
): Promise<string> {
  const request = readCall(offer, params, exchange);
  const runtime = await parts.runtime();
  const principal = await exchange.principal();
  const state = exchange.stateless ? await resumed(runtime, params, principal) : undefined;
  const first = await runtime.call(state === undefined ? request : { ...request, callId: state }, principal);
  let outcome = first;
  if (isLinked(first) && exchange.canOpenUrls) {
    const waiting = { runtime, principal, exchange, waitMs: parts.approvalWaitMs };
    if (!exchange.stateless) outcome = await elicitDecision(waiting, first);
    else if (state === undefined) return inputRequired(parts, askForDecision(first));
    else if (!declined(params)) {
      outcome = await waitForDecision(waiting, first);
      if (isOpen(outcome)) return inputRequired(parts, comeBack(outcome));
    }
  }
  if (isUnknownTool(outcome)) throw new RpcError(INVALID_PARAMS, outcome.error.message, outcome);
  return exchange.stateless ? renderOutcome(outcome, COMPLETE, `${parts.stamp},`) : renderOutcome(outcome);
}

function readCall(offer: McpToolList, params: PlainObject, exchange: McpRequestContext): CallRequest {
  const name = ownMember(params, 'name');
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, '"name" must be a string.');
  const args = ownMember(params, 'arguments') ?? {};
  if (!isPlainObject(args)) throw new RpcError(INVALID_PARAMS, '"arguments" must be an object.');
  const meta = readMeta(params);
  const { preset, signal, workspace } = exchange;
  const request = { tool: offer.toToolName(name), args, preset, signal, workspace, collects: true };
  if (!meta) return request;
  return {
    ...request,
    callId: text(meta, CALL_ID_KEY),
    traceId: text(meta, TRACE_ID_KEY),
    confirmToken: text(meta, CONFIRM_TOKEN_KEY),
    onProgress: createProgressReporter(exchange, meta),
  };
}

/** The call that a client comes back to. That it is the same call, by the same user, is checked when it is made again. */
async function resumed(runtime: Runtime, params: PlainObject, principal: Principal): Promise<string | undefined> {
  const state = ownMember(params, 'requestState');
  if (state === undefined) return undefined;
  const unknown = new RpcError(INVALID_PARAMS, 'This "requestState" was not given out here.');
  if (typeof state !== 'string') throw unknown;
  await runtime.calls.outcome(state, principal).catch(() => {
    throw unknown;
  });
  return state;
}

function createProgressReporter({ channel }: McpRequestContext, meta: PlainObject): CallRequest['onProgress'] {
  const progressToken = ownMember(meta, 'progressToken');
  if (!channel || progressToken === undefined) return undefined;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number')
    throw new RpcError(INVALID_PARAMS, '"progressToken" must be a string or a number.');
  let last = Number.NEGATIVE_INFINITY;
  return ({ done, total, message }) => {
    // The protocol wants every notification to be further on than the one before.
    if (!(done > last)) return;
    last = done;
    channel.notify('notifications/progress', { progressToken, progress: done, total, message });
  };
}

function inputRequired({ stamp }: CallParts, members: string): string {
  return `{${members},"_meta":{${stamp}}}`;
}

function isUnknownTool(outcome: Outcome): outcome is Extract<Outcome, { state: 'refused' }> {
  return outcome.state === 'refused' && outcome.error.code === 'UNKNOWN_TOOL';
}

function text(meta: PlainObject, key: string): string | undefined {
  const value = ownMember(meta, key);
  if (value === undefined || typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `"${key}" must be a string.`);
}
