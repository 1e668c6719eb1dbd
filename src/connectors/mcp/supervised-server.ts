/** Keeps a server running: starts it, lists its tools, detects its end, and restarts it with backoff. */
import { RetryBackoff } from '../../lib/retry-backoff.ts';
import { PortError } from '../../ports/port-error.ts';
import type { ToolServer, ToolServerListener, ToolServerStatus, ToolSession } from '../../ports/tool-server.ts';
import { McpConnection } from './connection.ts';
import { shortened } from './limits.ts';
import type { ServerLink } from './link.ts';

interface SupervisedOptions {
  readonly name: string;
  readonly target: string;
  readonly host: string | undefined;
  readonly open: () => ServerLink | Promise<ServerLink>;
  readonly startTimeoutMs: number;
  /** Secrets that the server was given and may repeat in its error output. */
  readonly secrets: readonly string[];
}

/** How often the list is requested without a reported change. This also shows whether a remote server still runs. */
const LOOK_AGAIN_MS = 60_000;
const LIST_TIMEOUT_MS = 30_000;

export class SupervisedServer implements ToolServer {
  readonly target: string;
  readonly host: string | undefined;
  readonly #options: SupervisedOptions;
  readonly #restarts = new RetryBackoff({ firstMs: 500, longestMs: 60_000 });
  readonly #relists = new RetryBackoff({ firstMs: 250, longestMs: 300_000 });
  readonly #listeners: ToolServerListener[] = [];
  #status: ToolServerStatus = { state: 'idle', restarts: 0 };
  #connection: McpConnection | undefined;
  #starting: Promise<ToolSession> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #relist: NodeJS.Timeout | undefined;
  #relistsSoon = false;
  #isKept = false;
  readonly #closing = new AbortController();

  constructor(options: SupervisedOptions) {
    this.#options = options;
    this.target = options.target;
    this.host = options.host;
  }

  watch(listener: ToolServerListener): void {
    this.#listeners.push(listener);
  }

  status(): ToolServerStatus {
    return this.#status;
  }

  start(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    this.session().catch(() => undefined);
  }

  session(): Promise<ToolSession> {
    if (this.#closing.signal.aborted) return Promise.reject(this.#unavailable('it is being ended'));
    if (this.#connection) return Promise.resolve(this.#connection);
    if (this.#status.state === 'waiting') return Promise.reject(this.#unavailable(this.#status.error));
    return (this.#starting ??= this.#begin());
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('it is being ended'));
    clearTimeout(this.#retry);
    clearTimeout(this.#relist);
    await this.#starting?.catch(() => undefined);
    await this.#connection?.link.end();
    this.#become({ state: 'idle', restarts: this.#status.restarts });
  }

  async #begin(): Promise<ToolSession> {
    const { retryAt: _, ...last } = this.#status;
    const { restarts } = last;
    this.#become({ ...last, state: 'starting' });
    const { open, startTimeoutMs } = this.#options;
    const late = AbortSignal.timeout(startTimeoutMs);
    let link: ServerLink | undefined;
    try {
      link = await open();
      const opened: { connection?: McpConnection } = {};
      const connection = await McpConnection.open(
        link,
        {
          listChanged: () => this.#listSoon(),
          troubled: () => (opened.connection?.link.isDistant ? this.#listSoon() : undefined),
          closed: (reason) => this.#lost(opened.connection, reason),
        },
        AbortSignal.any([late, this.#closing.signal]),
      );
      opened.connection = connection;
      if (connection.isClosed) throw new PortError('EXTERNAL_ERROR', 'it ended at once');
      this.#connection = connection;
      this.#starting = undefined;
      const { pid } = connection.link;
      this.#become({ state: 'running', restarts, ...(pid === undefined ? {} : { pid }) });
      for (const listener of this.#listeners) listener.listed(connection);
      if (!this.#relistsSoon) this.#listAfter(LOOK_AGAIN_MS);
      return connection;
    } catch (error) {
      this.#starting = undefined;
      // The caller receives our text. The server's text is for the operator.
      const why = late.aborted
        ? `it did not answer within ${startTimeoutMs} ms`
        : error instanceof PortError
          ? error.message
          : 'its handshake failed';
      this.#rest(why, [link?.complaints() ?? '', error instanceof PortError ? '' : toMessage(error)].join('\n').trim());
      throw this.#unavailable(why);
    }
  }

  #lost(connection: McpConnection | undefined, reason: string): void {
    if (!connection || this.#connection !== connection) return;
    this.#connection = undefined;
    clearTimeout(this.#relist);
    this.#relistsSoon = false;
    if (!this.#closing.signal.aborted) this.#rest(reason, connection.link.complaints());
  }

  /** Waits for the next start. A server that was started for one call only is not restarted before the next call. */
  #rest(why: string, complaints: string): void {
    const restarts = this.#status.restarts + 1;
    const said = complaints === '' ? {} : { complaints: shortened(this.#withoutSecrets(complaints)) };
    const status = { restarts, error: shortened(why), ...said };
    if (this.#closing.signal.aborted || !this.#isKept) return this.#become({ state: 'idle', ...status });
    const wait = this.#restarts.next();
    this.#become({ state: 'waiting', ...status, retryAt: Date.now() + Math.round(wait) });
    this.#retry = setTimeout(() => {
      this.#status = { state: 'idle', ...status };
      this.session().catch(() => undefined);
    }, wait);
  }

  /** Limits how often the list is requested, however often the server reports a change. */
  #listSoon(): void {
    if (this.#relistsSoon) return;
    this.#relistsSoon = true;
    this.#listAfter(this.#relists.next());
  }

  #listAfter(wait: number): void {
    clearTimeout(this.#relist);
    if (this.#closing.signal.aborted) return;
    this.#relist = setTimeout(() => void this.#listAgain(), wait);
  }

  async #listAgain(): Promise<void> {
    const connection = this.#connection;
    this.#relistsSoon = false;
    if (!connection) return;
    const late = AbortSignal.timeout(LIST_TIMEOUT_MS);
    try {
      const isNew = await connection.list(late);
      if (isNew && this.#connection === connection) for (const listener of this.#listeners) listener.listed(connection);
    } catch {
      // A server that times out may only be slow. One that answers with an error or cannot be reached is restarted.
      if (!late.aborted) await connection.link.end();
    } finally {
      if (this.#connection === connection && !this.#relistsSoon) this.#listAfter(LOOK_AGAIN_MS);
    }
  }

  #become(status: ToolServerStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener.changed(status);
  }

  #withoutSecrets(text: string): string {
    return this.#options.secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
  }

  #unavailable(why: string | undefined): PortError {
    const { name } = this.#options;
    const { retryAt } = this.#status;
    const soon = retryAt === undefined ? '' : ` It is tried again at ${new Date(retryAt).toISOString()}.`;
    return new PortError(
      'EXTERNAL_ERROR',
      `The MCP server "${name}" is not running: ${why ?? 'no reason is known'}.${soon}`,
    );
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
