/** The part of a running turn that is not stored yet. Stored messages are read from the server. */

/** The state of a running call. */
export interface LiveCall {
  readonly progress?: string | undefined;
  readonly state?: string;
}

export interface LiveTurn {
  /** The answer so far, while the model is at it. */
  readonly text: string;
  /** Answers that are kept already, and may not have been read yet. */
  readonly said: readonly { readonly seq: number; readonly text: string }[];
  readonly calls: ReadonlyMap<string, LiveCall>;
  readonly isAtWork: boolean;
}

export const REST: LiveTurn = { text: '', said: [], calls: new Map(), isAtWork: false };

export type Heard =
  | { readonly type: 'rest' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'said'; readonly seq: number; readonly text: string }
  | { readonly type: 'call'; readonly callId: string }
  | { readonly type: 'progress'; readonly callId: string; readonly progress: { readonly message?: string } }
  | { readonly type: 'outcome'; readonly callId: string; readonly outcome: { readonly state: string } }
  | { readonly type: 'turn' };

export const KINDS = ['text', 'said', 'call', 'progress', 'outcome', 'turn'] as const;

export function next(turn: LiveTurn, heard: Heard): LiveTurn {
  switch (heard.type) {
    case 'rest':
      return REST;
    case 'turn':
      // What came of it is known from here until it has been read.
      return { ...REST, said: turn.said, calls: ended(turn.calls) };
    case 'text':
      return { ...turn, isAtWork: true, text: turn.text + heard.text };
    case 'said':
      return { ...turn, isAtWork: true, text: '', said: [...turn.said, { seq: heard.seq, text: heard.text }] };
    case 'call':
      return noted(turn, heard.callId, {});
    case 'progress':
      return noted(turn, heard.callId, { progress: heard.progress.message });
    case 'outcome':
      return noted(turn, heard.callId, { state: heard.outcome.state });
  }
}

const ended = (calls: LiveTurn['calls']): LiveTurn['calls'] =>
  new Map([...calls].filter(([, { state }]) => state !== undefined && state !== 'pending'));

function noted(turn: LiveTurn, callId: string, call: LiveCall): LiveTurn {
  return { ...turn, isAtWork: true, calls: new Map(turn.calls).set(callId, call) };
}
