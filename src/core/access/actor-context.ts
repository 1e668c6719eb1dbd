/** Who acts, with the tools of which preset, and how they are spoken with. */
import type { CallMode } from '../contract.ts';
import type { Principal } from './principal.ts';

export interface ActorContext {
  readonly principal: Principal;
  readonly preset: string;
  readonly mode: CallMode;
  /** Within which conversation, for powers that belong to one. */
  readonly conversationId?: string | null | undefined;
  /** For which call, where it is for one. */
  readonly callId?: string | undefined;
  /** With which tool, for powers that reach further for one than for another. */
  readonly toolName?: string | undefined;
  /** In which workspace; left out, in the process's default one. */
  readonly workspaceId?: string | null | undefined;
}
