/** What a failed call means: an error of the server, a call that was never sent, or an unknown outcome. */
import { PortError } from '../../ports/port-error.ts';
import type { ToolServerAnswer } from '../../ports/tool-server.ts';
import { shortened, TOO_LONG_CODE } from './limits.ts';

/** Connecting failed, so nothing was sent. */
const NEVER_LEFT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export function explainCall(error: unknown, closed: string | undefined): ToolServerAnswer {
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['', String(error)];
  const code: unknown = readMember(error, 'code');
  if (code === TOO_LONG_CODE) throw new PortError('TOO_LARGE', message);
  // A protocol error is an answer too: the server refused or failed.
  if (typeof code === 'number' && name !== 'AbortError') {
    return { isError: true, content: [{ type: 'text', text: shortened(message) }], structured: undefined };
  }
  if (code === 'INVALID_RESULT' || code === 'UNSUPPORTED_RESULT_TYPE') {
    throw new PortError('INVALID_OUTPUT', 'The server answered with something that is no result of a call.');
  }
  const status = readMember(error, 'status');
  if (status === 401 || status === 403) throw new PortError('PERMISSION_DENIED', `The server answered ${status}.`);
  if (status === 429) throw new PortError('RATE_LIMITED', 'The server answered that there were too many requests.');
  if (status === 404) throw new PortError('EXTERNAL_ERROR', 'The server does not know this connection any more.');
  const cause = readMember(readMember(error, 'cause'), 'code');
  if (typeof cause === 'string' && NEVER_LEFT.has(cause))
    throw new PortError('EXTERNAL_ERROR', `The server cannot be reached (${cause}).`);
  const why = closed ?? (typeof status === 'number' ? `the server answered ${status}` : 'the connection was lost');
  throw new PortError('OUTCOME_UNKNOWN', `${why} before the answer; whether it took effect is not known.`);
}

function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
