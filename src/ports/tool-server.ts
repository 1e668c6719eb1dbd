/** An MCP server: another program that offers tools. Everything that it sends is untrusted. */
import type { Json, JsonObject } from './json.ts';

/** The state of a mounted server. `waiting` means that it failed and is started again later. */
export interface ToolServerStatus {
  readonly state: 'idle' | 'starting' | 'running' | 'waiting';
  /** The leader of its process group, if the server is a command that was started here. */
  readonly pid?: number;
  /** How often it was started again. */
  readonly restarts: number;
  /** Why it does not run, or why it last failed. */
  readonly error?: string;
  /** The end of what it wrote to standard error before that. Only for the operator: it may contain secrets. */
  readonly complaints?: string;
  /** The time of the next start, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

/** The result of a call, as the server sent it. It is untrusted content. */
export interface ToolServerAnswer {
  readonly isError: boolean;
  readonly content: readonly Json[];
  readonly structured: Json | undefined;
}

/** How a call is cancelled, and where its progress is reported. */
export interface ToolServerCall {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** One connection. It ends with the process or socket behind it. After that, calls fail. */
export interface ToolSession {
  /** The last list of the server. A new list is a new array. */
  readonly tools: readonly JsonObject[];
  /** Sends the call once and never again. Fails with OUTCOME_UNKNOWN when the connection is lost before the answer. */
  call(tool: string, args: JsonObject, options: ToolServerCall): Promise<ToolServerAnswer>;
}

/** Starts or connects to one MCP server and keeps it available. */
export interface ToolServer {
  /** The command or address, for people. It contains no secret. */
  readonly target: string;
  /** The host that calls are sent to; undefined if they stay on this machine. */
  readonly host: string | undefined;
  /** Starts the server and restarts it when it ends. Returns immediately. */
  start(): void;
  /**
   * Resolves once the tools are listed. Starts an idle server. Fails immediately while the server waits for its next
   * start.
   */
  session(): Promise<ToolSession>;
  /** Registers the listener for lists and states. */
  watch(listener: ToolServerListener): void;
  status(): ToolServerStatus;
  close(): Promise<void>;
}

/** Receives every new list of tools and every change of the state. */
export interface ToolServerListener {
  listed(session: ToolSession): void;
  changed(status: ToolServerStatus): void;
}
