/** One way into the runtime: a call goes in, and what its caller was told comes out. */
import type { OutcomeMessage } from '../../../../src/wire/messages.ts';

export interface DoorCall {
  /** Stands in the arguments too, since not every door lets its caller name a call. */
  readonly id: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

export interface Door {
  readonly name: string;
  /** Rejects when the other side is gone before it has answered. */
  call(call: DoorCall): Promise<Told>;
  close(): Promise<void>;
}

/** The parts of an outcome that the door passes on. */
export type Told = Pick<OutcomeMessage, 'state'> & Partial<OutcomeMessage>;
