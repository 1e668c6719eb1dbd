/** Defines the access to another process that has capabilities which this one lacks. That process decides, runs and records the calls. */
import type { Resource } from '../ports/resource.ts';
import type { Principal } from './access/principal.ts';
import type { CallRequest, Outcome } from './outcome.ts';

/** Forwards the calls of some tools to another process. Every method but `has` throws if that process cannot be reached. */
export interface RemoteExecutor {
  /** The resources that its calls act in. */
  readonly resources: readonly Resource[];
  /** Resolves when the process can be reached. Its start may take longer than the timeout of `facts`. */
  ready(): Promise<void>;
  /** Whether calls of this tool run there. */
  has(preset: string, tool: string): boolean;
  /** Throws only if it is certain that the call did not begin. */
  call(request: CallRequest, principal: Principal): Promise<Outcome>;
  cancel(callId: string, principal: Principal): Promise<boolean>;
  /** `token` proves that a person asked for the undo. */
  undo(callId: string, token: string, person: Principal): Promise<void>;
}
