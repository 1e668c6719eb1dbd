/** The context of one running request: its caller, its protocol revision, and the channel to its client. */
import type { Principal } from '../../core/index.ts';
import {
  CAPABILITIES_KEY,
  INVALID_PARAMS,
  isPlainObject,
  ownMember,
  VERSION_KEY,
  type PlainObject,
} from './protocol.ts';
import { RpcError } from './rpc-message.ts';

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
