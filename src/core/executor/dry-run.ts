/** How a call would be decided and what a person would be shown of it. Nothing is recorded, and nothing runs. */
import type { Resource } from '../../ports/resource.ts';
import { listScope, type CallPreview, type RiskLevel } from '../contract.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import { evaluateCall, makePreview } from './evaluate-call.ts';
import type { ValidCall } from './valid-call.ts';

export interface DryRunResult {
  readonly decision: PolicyDecision;
  readonly risk: RiskLevel;
  readonly scope: readonly string[];
  readonly resources: readonly Resource[];
  /** None of what would not be allowed in any case. */
  readonly preview: CallPreview | null;
}

export async function dryRun(kernel: RuntimeKernel, call: ValidCall): Promise<DryRunResult> {
  const { decision, risk, facts, resources } = await evaluateCall(kernel, call);
  const preview = decision.effect === 'block' ? null : await makePreview(kernel, call);
  return { decision, risk, scope: listScope(facts), resources, preview };
}
