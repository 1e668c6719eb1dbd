/** Reads one JSON-RPC message and writes the answers, as text: what goes out is put together once and never parsed again. */
import { INVALID_REQUEST, isPlainObject, ownMember, PARSE_ERROR, type PlainObject } from './protocol.ts';

export type RequestId = string | number;

export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: PlainObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: PlainObject }
  | { readonly kind: 'response'; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly fault: RpcError };

/** A protocol error: what the peer did wrong on the level of messages. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const NO_PARAMS: PlainObject = {};

export function readMessage(text: string): RpcMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(null, PARSE_ERROR, 'Parse error: the message is not JSON.');
  }
  return readValue(value);
}

function readValue(value: unknown): RpcMessage {
  if (Array.isArray(value))
    return invalid(null, INVALID_REQUEST, 'Batches are not accepted; send one message at a time.');
  if (!isPlainObject(value)) return invalid(null, INVALID_REQUEST, 'A message is a JSON object.');
  const id = value['id'];
  const known = isId(id) ? id : null;
  if (value['jsonrpc'] !== '2.0') return invalid(known, INVALID_REQUEST, '"jsonrpc" must be "2.0".');
  const method = ownMember(value, 'method');
  if (method === undefined) return readResponse(value, known);
  if (typeof method !== 'string') return invalid(known, INVALID_REQUEST, '"method" must be a string.');
  const params = value['params'] ?? NO_PARAMS;
  if (!isPlainObject(params)) return invalid(known, INVALID_REQUEST, '"params" must be an object.');
  if (id === undefined) return { kind: 'notification', method, params };
  if (known === null) return invalid(null, INVALID_REQUEST, '"id" must be a string or an integer.');
  return { kind: 'request', id: known, method, params };
}

function readResponse(value: PlainObject, id: RequestId | null): RpcMessage {
  const answers = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  if (id === null || !answers) return invalid(id, INVALID_REQUEST, 'Neither a request, a notification nor a response.');
  return { kind: 'response', id, result: ownMember(value, 'result') };
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalid(id: RequestId | null, code: number, message: string): RpcMessage {
  return { kind: 'invalid', id, fault: new RpcError(code, message) };
}

/** `result` is JSON text already. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

export function faultText(id: RequestId | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

export function notificationText(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function requestText(id: RequestId, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
