/** One MCP session with a server, from the handshake to the end. It offers the server no sampling, no elicitation and no roots. */
import type { Client, Transport } from '@modelcontextprotocol/client';
import { z } from 'zod';

import type { Json, JsonObject } from '../../ports/json.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { PortError } from '../../ports/port-error.ts';
import type { ToolServerAnswer, ToolServerCall, ToolSession } from '../../ports/tool-server.ts';
import { explainCall } from './explain-call.ts';
import { MAX_UNASKED, shortened, UNASKED_PER_SECOND } from './limits.ts';
import type { ServerLink } from './link.ts';
import { listTools } from './list-tools.ts';

interface ConnectionEvents {
  /** The server reports that its list has changed. */
  listChanged(): void;
  /** The connection may be broken. */
  troubled(): void;
  closed(reason: string): void;
}

const anyResult = z.looseObject({});
const callResult = z.looseObject({ content: z.array(z.unknown()).default([]), isError: z.boolean().optional() });
/** The caller's signal limits the time instead. */
const NO_TIMEOUT = 2 ** 31 - 1;

export class McpConnection implements ToolSession {
  readonly link: ServerLink;
  readonly #client: Client;
  #tools: readonly JsonObject[] = [];
  #listing = '';
  readonly #unasked = new RateLimiter(UNASKED_PER_SECOND, MAX_UNASKED);
  #flooded: string | undefined;
  #isClosed = false;

  private constructor(client: Client, link: ServerLink) {
    this.#client = client;
    this.link = link;
  }

  static async open(link: ServerLink, events: ConnectionEvents, signal: AbortSignal): Promise<McpConnection> {
    const { Client: ClientClass } = await import('@modelcontextprotocol/client');
    const client = new ClientClass(
      { name: 'deputize', version: '0.1.0' },
      {
        capabilities: {},
        // Some commands crash on an unknown request, so only a remote server is asked for the newest revision first.
        versionNegotiation: { mode: link.isDistant ? 'auto' : 'legacy' },
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { autoRefresh: false, debounceMs: 100, onChanged: () => events.listChanged() } },
      },
    );
    const connection = new McpConnection(client, link);
    const onmessage: Transport['onmessage'] = (message) => {
      if ('method' in message) connection.#measure();
    };
    Object.assign(link.transport, { onmessage });
    Object.assign(client, {
      onerror: () => {
        connection.#measure();
        events.troubled();
      },
      onclose: () => {
        connection.#isClosed = true;
        events.closed(connection.#reason());
      },
    });
    try {
      await client.connect(link.transport, { signal, timeout: NO_TIMEOUT });
      await connection.list(signal);
      return connection;
    } catch (error) {
      await link.end();
      if (signal.aborted || error instanceof PortError || !connection.#isClosed) throw error;
      throw new PortError('EXTERNAL_ERROR', connection.#reason());
    }
  }

  get tools(): readonly JsonObject[] {
    return this.#tools;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns whether the list has changed. */
  async list(signal: AbortSignal): Promise<boolean> {
    if (!this.#client.getServerCapabilities()?.tools) return false;
    const tools = await listTools((cursor) =>
      this.#client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, anyResult, {
        signal,
        timeout: NO_TIMEOUT,
      }),
    );
    const listing = JSON.stringify(tools);
    if (listing === this.#listing) return false;
    this.#listing = listing;
    this.#tools = tools;
    return true;
  }

  async call(tool: string, args: JsonObject, { signal, progress }: ToolServerCall): Promise<ToolServerAnswer> {
    try {
      const result = await this.#client.request(
        { method: 'tools/call', params: { name: tool, arguments: args } },
        callResult,
        {
          signal,
          timeout: NO_TIMEOUT,
          onprogress: ({ progress: done, total, message }) =>
            progress(done, total, message === undefined ? undefined : shortened(message)),
        },
      );
      return {
        isError: result.isError ?? false,
        content: result.content as Json[],
        structured: result['structuredContent'] as Json | undefined,
      };
    } catch (error) {
      signal.throwIfAborted();
      return explainCall(error, this.#isClosed ? this.#reason() : undefined);
    }
  }

  #reason(): string {
    return shortened(this.#flooded ?? this.link.reason() ?? 'the connection ended');
  }

  /** Counts messages that no request asked for, and ends the connection when there are too many. */
  #measure(): void {
    if (this.#unasked.take(1) || this.#flooded !== undefined) return;
    this.#flooded = 'it sent more messages than anybody had asked for';
    void this.link.end();
  }
}
