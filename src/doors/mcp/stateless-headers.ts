/** Checks that the headers of a stateless request match its body, because proxies route by the headers. */
import { readEnvelope } from './mcp-session.ts';
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  ownMember,
  STATELESS_VERSIONS,
  VERSION_KEY,
  RpcError,
  type RpcMessage,
} from './protocol.ts';

type Header = (name: string) => string | undefined;

/** Returns whether the request uses a stateless revision. Throws an `RpcError` if it does but is invalid. */
export function checkStateless({ method, params }: Extract<RpcMessage, { kind: 'request' }>, header: Header): boolean {
  const version = header('mcp-protocol-version')?.trim();
  const isNamed = version !== undefined && STATELESS_VERSIONS.includes(version);
  const envelope = readEnvelope(params);
  if (!envelope) {
    if (!isNamed) return false;
    if (method === 'initialize')
      throw headerMismatchError('"initialize" begins a session, which this protocol version does not have.');
    throw new RpcError(INVALID_PARAMS, `"_meta" must hold "${VERSION_KEY}".`, { envelope: { missing: [VERSION_KEY] } });
  }
  if (version !== envelope.version)
    throw headerMismatchError('MCP-Protocol-Version does not name the version of the body.');
  if (header('mcp-method')?.trim() !== method)
    throw headerMismatchError('Mcp-Method does not name the method of the body.');
  if (method === 'tools/call') checkName(ownMember(params, 'name'), header('mcp-name')?.trim());
  return true;
}

function checkName(name: unknown, given: string | undefined): void {
  if (typeof name !== 'string') return;
  if (given === undefined || decode(given) !== name)
    throw headerMismatchError('Mcp-Name does not name the tool of the body.');
}

/** Names that are not valid in a header are sent as `=?base64?…?=`. */
function decode(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function headerMismatchError(problem: string): RpcError {
  return new RpcError(HEADER_MISMATCH, `Bad Request: the headers and the body disagree: ${problem}`);
}
