/** One way into the runtime: takes a call and returns the answer to its caller. */
import type { OutcomeMessage } from '../../../../src/wire/messages.ts';

export interface DoorCall {
  /** Also part of the arguments, because not every door accepts a call id. */
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
