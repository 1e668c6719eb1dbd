/** One request while it is being answered: who asks, under which revision, and how its sender can be reached meanwhile. */
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

/** Who a connection belongs to and what it may reach; settled before the first message is read. */
export interface McpCaller {
  /** Asked for when a call is made: who it is may not be looked up before. The client gives its own name. */
  readonly principal: (clientName: string) => Principal | Promise<Principal>;
  readonly preset: string;
  /** The registered workspace that its calls act in; left out, the default one. */
  readonly workspace?: string | undefined;
}

export interface McpRequestContext extends Omit<McpCaller, 'principal'> {
  readonly principal: () => Principal | Promise<Principal>;
  /** The request stands for itself: no session, and results that say of what kind they are. */
  readonly stateless: boolean;
  /** The client declared that it can open an address for its user. */
  readonly canOpenUrls: boolean;
  readonly signal: AbortSignal;
  readonly channel: ClientChannel | undefined;
}

/** The way back to a sender before its answer is there. */
export interface ClientChannel {
  /** May be dropped when the peer does not keep up. */
  notify(method: string, params: unknown): void;
  /** The peer's result, or undefined when it answered with an error or went away. */
  ask(method: string, params: unknown): Promise<unknown>;
}

export function readMeta(params: PlainObject): PlainObject | undefined {
  const meta = ownMember(params, '_meta');
  if (meta === undefined || isPlainObject(meta)) return meta;
  throw new RpcError(INVALID_PARAMS, '"_meta" must be an object.');
}

/** The revision that a request claims for itself, or undefined for one that belongs to a session. */
export function claimedVersion(meta: PlainObject | undefined): unknown {
  return meta && ownMember(meta, VERSION_KEY);
}

/** What the client can do, from the `_meta` of a request that stands for itself. */
export function envelopeCapabilities(meta: PlainObject): PlainObject {
  const capabilities = ownMember(meta, CAPABILITIES_KEY);
  if (isPlainObject(capabilities)) return capabilities;
  throw new RpcError(INVALID_PARAMS, `"_meta" must hold "${CAPABILITIES_KEY}".`, {
    envelope: { key: CAPABILITIES_KEY, problem: capabilities === undefined ? 'missing' : 'expected an object' },
  });
}

/** What a client calls itself, in a form that fits into ids and logs. */
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

/** Whether the client lists the folders that its user works in. */
export function listsRoots(capabilities: unknown): boolean {
  return isPlainObject(capabilities) && isPlainObject(ownMember(capabilities, 'roots'));
}

export function opensUrls(capabilities: unknown): boolean {
  const elicitation = isPlainObject(capabilities) ? ownMember(capabilities, 'elicitation') : undefined;
  return isPlainObject(elicitation) && isPlainObject(ownMember(elicitation, 'url'));
}
