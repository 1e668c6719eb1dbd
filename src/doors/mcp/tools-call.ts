/** `tools/call`: from a client's message to the runtime and back, with the wait for a person between. A tool that is not listed can also be called. */
import {
  changesSentence,
  editedSentence,
  type CallRequest,
  type ErrorValue,
  type Outcome,
  type Principal,
  type Runtime,
} from '../../core/index.ts';
import {
  CALL_ID_KEY,
  CONFIRM_TOKEN_KEY,
  INVALID_PARAMS,
  isPlainObject,
  ownMember,
  TRACE_ID_KEY,
  readMeta,
  RpcError,
  OUTCOME_KEY,
  type PlainObject,
  type McpRequestContext,
} from './protocol.ts';

export interface CallToolOptions {
  readonly runtime: () => Runtime | Promise<Runtime>;
  /** How long a request is kept open for a person's decision. */
  readonly approvalWaitMs: number;
  /** The server's name as a member of a stateless result's `_meta`. */
  readonly serverInfoMember: string;
}

const COMPLETE = '"resultType":"complete",';

export async function callTool(
  parts: CallToolOptions,
  toToolName: (wire: string) => string,
  params: PlainObject,
  context: McpRequestContext,
): Promise<string> {
  const request = readCall(toToolName, params, context);
  const runtime = await parts.runtime();
  const principal = await context.principal();
  const state = context.stateless ? await readRequestState(runtime, params, principal) : undefined;
  const first = await runtime.call(state === undefined ? request : { ...request, callId: state }, principal);
  let outcome = first;
  if (hasApprovalUrl(first) && context.canOpenUrls) {
    const waiting = { runtime, principal, context, waitMs: parts.approvalWaitMs };
    if (!context.stateless) outcome = await elicitDecision(waiting, first);
    else if (state === undefined) return inputRequired(parts, renderApprovalRequest(first));
    else if (!hasDeclined(params)) {
      outcome = await waitForDecision(waiting, first);
      if (isUndecidedOrRunning(outcome)) return inputRequired(parts, renderInputRequired(outcome));
    }
  }
  if (isUnknownTool(outcome)) throw new RpcError(INVALID_PARAMS, outcome.error.message, outcome);
  return context.stateless ? renderOutcome(outcome, COMPLETE, `${parts.serverInfoMember},`) : renderOutcome(outcome);
}

function readCall(toToolName: (wire: string) => string, params: PlainObject, context: McpRequestContext): CallRequest {
  const name = ownMember(params, 'name');
  if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, '"name" must be a string.');
  const args = ownMember(params, 'arguments') ?? {};
  if (!isPlainObject(args)) throw new RpcError(INVALID_PARAMS, '"arguments" must be an object.');
  const meta = readMeta(params);
  const { preset, signal, workspace } = context;
  const request = { tool: toToolName(name), args, preset, signal, workspace, collects: true };
  if (!meta) return request;
  return {
    ...request,
    callId: readString(meta, CALL_ID_KEY),
    traceId: readString(meta, TRACE_ID_KEY),
    confirmToken: readString(meta, CONFIRM_TOKEN_KEY),
    onProgress: createProgressReporter(context, meta),
  };
}

/** The call that a client comes back to. That it is the same call, by the same user, is checked when it is made again. */
async function readRequestState(
  runtime: Runtime,
  params: PlainObject,
  principal: Principal,
): Promise<string | undefined> {
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

function inputRequired({ serverInfoMember }: CallToolOptions, members: string): string {
  return `{${members},"_meta":{${serverInfoMember}}}`;
}

function isUnknownTool(outcome: Outcome): outcome is Extract<Outcome, { state: 'refused' }> {
  return outcome.state === 'refused' && outcome.error.code === 'UNKNOWN_TOOL';
}

function readString(meta: PlainObject, key: string): string | undefined {
  const value = ownMember(meta, key);
  if (value === undefined || typeof value === 'string') return value;
  throw new RpcError(INVALID_PARAMS, `"${key}" must be a string.`);
}

type PendingOutcome = Extract<Outcome, { state: 'pending' }>;

/** One whose approval has a page that a client can open. */
type LinkedPendingOutcome = PendingOutcome & { readonly approval: { readonly url: string } };

function hasApprovalUrl(outcome: Outcome): outcome is LinkedPendingOutcome {
  return outcome.state === 'pending' && outcome.approval.url !== undefined;
}

/** The key of our one question among a result's `inputRequests`. */
const APPROVAL_REQUEST_KEY = 'approval';
const SLICE_MS = 2_000;

interface ApprovalWait {
  readonly runtime: Runtime;
  readonly principal: Principal;
  readonly context: McpRequestContext;
  readonly waitMs: number;
}

/** Asks the client to open the approval's page and waits for the decision, as revisions with sessions do it. */
async function elicitDecision(waiting: ApprovalWait, pending: LinkedPendingOutcome): Promise<Outcome> {
  const { channel } = waiting.context;
  if (!channel) return pending;
  const { id } = pending.approval;
  const params = { mode: 'url', elicitationId: id, ...question(pending) };
  const clientDeclined = new Promise<void>((resolve) => {
    void channel.ask('elicitation/create', params).then((answer) => {
      if (!isAccepted(answer)) resolve();
    });
  });
  const outcome = await waitForDecision(waiting, pending, clientDeclined);
  if (!isUndecidedOrRunning(outcome)) channel.notify('notifications/elicitation/complete', { elicitationId: id });
  return outcome;
}

/** Polls the outcome until it is decided or the wait ends. */
async function waitForDecision(
  { runtime, principal, context: exchange, waitMs }: ApprovalWait,
  pending: PendingOutcome,
  giveUp?: Promise<void>,
): Promise<Outcome> {
  const { signal } = exchange;
  const until = Date.now() + waitMs;
  const over = new AbortController();
  const stop = new Promise<undefined>((resolve) => over.signal.addEventListener('abort', () => resolve(undefined)));
  signal.addEventListener('abort', () => over.abort(), { once: true });
  if (signal.aborted) over.abort();
  void giveUp?.then(() => over.abort());
  let outcome: Outcome = pending;
  while (isUndecidedOrRunning(outcome) && !over.signal.aborted && Date.now() < until) {
    const slice = Math.min(SLICE_MS, until - Date.now());
    outcome = (await Promise.race([runtime.calls.outcome(pending.callId, principal, slice), stop])) ?? outcome;
  }
  return outcome;
}

/** Waits for a person, or was approved and still runs. */
function isUndecidedOrRunning(outcome: Outcome): boolean {
  return outcome.state === 'pending' || (outcome.state === 'unknown' && outcome.error.retryable);
}

/** The first answer to a call that waits: the client is to open the page and come back. */
function renderApprovalRequest(pending: LinkedPendingOutcome): string {
  const request = { method: 'elicitation/create', params: { mode: 'url', ...question(pending) } };
  return `"inputRequests":${JSON.stringify({ [APPROVAL_REQUEST_KEY]: request })},${renderInputRequired(pending)}`;
}

/** The answers after that: the client only comes back, and does not open the page again. */
function renderInputRequired({ callId }: Pick<Outcome, 'callId'>): string {
  // The call's id is state enough: only its own user can use it, and only with the same arguments.
  return `"resultType":"input_required","requestState":${JSON.stringify(callId)}`;
}

/** Whether the client came back without having shown the page. */
function hasDeclined(params: PlainObject): boolean {
  const responses = ownMember(params, 'inputResponses');
  const answer = isPlainObject(responses) ? ownMember(responses, APPROVAL_REQUEST_KEY) : undefined;
  return answer !== undefined && !isAccepted(answer);
}

function isAccepted(answer: unknown): boolean {
  return isPlainObject(answer) && ownMember(answer, 'action') === 'accept';
}

function question({ approval, decision }: LinkedPendingOutcome): { message: string; url: string } {
  return {
    message: `A person must decide about this call before ${approval.expiresAt}: ${decision.reason}`,
    url: approval.url,
  };
}

const KEY = JSON.stringify(OUTCOME_KEY);

/** `serverInfoMember` is a member of the result's `_meta`, and `extraMembers` are further members of the result, both as JSON text. */
function renderOutcome(outcome: Outcome, extraMembers = '', serverInfoMember = ''): string {
  if (outcome.state === 'ok' || outcome.state === 'reported')
    return renderDone(outcome, extraMembers, serverInfoMember);
  const json = JSON.stringify(outcome);
  // The sentence comes first: some clients show only the first block, and some read JSON there as a tool's own result.
  const edited = editedSentence(outcome);
  const content = [outcomeSentence(outcome), json, ...(edited === undefined ? [] : [edited])]
    .map(toTextBlock)
    .join(',');
  return `{${extraMembers}"content":[${content}],"isError":true,"_meta":{${serverInfoMember}${KEY}:${json}}}`;
}

function renderDone(
  outcome: Extract<Outcome, { value: unknown }>,
  extraMembers: string,
  serverInfoMember: string,
): string {
  const { value, ...about } = outcome;
  const json = JSON.stringify(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const structured = isObject ? `,"structuredContent":${json}` : '';
  const content = [toTextBlock(json), ...notes(outcome).map(toTextBlock)].join(',');
  return `{${extraMembers}"content":[${content}]${structured},"_meta":{${serverInfoMember}${KEY}:${JSON.stringify(about)}}}`;
}

function notes(outcome: Extract<Outcome, { value: unknown }>): string[] {
  const { callId, truncated } = outcome;
  const sentences: string[] = [];
  if (outcome.state === 'reported') sentences.push(outcome.report);
  if (truncated) {
    const cut = truncated.parts
      .map(({ path, kept, total }) => `${path || 'the value'}: ${kept} of ${total}`)
      .join('; ');
    sentences.push(
      `This result was cut (${cut}). The whole is ${truncated.characters} characters of JSON; ` +
        `read_result with callId "${callId}" reads on.`,
    );
  }
  const edited = editedSentence(outcome);
  if (edited !== undefined) sentences.push(edited);
  const changes = changesSentence(outcome);
  if (changes !== undefined) sentences.push(changes);
  return sentences;
}

function toTextBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

type OtherOutcome = Exclude<Outcome, { state: 'ok' | 'reported' }>;

function outcomeSentence(outcome: OtherOutcome): string {
  switch (outcome.state) {
    case 'pending':
      return pendingSentence(outcome);
    case 'refused':
      return `Refused (${outcome.error.code}): ${outcome.error.message} Nothing was done.`;
    case 'failed':
      return `Failed (${outcome.error.code}): ${outcome.error.message}${partialSentence(outcome.error)}`;
    case 'unknown':
      return unknownSentence(outcome.error);
  }
}

function unknownSentence({ message, retryable }: ErrorValue): string {
  // A call that still runs is retryable: the repeat gets its outcome.
  if (retryable) return `The outcome is not known yet: ${message} Make the same call again later to get it.`;
  return `The outcome is not known: ${message} A person has to look before it is tried again.`;
}

function pendingSentence({ approval, decision }: Extract<Outcome, { state: 'pending' }>): string {
  const { id, url, workspace, expiresAt } = approval;
  return [
    `This call waits for a person${workspace === undefined ? '' : ` (in ${workspace})`}: ${decision.reason}`,
    `The person decides ${url === undefined ? '' : `at ${url} or `}with "deputize approvals approve ${id}", until ${expiresAt}.`,
    'After the decision, make exactly the same call again to get its result. Do not try another way in between.',
  ].join(' ');
}

function partialSentence({ partialSideEffects }: { readonly partialSideEffects: boolean }): string {
  return partialSideEffects ? ' A part of it may have taken effect.' : '';
}
