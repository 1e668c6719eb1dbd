/** Defines the context of a request: the principal, the preset, and whether the user writes or speaks. */
import type { CallMode } from '../contract.ts';
import type { Principal } from './principal.ts';

/** Who makes a call, and in which context. Capabilities are opened for it. */
export interface ActorContext {
  /** The user, and whether a person or an agent acts for them. */
  readonly principal: Principal;
  /** The preset whose tools are used. */
  readonly preset: string;
  /** Whether the user writes or speaks. */
  readonly mode: CallMode;
  /** The conversation, for capabilities that belong to one. */
  readonly conversationId?: string | null | undefined;
  /** The call, if the capabilities are opened for one. */
  readonly callId?: string | undefined;
  /** The tool, for capabilities with different scopes for different tools. */
  readonly toolName?: string | undefined;
  /** The workspace; the default one of the process when absent. */
  readonly workspaceId?: string | null | undefined;
}
