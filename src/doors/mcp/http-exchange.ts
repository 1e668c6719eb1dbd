/** MCP over streamable HTTP, independent of the server. Answers are JSON: a stream begins only for messages before the answer. */
import { DeputizeError } from '../../core/errors.ts';
import type { Principal, Runtime } from '../../core/index.ts';
import { createMcpDispatcher, type McpOptions } from './mcp-dispatcher.ts';
import { McpEventStream } from './mcp-event-stream.ts';
import { createHostGuard, type HostOptions } from './host-guard.ts';
import {
  HANDSHAKE_VERSIONS,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  SESSION_NOT_FOUND,
  STATELESS_VERSIONS,
  TRANSPORT_ERROR,
  formatRpcError,
  readMessage,
  RpcError,
  type McpCaller,
  type RpcMessage,
  type RequestId,
} from './protocol.ts';
import { McpSession } from './mcp-session.ts';
import { McpSessionStore, type McpSessionLimits } from './mcp-session-store.ts';
import { checkStateless } from './stateless-headers.ts';

export interface McpHttpOptions extends McpOptions, HostOptions, McpSessionLimits {
  readonly runtime: Runtime;
  /** The limit of a message body, in bytes. */
  readonly maxBodyBytes?: number;
}

/** The authenticated caller, and the preset of the address. */
export interface McpEnv {
  readonly principal: Principal;
  readonly preset: string;
  /** The registered workspace that the address names. */
  readonly workspace?: string | undefined;
}

export interface McpHttpRequest {
  readonly method: string;
  readonly header: (name: string) => string | undefined;
  /** The body, or undefined when it is longer than the limit. */
  read(maxBytes: number): Promise<Uint8Array | undefined>;
  /** Aborted when the client disconnects before its answer. */
  signal(): AbortSignal | undefined;
}

export interface McpHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly events?: McpEventStream;
}

type Request = Extract<RpcMessage, { kind: 'request' }>;

/** Arguments may have 8 MB. The rest is for the message around them. */
const MAX_BODY = 8 * 1024 * 1024 + 64 * 1024;
const JSON_HEADERS = { 'content-type': 'application/json' };
const EVENT_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function createHttpExchange(
  options: McpHttpOptions,
): (incoming: McpHttpRequest, env: McpEnv) => Promise<McpHttpResponse> {
  const { maxBodyBytes = MAX_BODY } = options;
  const { runtime } = options;
  const door = createMcpDispatcher({ ...options, registry: runtime.registry, runtime: () => runtime });
  const guard = createHostGuard(options);
  const sessions = new McpSessionStore(options);

  const post = async (incoming: McpHttpRequest, env: McpEnv): Promise<McpHttpResponse> => {
    const message = await readBody(incoming, maxBodyBytes);
    if (!('kind' in message)) return message;
    if (message.kind === 'invalid') return failure(400, message.fault, message.id);
    if (message.kind === 'request') {
      try {
        if (checkStateless(message, incoming.header))
          return await answer(new McpSession(door), message, incoming, env, true);
      } catch (error) {
        return failure(400, door.toRpcError(error), message.id);
      }
      if (message.method === 'initialize') return begin(message, env);
    } else if (isStatelessNotification(incoming)) return { status: 202, headers: {} };
    const session = sessionOf(incoming, env);
    if (!(session instanceof McpSession)) return session;
    if (message.kind === 'request') return answer(session, message, incoming, env, false);
    if (message.kind === 'notification') session.handleNotification(message.method, message.params);
    else session.resolveRequest(message.id, message.result);
    return { status: 202, headers: {} };
  };

  const begin = async (message: Request, env: McpEnv): Promise<McpHttpResponse> => {
    const session = new McpSession(door);
    const answered = await session.answer(message, toMcpCaller(env));
    if (!answered || answered.fault) return { status: 200, headers: JSON_HEADERS, body: answered?.text ?? '' };
    const headers = { ...JSON_HEADERS, 'mcp-session-id': sessions.begin(session, env) };
    return { status: 200, headers, body: answered.text };
  };

  const sessionOf = (incoming: McpHttpRequest, env: McpEnv): McpSession | McpHttpResponse => {
    const version = incoming.header('mcp-protocol-version');
    if (version !== undefined && !HANDSHAKE_VERSIONS.includes(version.trim()))
      return failure(400, new RpcError(TRANSPORT_ERROR, 'Bad Request: this MCP-Protocol-Version is not supported.'));
    const id = incoming.header('mcp-session-id');
    if (id === undefined) return failure(400, new RpcError(TRANSPORT_ERROR, 'Bad Request: Mcp-Session-Id is missing.'));
    return sessions.find(id, env) ?? failure(404, new RpcError(SESSION_NOT_FOUND, 'There is no such session.'));
  };

  const end = (incoming: McpHttpRequest, env: McpEnv): McpHttpResponse => {
    const session = sessionOf(incoming, env);
    if (!(session instanceof McpSession)) return session;
    sessions.end(incoming.header('mcp-session-id') ?? '', env);
    return { status: 204, headers: {} };
  };

  return async (incoming, env) => {
    const foreign = guard(incoming.header('host'), incoming.header('origin'));
    if (foreign !== undefined) return failure(403, new RpcError(TRANSPORT_ERROR, foreign));
    try {
      door.getToolList(env.preset);
    } catch (error) {
      if (!(error instanceof DeputizeError)) throw error;
      return failure(404, new RpcError(INVALID_PARAMS, error.message));
    }
    if (incoming.method === 'POST') return post(incoming, env);
    if (incoming.method === 'DELETE') return end(incoming, env);
    // The server sends no messages outside of requests, so there is no stream for GET.
    const reply = failure(405, new RpcError(TRANSPORT_ERROR, 'Method not allowed.'));
    return { ...reply, headers: { ...reply.headers, allow: 'POST, DELETE' } };
  };
}

function answer(
  session: McpSession,
  message: Request,
  incoming: McpHttpRequest,
  env: McpEnv,
  stateless: boolean,
): Promise<McpHttpResponse> {
  const accepts = incoming.header('accept') ?? '*/*';
  const canStream = accepts.includes('text/event-stream') || accepts.includes('*/*');
  let events: McpEventStream | undefined;
  return new Promise((resolve) => {
    const stream = (): McpEventStream => {
      if (events) return events;
      events = new McpEventStream();
      resolve({ status: 200, headers: EVENT_HEADERS, events });
      return events;
    };
    const send = canStream ? (text: string, mayDrop: boolean) => stream().push(text, mayDrop) : undefined;
    // A client with a session cancels by a message. A stateless client can only close its connection.
    const signal = stateless ? incoming.signal() : undefined;
    void session.answer(message, toMcpCaller(env), send, signal).then((answered) => {
      if (answered && !events)
        return resolve({ status: toStatusCode(answered.fault, stateless), headers: JSON_HEADERS, body: answered.text });
      if (answered) stream().push(answered.text);
      return stream().end();
    });
  });
}

function toMcpCaller({ principal, preset, workspace }: McpEnv): McpCaller {
  return { principal: () => principal, preset, workspace };
}

function toStatusCode(fault: RpcError | undefined, stateless: boolean): number {
  return stateless && fault?.code === METHOD_NOT_FOUND ? 404 : 200;
}

async function readBody(incoming: McpHttpRequest, maxBytes: number): Promise<RpcMessage | McpHttpResponse> {
  const type = incoming.header('content-type');
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type))
    return failure(
      415,
      new RpcError(TRANSPORT_ERROR, 'Unsupported Media Type: Content-Type must be application/json.'),
    );
  const accepts = incoming.header('accept');
  if (accepts !== undefined && !/application\/(json|\*)|\*\/\*/i.test(accepts))
    return failure(
      406,
      new RpcError(TRANSPORT_ERROR, 'Not Acceptable: answers are application/json or text/event-stream.'),
    );
  const bytes = await incoming.read(maxBytes).catch(() => null);
  if (bytes === null) return failure(400, new RpcError(PARSE_ERROR, 'Parse error: the message broke off.'));
  if (!bytes)
    return failure(413, new RpcError(INVALID_REQUEST, `Payload Too Large: a message may have ${maxBytes} bytes.`));
  try {
    return readMessage(utf8.decode(bytes));
  } catch {
    return failure(400, new RpcError(PARSE_ERROR, 'Parse error: the message is not UTF-8.'));
  }
}

function isStatelessNotification(incoming: McpHttpRequest): boolean {
  const version = incoming.header('mcp-protocol-version')?.trim();
  return (
    version !== undefined && STATELESS_VERSIONS.includes(version) && incoming.header('mcp-session-id') === undefined
  );
}

function failure(status: number, fault: RpcError, id: RequestId | null = null): McpHttpResponse {
  return { status, headers: JSON_HEADERS, body: formatRpcError(id, fault) };
}
