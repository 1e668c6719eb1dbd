/** The door of the automation service: accepts calls over a local socket, and checks each of them again. */
import { createServer, type Server, type Socket } from 'node:net';

import { DeputizeError, toErrorValue, type CallRequest, type Principal, type Runtime } from '../../core/index.ts';
import { automationRequest, type AutomationRequest } from '../../wire/automation.ts';
import { admit, AutomationConnection } from './automation-connection.ts';

interface AutomationDoor {
  /** Resolves when no client is connected any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 32;
const MAX_IN_FLIGHT = 64;

export async function openAutomationDoor(runtime: Runtime, path: string, secret: string): Promise<AutomationDoor> {
  const lines = new Set<AutomationConnection>();
  let idleListeners: (() => void)[] = [];
  const attend = async (socket: Socket): Promise<void> => {
    const line = new AutomationConnection(socket);
    lines.add(line);
    void line.closed.then(() => {
      lines.delete(line);
      if (lines.size === 0) for (const notify of idleListeners.splice(0)) notify();
    });
    if (await admit(line, secret)) converse(runtime, line);
    else line.close();
  };
  const server: Server = createServer((socket) => void attend(socket));
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    idle: () => (lines.size === 0 ? Promise.resolve() : new Promise((resolve) => void idleListeners.push(resolve))),
    close: async () => {
      idleListeners = [];
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const line of lines) line.close();
      await closed;
    },
  };
}

function converse(runtime: Runtime, line: AutomationConnection): void {
  let inFlight = 0;
  const answer = async (said: unknown): Promise<void> => {
    let requestId: string | null = null;
    try {
      const request = parse(said);
      requestId = request.requestId;
      if (inFlight >= MAX_IN_FLIGHT)
        throw new DeputizeError('RATE_LIMITED', `At most ${MAX_IN_FLIGHT} requests at once.`);
      inFlight += 1;
      try {
        line.send(await respond(runtime, line, request));
      } finally {
        inFlight -= 1;
      }
    } catch (error) {
      line.send({ type: 'error', requestId, error: toErrorValue(error) });
    }
  };
  line.listen((said) => void answer(said));
}

async function respond(runtime: Runtime, line: AutomationConnection, request: AutomationRequest): Promise<unknown> {
  const { requestId, userId, via } = request;
  // Every client acts as an agent. Only a confirm token, signed after a person's approval, permits more.
  const agent = await runtime.directory.principal(userId, 'agent', via);
  switch (request.type) {
    case 'tool.execute':
      return execute(runtime, line, request, agent);
    case 'tool.facts':
      return { type: 'tool.looked', requestId, value: await runtime.factsOf(toCallRequest(request), agent) };
    case 'tool.preview':
      return { type: 'tool.looked', requestId, value: await runtime.previewOf(toCallRequest(request), agent) };
    case 'tool.undo':
      await runtime.undoByToken(request.callId, request.token, userId);
      return { type: 'tool.undone', requestId };
    case 'tool.cancel':
      return { type: 'tool.cancelled', requestId, cancelled: await runtime.cancelUnchecked(request.callId, agent) };
  }
}

type Execute = Extract<AutomationRequest, { tool: string }>;

async function execute(
  runtime: Runtime,
  line: AutomationConnection,
  request: Execute,
  agent: Principal,
): Promise<unknown> {
  const { requestId } = request;
  const onProgress = (progress: unknown): void => line.send({ type: 'tool.progress', requestId, progress });
  const outcome = await runtime.call({ ...toCallRequest(request), onProgress }, agent);
  const audit = await runtime.auditOf(outcome.callId, agent);
  return { type: 'tool.results', requestId, results: [outcome], audit: audit ? [audit] : [] };
}

function toCallRequest({ type: _type, requestId: _id, userId: _user, via: _via, ...call }: Execute): CallRequest {
  return { ...call, args: call.args ?? {} };
}

function parse(said: unknown): AutomationRequest {
  const parsed = automationRequest.safeParse(said);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new DeputizeError(
    'INVALID_REQUEST',
    `The message is not valid at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`,
  );
}
