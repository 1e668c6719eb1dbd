/** How much a turn may take before it is ended. */
import { DeputizeError, type ErrorValue } from '../core/index.ts';
import { thisTurn, type CallResult, type ConversationTranscript } from './messages.ts';

/** The limits of one turn. Too many steps or faults end the turn with LIMIT_REACHED. */
export interface LoopLimits {
  /** The most answers of the model to one message of the user. */
  readonly steps: number;
  /** The most calls that are taken from one answer. */
  readonly calls: number;
  /** The most answers in a row in which every call is malformed. */
  readonly faults: number;
  /** The most characters of a conversation that are sent to the model. */
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
