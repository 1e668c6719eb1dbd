/** The MCP session of one client on any transport: what was negotiated, and the open requests of both sides. */
import type { McpDispatcher } from './mcp-dispatcher.ts';
import {
  claimedVersion,
  readClientName,
  envelopeCapabilities,
  readMeta,
  opensUrls,
  type McpCaller,
  type ClientChannel,
  type McpRequestContext,
} from './mcp-request-context.ts';
import {
  faultText,
  notificationText,
  requestText,
  resultText,
  RpcError,
  type RpcMessage,
  type RequestId,
} from './rpc-message.ts';
import {
  CLIENT_INFO_KEY,
  INVALID_REQUEST,
  ownMember,
  STATELESS_VERSIONS,
  UNSUPPORTED_VERSION,
  type PlainObject,
} from './protocol.ts';

type Request = Extract<RpcMessage, { kind: 'request' }>;

/** Sends a message to the client before the answer. With `mayDrop`, it is dropped if the client reads too slowly. */
export type MessageSender = (text: string, mayDrop: boolean) => void;

export interface RpcReply {
  readonly text: string;
  readonly fault?: RpcError;
}

export class McpSession {
  readonly #door: McpDispatcher;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #asked = new Map<RequestId, (result: unknown) => void>();
  #questions = 0;
  #canOpenUrls = false;
  #canListRoots = false;
  #clientName = 'unnamed';

  constructor(door: McpDispatcher) {
    this.#door = door;
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
      const fault = this.#door.explain(error);
      return { text: faultText(id, fault), fault };
    }
  }

  hear(method: string, params: PlainObject): void {
    if (method !== 'notifications/cancelled') return;
    this.#running.get(ownMember(params, 'requestId') as RequestId)?.abort();
  }

  settle(id: RequestId, result: unknown): void {
    this.#asked.get(id)?.(result);
    this.#asked.delete(id);
  }

  /** The client's answer to `roots/list`. Undefined if it does not support this or does not answer in time. */
  async listRoots(send: MessageSender, timeoutMs: number): Promise<unknown> {
    if (!this.#canListRoots) return undefined;
    const asked: RequestId[] = [];
    const timer = setTimeout(() => asked.forEach((id) => this.settle(id, undefined)), timeoutMs);
    const result = await this.#channel(send, asked).ask('roots/list', {});
    clearTimeout(timer);
    return result;
  }

  /** Ends everything that runs for this client. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.hangUp();
  }

  /** The client will not answer any more questions. */
  hangUp(): void {
    for (const resolve of this.#asked.values()) resolve(undefined);
    this.#asked.clear();
  }

  #greet(params: PlainObject): string {
    const { canOpenUrls, canListRoots, clientName, result } = this.#door.greet(params);
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
      const result = await this.#door.respond(method, params, exchange);
      return controller.signal.aborted ? undefined : { text: resultText(id, result) };
    } finally {
      this.#running.delete(id);
      for (const question of asked) this.settle(question, undefined);
    }
  }

  #channel(send: MessageSender, asked: RequestId[]): ClientChannel {
    return {
      notify: (method, params) => send(notificationText(method, params), method === 'notifications/progress'),
      ask: (method, params) =>
        new Promise((resolve) => {
          this.#questions += 1;
          const id = `ask-${this.#questions}`;
          asked.push(id);
          this.#asked.set(id, resolve);
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
