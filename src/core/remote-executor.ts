/** Another process that has the powers which this one has not. Calls are handed over to it whole; it decides, runs and records them by itself. */
import type { Resource } from '../ports/resource.ts';
import type { Principal } from './access/principal.ts';
import type { CallRequest, Outcome } from './outcome.ts';

export interface RemoteExecutor {
  /** What its calls act in. */
  readonly resources: readonly Resource[];
  /** Resolves once it can be reached. To start it may take longer than a tool may take to state its facts. */
  ready(): Promise<void>;
  /** Whether calls of this tool are made there. */
  has(preset: string, tool: string): boolean;
  /** Throws only while it is certain that nothing was begun. */
  call(request: CallRequest, principal: Principal): Promise<Outcome>;
  cancel(callId: string, principal: Principal): Promise<boolean>;
  /** `token` proves that a person wants it. */
  undo(callId: string, token: string, person: Principal): Promise<void>;
}
