/** MCP as this door speaks it: revisions, error codes, reserved keys, and how a message is read and written. */
import type { Principal } from '../../core/index.ts';
import { MAX_JSON_VALUES, parseBoundedJson, TooManyValuesError } from '../../lib/bounded-json.ts';

/** Revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS: readonly [string, ...string[]] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];
/** Revisions where every request says in its `_meta` who asks and how. */
export const STATELESS_VERSIONS: readonly string[] = ['2026-07-28'];

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** For what happens on the transport and no code of JSON-RPC means. */
export const TRANSPORT_ERROR = -32000;
export const SESSION_NOT_FOUND = -32001;
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_VERSION = -32022;

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

export const CALL_ID_KEY = 'deputize/callId';
export const TRACE_ID_KEY = 'deputize/traceId';
export const CONFIRM_TOKEN_KEY = 'deputize/confirmToken';
export const OUTCOME_KEY = 'deputize/outcome';

export interface ServerInfo {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
}

export type PlainObject = Readonly<Record<string, unknown>>;

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that a peer wrote itself: nothing is ever read from a prototype. */
export function ownMember(bag: PlainObject, key: string): unknown {
  return Object.hasOwn(bag, key) ? bag[key] : undefined;
}

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
    value = parseBoundedJson(text, MAX_JSON_VALUES);
  } catch (error) {
    if (error instanceof TooManyValuesError)
      return invalid(null, INVALID_REQUEST, `The message has more than ${MAX_JSON_VALUES} values.`);
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

export function formatRpcError(id: RequestId | null, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

export function notificationText(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function requestText(id: RequestId, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** The owner of a connection and what it can access. Fixed before the first message is read. */
export interface McpCaller {
  /** Called only when a call is made, because the lookup opens the runtime on stdio. The client states its own name. */
  readonly principal: (clientName: string) => Principal | Promise<Principal>;
  readonly preset: string;
  /** The registered workspace of its calls. The default workspace if omitted. */
  readonly workspace?: string | undefined;
}

export interface McpRequestContext extends Omit<McpCaller, 'principal'> {
  readonly principal: () => Principal | Promise<Principal>;
  /** The request has no session, and its results must state their type. */
  readonly stateless: boolean;
  /** The client declared that it can open a URL for its user. */
  readonly canOpenUrls: boolean;
  readonly signal: AbortSignal;
  readonly channel: ClientChannel | undefined;
}

/** Sends messages to the client before the answer. */
export interface ClientChannel {
  /** Progress may be dropped if the client reads too slowly. */
  notify(method: string, params: unknown): void;
  /** The result of the client. Undefined if it answered with an error or disconnected. */
  ask(method: string, params: unknown): Promise<unknown>;
}

export function readMeta(params: PlainObject): PlainObject | undefined {
  const meta = ownMember(params, '_meta');
  if (meta === undefined || isPlainObject(meta)) return meta;
  throw new RpcError(INVALID_PARAMS, '"_meta" must be an object.');
}

/** The protocol revision that a stateless request names. Undefined for a request of a session. */
export function claimedVersion(meta: PlainObject | undefined): unknown {
  return meta && ownMember(meta, VERSION_KEY);
}

/** The client capabilities from the `_meta` of a stateless request. */
export function envelopeCapabilities(meta: PlainObject): PlainObject {
  const capabilities = ownMember(meta, CAPABILITIES_KEY);
  if (isPlainObject(capabilities)) return capabilities;
  throw new RpcError(INVALID_PARAMS, `"_meta" must hold "${CAPABILITIES_KEY}".`, {
    envelope: { key: CAPABILITIES_KEY, problem: capabilities === undefined ? 'missing' : 'expected an object' },
  });
}

/** The name of a client, in a form that is safe in ids and logs. */
export function readClientName(info: unknown): string {
  const name = isPlainObject(info) ? ownMember(info, 'name') : undefined;
  const plain =
    typeof name === 'string'
      ? name
          .toLowerCase()
          .replaceAll(/[^a-z0-9._-]+/g, '-')
          .slice(0, 40)
      : '';
  return plain.replaceAll(/^-+|-+$/g, '') || 'unnamed';
}

/** Whether the client can list the folders that its user works in. */
export function listsRoots(capabilities: unknown): boolean {
  return isPlainObject(capabilities) && isPlainObject(ownMember(capabilities, 'roots'));
}

export function opensUrls(capabilities: unknown): boolean {
  const elicitation = isPlainObject(capabilities) ? ownMember(capabilities, 'elicitation') : undefined;
  return isPlainObject(elicitation) && isPlainObject(ownMember(elicitation, 'url'));
}
