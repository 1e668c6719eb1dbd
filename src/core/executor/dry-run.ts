/** Shows how a call would be decided, with its preview. Nothing is recorded, and nothing runs. */
import type { Resource } from '../../ports/resource.ts';
import type { CallPreview } from '../call-preview.ts';
import type { RiskLevel } from '../contract.ts';
import { listScope, evaluateCall, makePreview, type EvaluationParts } from './evaluate-call.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import type { ValidCall } from './valid-call.ts';

/** What the policy would decide about a call, and the preview that a person would see. */
export interface DryRunResult {
  readonly decision: PolicyDecision;
  readonly risk: RiskLevel;
  readonly scope: readonly string[];
  readonly resources: readonly Resource[];
  /** Null if the policy blocks the call. */
  readonly preview: CallPreview | null;
}

/** Evaluates a call without recording or running it. Throws if the facts or the preview of the tool fail. */
export async function dryRun(parts: EvaluationParts, call: ValidCall): Promise<DryRunResult> {
  const { decision, risk, facts, resources } = await evaluateCall(parts, call);
  const preview = decision.effect === 'block' ? null : await makePreview(parts, call);
  return { decision, risk, scope: listScope(facts), resources, preview };
}
