/** What this server answers to each method, on every transport, and the tools as `tools/list` returns them. */
import { toErrorValue } from '../../core/errors.ts';
import type { Log, Runtime, Tool } from '../../core/index.ts';
import { sameTools, type Registry } from '../../core/registry.ts';
import {
  HANDSHAKE_VERSIONS,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  ownMember,
  SERVER_INFO_KEY,
  STATELESS_VERSIONS,
  readClientName,
  listsRoots,
  opensUrls,
  RpcError,
  type PlainObject,
  type ServerInfo,
  type McpRequestContext,
} from './protocol.ts';
import { callTool, type CallToolOptions } from './tools-call.ts';
import { toMcp } from '../../core/schema/mcp.ts';
import { createNameMap, decodeName } from '../../core/schema/names.ts';

/** What every transport lets its application choose. */
export interface McpOptions {
  readonly serverInfo?: ServerInfo;
  /** How long a client that can open the approval's page is kept waiting for the decision. Clients give up after a minute by default. */
  readonly approvalWaitMs?: number;
  readonly log?: Log;
}

interface McpDispatcherParts extends McpOptions {
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
  readonly getToolList: (preset: string) => McpToolList;
  initialize(params: PlainObject): McpHandshake;
  handleRequest(method: string, params: PlainObject, exchange: McpRequestContext): Promise<string>;
  toRpcError(thrown: unknown): RpcError;
}

const CAPABILITIES = '{"tools":{}}';
const INSTRUCTIONS = JSON.stringify(
  'Every call is decided by policy and recorded. A call that needs a person answers `pending` with an approval id, ' +
    'and with a link if a server runs; after the decision, make the same call again to get its outcome.',
);

export function createMcpDispatcher(options: McpDispatcherParts): McpDispatcher {
  const {
    registry,
    runtime,
    serverInfo = { name: 'deputize', version: '0.1.0' },
    approvalWaitMs = 50_000,
    log,
  } = options;
  const getToolList = createMcpToolLists(registry);
  const visible = async ({
    preset,
    principal,
  }: Pick<McpRequestContext, 'preset' | 'principal'>): Promise<readonly Tool[]> => {
    if (options.isCataloguePublic?.(preset)) return registry.tools(preset);
    const { catalogue } = await runtime();
    return catalogue.tools({ principal: await principal(), preset, mode: 'text' });
  };
  const serverInfoMember = `${JSON.stringify(SERVER_INFO_KEY)}:${JSON.stringify(serverInfo)}`;
  const parts: CallToolOptions = { runtime, approvalWaitMs, serverInfoMember };
  const cacheable = `"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":{${serverInfoMember}}`;

  return {
    getToolList,
    initialize(params) {
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
    async handleRequest(method, params, exchange) {
      const { stateless, preset } = exchange;
      if (method === 'tools/call') return callTool(parts, getToolList(preset).toToolName, params, exchange);
      if (method === 'tools/list') {
        const page = getToolList(preset).page(await visible(exchange), ownMember(params, 'cursor'));
        return stateless ? `{${page},${cacheable}}` : `{${page}}`;
      }
      if (method === 'ping' && !stateless) return '{}';
      if (method === 'server/discover' && stateless) {
        const versions = JSON.stringify(STATELESS_VERSIONS);
        return `{"supportedVersions":${versions},"capabilities":${CAPABILITIES},"instructions":${INSTRUCTIONS},${cacheable}}`;
      }
      throw new RpcError(METHOD_NOT_FOUND, `This server has no method "${method.slice(0, 80)}".`);
    },
    toRpcError(thrown) {
      if (thrown instanceof RpcError) return thrown;
      const error = toErrorValue(thrown);
      if (error.code === 'INTERNAL') log?.('error', 'an MCP request failed', { error: thrown });
      return new RpcError(INTERNAL_ERROR, error.message, error);
    },
  };
}

const PAGE = 100;

interface McpToolList {
  /** The tool name for a name on the wire. A name that is not in the current list is decoded or used unchanged. */
  readonly toToolName: (wire: string) => string;
  /** The members of a `tools/list` result without the braces, for a caller who may see only `visible`. */
  page(visible: readonly Tool[], cursor: unknown): string;
}

/** Each list is cached as long as the tools of the preset do not change. */
function createMcpToolLists(registry: Pick<Registry, 'tools'>): (preset: string) => McpToolList {
  const lists = new Map<string, { readonly tools: readonly Tool[]; readonly list: McpToolList }>();
  return (preset) => {
    const tools = registry.tools(preset);
    const known = lists.get(preset);
    if (known && sameTools(known.tools, tools)) return known.list;
    const list = createMcpToolList(tools);
    lists.set(preset, { tools, list });
    return list;
  };
}

function createMcpToolList(tools: readonly Tool[]): McpToolList {
  const names = createNameMap(tools.map(({ name }) => name));
  const texts = new Map<Tool, string>();
  const textOf = (tool: Tool): string => {
    const text = texts.get(tool) ?? describe(tool, names.toWire(tool.name));
    texts.set(tool, text);
    return text;
  };
  return {
    toToolName: (wire) => names.fromWire(wire) ?? decodeName(wire) ?? wire,
    page(visible, cursor) {
      const start = cursor === undefined ? 0 : parseCursor(cursor, visible.length);
      const end = start + PAGE;
      const next = end < visible.length ? `,"nextCursor":${JSON.stringify(formatCursor(end))}` : '';
      return `"tools":[${visible.slice(start, end).map(textOf).join(',')}]${next}`;
    },
  };
}

function describe(tool: Tool, name: string): string {
  const { tool: listed, warnings } = toMcp(tool, { name });
  // Structured content must be an object. A tool that returns something else answers only in text.
  if (!warnings.some(({ path }) => path === '/outputSchema/type')) return JSON.stringify(listed);
  const { outputSchema: _, ...rest } = listed;
  return JSON.stringify(rest);
}

const formatCursor = (start: number): string => `from-${start}`;

function parseCursor(cursor: unknown, total: number): number {
  const start = typeof cursor === 'string' && /^from-\d{1,9}$/.test(cursor) ? Number(cursor.slice(5)) : Number.NaN;
  if (start > 0 && start < total && start % PAGE === 0) return start;
  throw new RpcError(INVALID_PARAMS, 'There is no such cursor.');
}
