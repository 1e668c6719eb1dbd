/** How much a turn may take before it is ended. */
import { DeputizeError, type ErrorValue } from '../core/index.ts';
import { thisTurn, type CallResult, type ConversationTranscript } from './messages.ts';

export interface LoopLimits {
  /** Answers of the model to one message of the user. */
  readonly steps: number;
  /** Calls of one answer that are taken. */
  readonly calls: number;
  /** Answers in a row whose every call is malformed. */
  readonly faults: number;
  /** Characters of a conversation that the model is sent. */
  readonly context: number;
}

export const DEFAULT_LOOP_LIMITS: LoopLimits = { steps: 30, calls: 64, faults: 3, context: 400_000 };

/** Why the model is not asked again in this turn. */
export function exhausted({ steps, faults }: LoopLimits, transcript: ConversationTranscript): ErrorValue | undefined {
  const turn = thisTurn(transcript);
  const answers = turn.filter(({ body }) => body.role === 'assistant').length;
  if (answers >= steps) {
    return new DeputizeError('LIMIT_REACHED', `The turn was ended after ${steps} steps without a final answer.`, {
      details: { limit: 'steps', steps },
    }).toJSON();
  }
  const rounds = turn.flatMap(({ body }) => (body.role === 'tool' && !body.isLate ? [body.results] : []));
  const recent = rounds.slice(-faults);
  if (recent.length < faults || !recent.every((results) => results.every(isMalformed))) return undefined;
  return new DeputizeError(
    'LIMIT_REACHED',
    `The turn was ended: the model sent ${faults} answers in a row whose calls do not fit any tool here.`,
    { details: { limit: 'faults', faults } },
  ).toJSON();
}

function isMalformed({ code }: CallResult): boolean {
  return code === 'INVALID_ARGUMENTS' || code === 'UNKNOWN_TOOL' || code === 'INVALID_JSON' || code === 'TOO_LARGE';
}
