/** Another program that offers tools, an MCP server: started, kept running and spoken to. Nothing it says is trusted. */
import type { Json, JsonObject } from './json.ts';

export interface ToolServerStatus {
  readonly state: 'idle' | 'starting' | 'running' | 'waiting';
  /** The leader of its group of processes, where it is a command of ours. */
  readonly pid?: number;
  /** How often it was started again. */
  readonly restarts: number;
  /** Why it does not run, or did not the last time. */
  readonly error?: string;
  /** The end of what it wrote to standard error before that. For the operator's eyes only: it may hold anything. */
  readonly complaints?: string;
  /** When it is tried again, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

/** What a call brought back, in the server's own words. */
export interface ToolServerAnswer {
  readonly isError: boolean;
  readonly content: readonly Json[];
  readonly structured: Json | undefined;
}

export interface ToolServerCall {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total?: number, message?: string) => void;
}

/** One connection. It ends with the process or the line behind it, and then answers nothing any more. */
export interface ToolSession {
  /** What the server listed last; a new list is a new array. */
  readonly tools: readonly JsonObject[];
  /** Sends the call once and never again. Fails with OUTCOME_UNKNOWN when the connection is lost before the answer. */
  call(tool: string, args: JsonObject, options: ToolServerCall): Promise<ToolServerAnswer>;
}

export interface ToolServer {
  /** What is started or spoken to, as a person reads it. Holds no secret. */
  readonly target: string;
  /** The host that calls go to, unless they stay on this machine. */
  readonly host: string | undefined;
  /** Starts it and from then on keeps it running. Answers at once. */
  start(): void;
  /** The connection, once the tools are listed. Starts what is idle; fails at once while it waits for its next start. */
  session(): Promise<ToolSession>;
  /** Called with every new list of tools, and whenever the status changes. */
  watch(listener: ToolServerListener): void;
  status(): ToolServerStatus;
  close(): Promise<void>;
}

export interface ToolServerListener {
  listed(session: ToolSession): void;
  changed(status: ToolServerStatus): void;
}
