/** What this server answers to each method, whatever the transport. */
import { toErrorValue } from '../../core/errors.ts';
import type { Log, Runtime, Tool } from '../../core/index.ts';
import type { Registry } from '../../core/registry.ts';
import { readClientName, listsRoots, opensUrls, type McpRequestContext } from './mcp-request-context.ts';
import { createMcpToolLists, type McpToolList } from './mcp-tool-list.ts';
import { RpcError } from './rpc-message.ts';
import {
  HANDSHAKE_VERSIONS,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  ownMember,
  SERVER_INFO_KEY,
  STATELESS_VERSIONS,
  type PlainObject,
  type ServerInfo,
} from './protocol.ts';
import { callTool, type CallParts } from './tools-call.ts';

/** What every transport lets its application choose. */
export interface McpOptions {
  readonly serverInfo?: ServerInfo;
  /** How long a client that can open the approval's page is kept waiting for the decision. Clients give up after a minute by default. */
  readonly approvalWaitMs?: number;
  readonly log?: Log;
}

export interface McpDispatcherParts extends McpOptions {
  readonly registry: Registry;
  /** Asked for when a call is made, or when the tools are listed for someone from whom some may be hidden. */
  readonly runtime: () => Runtime | Promise<Runtime>;
  /** Whether everyone may see every tool of the preset, where that is known without the runtime. */
  readonly isCataloguePublic?: (preset: string) => boolean;
}

interface McpHandshake {
  readonly version: string;
  readonly canOpenUrls: boolean;
  readonly canListRoots: boolean;
  readonly clientName: string;
  readonly result: string;
}

export interface McpDispatcher {
  /** Throws DeputizeError when there is no such preset. */
  readonly offer: (preset: string) => McpToolList;
  greet(params: PlainObject): McpHandshake;
  respond(method: string, params: PlainObject, exchange: McpRequestContext): Promise<string>;
  explain(thrown: unknown): RpcError;
}

const CAPABILITIES = '{"tools":{}}';
const INSTRUCTIONS = JSON.stringify(
  'Every call is decided by policy and recorded. A call that needs a person answers `pending` with a link; ' +
    'after the decision, make the same call again to get its outcome.',
);

export function createMcpDispatcher(options: McpDispatcherParts): McpDispatcher {
  const {
    registry,
    runtime,
    serverInfo = { name: 'deputize', version: '0.1.0' },
    approvalWaitMs = 50_000,
    log,
  } = options;
  const offer = createMcpToolLists(registry);
  const visible = async ({
    preset,
    principal,
  }: Pick<McpRequestContext, 'preset' | 'principal'>): Promise<readonly Tool[]> => {
    if (options.isCataloguePublic?.(preset)) return registry.tools(preset);
    const { catalogue } = await runtime();
    return catalogue.tools({ principal: await principal(), preset, mode: 'text' });
  };
  const stamp = `${JSON.stringify(SERVER_INFO_KEY)}:${JSON.stringify(serverInfo)}`;
  const parts: CallParts = { runtime, approvalWaitMs, stamp };
  const cacheable = `"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":{${stamp}}`;

  return {
    offer,
    greet(params) {
      const wanted = ownMember(params, 'protocolVersion');
      if (typeof wanted !== 'string') throw new RpcError(INVALID_PARAMS, '"protocolVersion" must be a string.');
      const version = HANDSHAKE_VERSIONS.find((known) => known === wanted) ?? HANDSHAKE_VERSIONS[0];
      const result =
        `{"protocolVersion":"${version}","capabilities":${CAPABILITIES},` +
        `"serverInfo":${JSON.stringify(serverInfo)},"instructions":${INSTRUCTIONS}}`;
      const clientName = readClientName(ownMember(params, 'clientInfo'));
      const capabilities = ownMember(params, 'capabilities');
      const [canOpenUrls, canListRoots] = [opensUrls(capabilities), listsRoots(capabilities)];
      return { version, canOpenUrls, canListRoots, clientName, result };
    },
    async respond(method, params, exchange) {
      const { stateless, preset } = exchange;
      if (method === 'tools/call') return callTool(parts, offer(preset), params, exchange);
      if (method === 'tools/list') {
        const page = offer(preset).page(await visible(exchange), ownMember(params, 'cursor'));
        return stateless ? `{${page},${cacheable}}` : `{${page}}`;
      }
      if (method === 'ping' && !stateless) return '{}';
      if (method === 'server/discover' && stateless) {
        const versions = JSON.stringify(STATELESS_VERSIONS);
        return `{"supportedVersions":${versions},"capabilities":${CAPABILITIES},"instructions":${INSTRUCTIONS},${cacheable}}`;
      }
      throw new RpcError(METHOD_NOT_FOUND, `This server has no method "${method.slice(0, 80)}".`);
    },
    explain(thrown) {
      if (thrown instanceof RpcError) return thrown;
      const error = toErrorValue(thrown);
      if (error.code === 'INTERNAL') log?.('error', 'an MCP request failed', { error: thrown });
      return new RpcError(INTERNAL_ERROR, error.message, error);
    },
  };
}
