/** MCP over a pair of streams, one message per line. Only protocol messages are written to the output. */
import { fileURLToPath } from 'node:url';

import type { Principal, Runtime } from '../../core/index.ts';
import type { Registry } from '../../core/registry.ts';
import { createMcpDispatcher, type McpOptions } from './mcp-dispatcher.ts';
import { LineReader, type InputLine } from '../../lib/line-reader.ts';
import {
  INVALID_REQUEST,
  isPlainObject,
  ownMember,
  PARSE_ERROR,
  formatRpcError,
  readMessage,
  RpcError,
  type McpCaller,
  type RpcMessage,
} from './protocol.ts';
import { McpSession } from './mcp-session.ts';

interface StdioOptions extends McpOptions {
  readonly registry: Registry;
  readonly preset: string;
  readonly isCataloguePublic?: (preset: string) => boolean;
  /** Opens the runtime. Called before the tools are listed only if some may be hidden, because clients wait for the list. */
  readonly open: (clientFolders: readonly string[]) => Promise<{
    readonly runtime: Runtime;
    readonly principal: (clientName: string) => Promise<Principal>;
  }>;
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly output: OutputStream;
  readonly maxLineBytes?: number;
}

/** The part of a Node stream that is needed here. */
interface OutputStream {
  write(text: string): boolean;
  once(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  readonly writableLength: number;
  readonly writable: boolean;
}

const MAX_LINE = 8 * 1024 * 1024 + 64 * 1024;
/** How many bytes may wait for a slow client before progress messages are dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** The limit of concurrent requests. Further ones wait in the input. */
const MAX_RUNNING = 1_024;
/** How long the client may take to list its roots. */
const ROOTS_TIMEOUT_MS = 2_000;

/** Resolves when the input has ended and all requests are answered. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input, output, maxLineBytes = MAX_LINE, log } = options;
  let opening: ReturnType<StdioOptions['open']> | undefined;
  const openOnce = (): ReturnType<StdioOptions['open']> => (opening ??= listFolders().then(options.open));
  const caller: McpCaller = {
    principal: async (clientName) => (await openOnce()).principal(clientName),
    preset: options.preset,
  };
  const door = createMcpDispatcher({ ...options, runtime: async () => (await openOnce()).runtime });
  door.getToolList(caller.preset);
  const session = new McpSession(door);
  const running = new Set<Promise<void>>();
  output.on('error', (error) => {
    log?.('warn', 'the MCP client does not read any more', { error });
    session.close();
  });

  const send = (text: string, mayDrop = false): void => {
    if (!output.writable || (mayDrop && output.writableLength > MAX_BUFFERED_BYTES)) return;
    output.write(`${text}\n`);
  };
  const handleMessage = (message: RpcMessage): void => {
    switch (message.kind) {
      case 'invalid':
        return send(formatRpcError(message.id, message.fault));
      case 'notification':
        return session.handleNotification(message.method, message.params);
      case 'response':
        return session.resolveRequest(message.id, message.result);
      case 'request': {
        const answering = session.answer(message, caller, send).then((answer) => {
          running.delete(answering);
          if (answer) send(answer.text);
          if (message.method === 'tools/list') preloadRuntime(openOnce, log);
        });
        running.add(answering);
      }
    }
  };

  const listFolders = async (): Promise<string[]> => rootFolders(await session.listRoots(send, ROOTS_TIMEOUT_MS));

  const reader = new LineReader(maxLineBytes);
  const encoder = new TextEncoder();
  try {
    for await (const chunk of input) {
      for (const line of reader.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk))
        handleLine(line, handleMessage);
      while (running.size >= MAX_RUNNING) await Promise.race(running);
    }
    for (const line of reader.end()) handleLine(line, handleMessage);
  } catch (error) {
    log?.('warn', 'the MCP client went away', { error });
    session.close();
  }
  session.rejectPendingRequests();
  await Promise.all(running);
  if (output.writable && output.writableLength > 0) await waitForDrain(output);
}

/** The local folders among the roots that a client listed. */
function rootFolders(result: unknown): string[] {
  const roots = isPlainObject(result) ? ownMember(result, 'roots') : undefined;
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: unknown) => {
    const uri = isPlainObject(root) ? ownMember(root, 'uri') : undefined;
    try {
      return typeof uri === 'string' ? [fileURLToPath(uri)] : [];
    } catch {
      return [];
    }
  });
}

/** Opens the runtime early, because a call is likely to follow. A failure is logged now, and the next call returns it. */
function preloadRuntime(open: () => Promise<unknown>, log: StdioOptions['log']): void {
  const logOpenFailure = (error: unknown) => log?.('error', 'the runtime could not be opened', { error });
  setTimeout(() => void open().catch(logOpenFailure), 0);
}

function handleLine(line: InputLine, handleMessage: (message: RpcMessage) => void): void {
  switch (line.kind) {
    case 'text':
      if (line.text.trim() !== '') handleMessage(readMessage(line.text));
      return;
    case 'too-long':
      return handleMessage({
        kind: 'invalid',
        id: null,
        fault: new RpcError(INVALID_REQUEST, 'The message is too long.'),
      });
    case 'not-utf8':
      return handleMessage({
        kind: 'invalid',
        id: null,
        fault: new RpcError(PARSE_ERROR, 'Parse error: the message is not UTF-8.'),
      });
  }
}

function waitForDrain(output: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    output.once('drain', resolve);
    output.once('error', resolve);
    output.once('close', resolve);
  });
}
