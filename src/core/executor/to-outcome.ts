/** What the caller hears of a call that ran. */
import { DeputizeError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Proposal } from './proposal.ts';
import type { RunResult } from './run-tool.ts';

export function toOutcome(proposal: Proposal, result: RunResult): Outcome {
  const { callId, traceId, decision, tool } = proposal;
  const common = { callId, traceId, decision };
  if (!result.ok) return { state: 'failed', ...common, error: result.error };
  const cut = result.truncated ? { truncated: result.truncated } : {};
  if (decision.effect !== 'report') return { state: 'ok', ...common, value: result.value, ...cut };
  return { state: 'reported', ...common, value: result.value, report: `${tool.title}: ${decision.reason}`, ...cut };
}

export function toUnknown({ callId, traceId, decision, tool }: Proposal, message: string): Outcome {
  const partialSideEffects = tool.sideEffects === 'writes';
  const error = new DeputizeError('OUTCOME_UNKNOWN', message, { partialSideEffects }).toJSON();
  return { state: 'unknown', callId, traceId, decision, error };
}
