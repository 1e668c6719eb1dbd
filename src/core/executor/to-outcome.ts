/** Builds the outcome of a call that ran. */
import type { Json } from '../../ports/json.ts';
import { DeputizeError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { EvaluatedCall } from './evaluate-call.ts';
import type { RunResult } from './run-result.ts';

export function toOutcome(proposal: EvaluatedCall, result: RunResult): Outcome {
  const { callId, traceId, decision, tool } = proposal;
  const common = { callId, traceId, decision, ...executedArgs(proposal) };
  if (!result.ok) {
    const whole = result.whole ? { truncated: result.whole.notice } : {};
    return { state: 'failed', ...common, error: result.error, ...whole };
  }
  const cut = result.truncated ? { truncated: result.truncated } : {};
  if (decision.effect !== 'report') return { state: 'ok', ...common, value: result.value, ...cut };
  return { state: 'reported', ...common, value: result.value, report: `${tool.title}: ${decision.reason}`, ...cut };
}

export function toUnknown(proposal: EvaluatedCall, message: string): Outcome {
  const { callId, traceId, decision, tool } = proposal;
  const partialSideEffects = tool.sideEffects === 'writes';
  const error = new DeputizeError('OUTCOME_UNKNOWN', message, { partialSideEffects }).toJSON();
  return { state: 'unknown', callId, traceId, decision, ...executedArgs(proposal), error };
}

/** Names the executed arguments if a person edited them. Without it, the caller assumes that its own arguments were executed. */
function executedArgs({ isEdited, args }: EvaluatedCall): { executedArgs?: Json } {
  return isEdited ? { executedArgs: args } : {};
}
