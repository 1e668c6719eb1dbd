/** The client of the automation door: sends calls to the automation service and returns their outcomes. */
import {
  DeputizeError,
  type CallRequest,
  type ErrorCode,
  type Facts,
  type Outcome,
  type CallPreview,
} from '../../core/index.ts';
import type { Principal, CallProgress } from '../../core/index.ts';
import type { RemoteExecutor } from '../../core/remote-executor.ts';
import { automationAnswer, type AutomationAnswer } from '../../wire/automation.ts';
import type { AutomationConnection } from './automation-connection.ts';

interface Waiting {
  readonly resolve: (answer: AutomationAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
}

export interface AutomationExecutor extends Omit<RemoteExecutor, 'resources'> {
  facts(request: CallRequest, userId: string): Promise<Facts>;
  preview(request: CallRequest, userId: string): Promise<CallPreview>;
  close(): void;
}

/** The connection was lost after a request. It is unknown whether the service received it. */
class ConnectionLostError extends Error {}

/** `connect` returns a connection after a successful handshake. It throws if the service cannot be reached. */
export function createAutomationExecutor(
  has: RemoteExecutor['has'],
  connect: () => Promise<AutomationConnection>,
): AutomationExecutor {
  const { reach, ask, connection } = createRequester(connect);

  const look = async (type: string, request: CallRequest, userId: string): Promise<unknown> => {
    const answer = await ask({ ...toCallMessage(request), type, userId, via: 'look' }).catch(orGone);
    if (answer.type === 'tool.looked') return answer.value;
    throw toError(answer);
  };

  const cancel: RemoteExecutor['cancel'] = async (callId, { userId, via }) => {
    if (!connection()) return false;
    const answer = await ask({ type: 'tool.cancel', callId, userId, via }).catch(orGone);
    return answer.type === 'tool.cancelled' && answer.cancelled;
  };

  return {
    has,
    cancel,
    ready: async () => void (await reach()),
    async call(request, principal) {
      const { userId, via } = principal;
      const callId = request.callId ?? request.newId ?? '';
      const stop = (): void => void cancel(callId, principal).catch(() => undefined);
      request.signal?.addEventListener('abort', stop, { once: true });
      try {
        const message = { ...toCallMessage(request), type: 'tool.execute', userId, via };
        const answer = await ask(message, request.onProgress);
        if (answer.type === 'tool.results' && answer.results[0]) return answer.results[0] as Outcome;
        throw toError(answer);
      } catch (error) {
        if (error instanceof ConnectionLostError) return inDoubt(request, callId);
        throw error;
      } finally {
        request.signal?.removeEventListener('abort', stop);
      }
    },
    async undo(callId, token, { userId, via }: Principal) {
      const answer = await ask({ type: 'tool.undo', callId, token, userId, via }).catch(orGone);
      if (answer.type !== 'tool.undone') throw toError(answer);
    },
    facts: async (request, userId) => (await look('tool.facts', request, userId)) as Facts,
    preview: async (request, userId) => (await look('tool.preview', request, userId)) as CallPreview,
    close: () =>
      void connection()
        ?.then((line) => line.close())
        .catch(() => undefined),
  };
}

/** Sends messages over one connection, which it opens when it is needed, and pairs each with its answer. */
function createRequester(connect: () => Promise<AutomationConnection>) {
  const waiting = new Map<string, Waiting>();
  let connected: Promise<AutomationConnection> | undefined;
  let last = 0;

  const open = async (): Promise<AutomationConnection> => {
    const line = await connect();
    line.listen((said) => settle(waiting, said));
    line.hold(false);
    void line.closed.then(() => {
      connected = undefined;
      for (const { reject } of waiting.values()) reject(new ConnectionLostError());
      waiting.clear();
    });
    return line;
  };

  const reach = (): Promise<AutomationConnection> =>
    (connected ??= open()).catch((error: unknown) => {
      connected = undefined;
      throw error;
    });

  const ask = async (message: object, onProgress?: Waiting['onProgress']): Promise<AutomationAnswer> => {
    const line = await reach();
    last += 1;
    const requestId = `h${last}`;
    const answer = new Promise<AutomationAnswer>((resolve, reject) => {
      waiting.set(requestId, { resolve, reject, onProgress });
    });
    line.hold(true);
    line.send({ ...message, requestId });
    try {
      return await answer;
    } finally {
      waiting.delete(requestId);
      if (waiting.size === 0) line.hold(false);
    }
  };

  return { reach, ask, connection: () => connected };
}

function toCallMessage({ signal: _signal, onProgress: _onProgress, ...call }: CallRequest): object {
  return call;
}

function settle(waiting: ReadonlyMap<string, Waiting>, said: unknown): void {
  const parsed = automationAnswer.safeParse(said);
  if (!parsed.success) return;
  const answer = parsed.data;
  const request = waiting.get(answer.requestId ?? '');
  if (answer.type === 'tool.progress') request?.onProgress?.(answer.progress as CallProgress);
  else request?.resolve(answer);
}

function toError(answer: AutomationAnswer): DeputizeError {
  if (answer.type !== 'error') return new DeputizeError('INTERNAL', 'The automation service answered something else.');
  const { code, message, details, retryable, partialSideEffects } = answer.error;
  return new DeputizeError(code as ErrorCode, message, {
    ...{ details: details as DeputizeError['details'], retryable, partialSideEffects },
  });
}

function orGone(error: unknown): never {
  if (!(error instanceof ConnectionLostError)) throw error;
  throw new DeputizeError('NOT_AVAILABLE', 'The automation service went away.', { retryable: true });
}

/** The service records every call that it begins. So the caller can ask for the outcome later. */
function inDoubt({ traceId }: CallRequest, callId: string): Outcome {
  const message =
    'The automation service went away during the call. Ask for the call by its id to know what became of it.';
  const error = new DeputizeError('OUTCOME_UNKNOWN', message, { partialSideEffects: true, retryable: true }).toJSON();
  const decision = { effect: 'allow', reason: 'Handed over to the automation service.', rule: 'handed-over' } as const;
  return { state: 'unknown', callId, traceId: traceId ?? '', decision, error };
}
