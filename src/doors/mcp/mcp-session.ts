/** The MCP session of one client on any transport: what was negotiated, and the open requests of both sides. */
import type { McpDispatcher } from './mcp-dispatcher.ts';
import {
  CLIENT_INFO_KEY,
  INVALID_REQUEST,
  ownMember,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
  claimedVersion,
  readClientName,
  envelopeCapabilities,
  readMeta,
  opensUrls,
  formatRpcError,
  notificationText,
  requestText,
  resultText,
  RpcError,
  type PlainObject,
  type McpCaller,
  type ClientChannel,
  type McpRequestContext,
  type RpcMessage,
  type RequestId,
} from './protocol.ts';

type Request = Extract<RpcMessage, { kind: 'request' }>;

/** Sends a message to the client before the answer. With `mayDrop`, it is dropped if the client reads too slowly. */
type MessageSender = (text: string, mayDrop: boolean) => void;

interface RpcReply {
  readonly text: string;
  readonly fault?: RpcError;
}

export class McpSession {
  readonly #dispatcher: McpDispatcher;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #pendingRequests = new Map<RequestId, (result: unknown) => void>();
  #requestCount = 0;
  #canOpenUrls = false;
  #canListRoots = false;
  #clientName = 'unnamed';

  constructor(door: McpDispatcher) {
    this.#dispatcher = door;
  }

  /** Undefined for a cancelled request: its client expects no answer. */
  async answer(
    request: Request,
    caller: McpCaller,
    send?: MessageSender,
    signal?: AbortSignal,
  ): Promise<RpcReply | undefined> {
    const { id, method, params } = request;
    try {
      if (this.#running.has(id)) throw new RpcError(INVALID_REQUEST, 'A request with this id is still being answered.');
      if (method === 'initialize' && !readEnvelope(params)) return { text: resultText(id, this.#greet(params)) };
      return await this.#exchange(request, caller, send, signal);
    } catch (error) {
      const fault = this.#dispatcher.toRpcError(error);
      return { text: formatRpcError(id, fault), fault };
    }
  }

  handleNotification(method: string, params: PlainObject): void {
    if (method !== 'notifications/cancelled') return;
    this.#running.get(ownMember(params, 'requestId') as RequestId)?.abort();
  }

  resolveRequest(id: RequestId, result: unknown): void {
    this.#pendingRequests.get(id)?.(result);
    this.#pendingRequests.delete(id);
  }

  /** The client's answer to `roots/list`. Undefined if it does not support this or does not answer in time. */
  async listRoots(send: MessageSender, timeoutMs: number): Promise<unknown> {
    if (!this.#canListRoots) return undefined;
    const asked: RequestId[] = [];
    const timer = setTimeout(() => asked.forEach((id) => this.resolveRequest(id, undefined)), timeoutMs);
    const result = await this.#channel(send, asked).ask('roots/list', {});
    clearTimeout(timer);
    return result;
  }

  /** Ends everything that runs for this client. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.rejectPendingRequests();
  }

  /** The client will not answer any more questions. */
  rejectPendingRequests(): void {
    for (const resolve of this.#pendingRequests.values()) resolve(undefined);
    this.#pendingRequests.clear();
  }

  #greet(params: PlainObject): string {
    const { canOpenUrls, canListRoots, clientName, result } = this.#dispatcher.initialize(params);
    this.#canOpenUrls = canOpenUrls;
    this.#canListRoots = canListRoots;
    this.#clientName = clientName;
    return result;
  }

  async #exchange(
    request: Request,
    caller: McpCaller,
    send?: MessageSender,
    signal?: AbortSignal,
  ): Promise<RpcReply | undefined> {
    const { id, method, params } = request;
    const envelope = readEnvelope(params);
    const controller = new AbortController();
    const asked: RequestId[] = [];
    if (signal?.aborted) controller.abort();
    signal?.addEventListener('abort', () => controller.abort(), { once: true });
    const exchange: McpRequestContext = {
      principal: () => caller.principal(envelope ? envelope.clientName : this.#clientName),
      preset: caller.preset,
      workspace: caller.workspace,
      stateless: envelope !== undefined,
      canOpenUrls: envelope ? envelope.canOpenUrls : this.#canOpenUrls,
      signal: controller.signal,
      channel: send && this.#channel(send, asked),
    };
    this.#running.set(id, controller);
    try {
      const result = await this.#dispatcher.handleRequest(method, params, exchange);
      return controller.signal.aborted ? undefined : { text: resultText(id, result) };
    } finally {
      this.#running.delete(id);
      for (const question of asked) this.resolveRequest(question, undefined);
    }
  }

  #channel(send: MessageSender, asked: RequestId[]): ClientChannel {
    return {
      notify: (method, params) => send(notificationText(method, params), method === 'notifications/progress'),
      ask: (method, params) =>
        new Promise((resolve) => {
          this.#requestCount += 1;
          const id = `ask-${this.#requestCount}`;
          asked.push(id);
          this.#pendingRequests.set(id, resolve);
          send(requestText(id, method, params), false);
        }),
    };
  }
}

interface Envelope {
  readonly version: string;
  readonly canOpenUrls: boolean;
  readonly clientName: string;
}

/** What a stateless request states about its client. Undefined for a request of a session. */
export function readEnvelope(params: PlainObject): Envelope | undefined {
  const meta = readMeta(params);
  const version = claimedVersion(meta);
  if (meta === undefined || version === undefined) return undefined;
  const canOpenUrls = opensUrls(envelopeCapabilities(meta));
  const clientName = readClientName(ownMember(meta, CLIENT_INFO_KEY));
  if (typeof version === 'string' && STATELESS_VERSIONS.includes(version)) return { version, canOpenUrls, clientName };
  throw new RpcError(UNSUPPORTED_VERSION, 'This protocol version is not supported.', {
    supported: STATELESS_VERSIONS,
    requested: typeof version === 'string' ? version.slice(0, 40) : 'unknown',
  });
}
