/** The vocabulary of MCP that this door speaks: revisions, error codes and the reserved keys of `_meta`. */

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
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
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
