/** How a call would be decided and what a person would be shown of it. Nothing is recorded, and nothing runs. */
import type { Resource } from '../../ports/resource.ts';
import { scopeOf, type Preview, type Risk } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import type { Decision } from '../policy/policy.ts';
import { decide, makePreview } from './proposal.ts';
import type { ValidCall } from './valid-call.ts';

export interface Rehearsal {
  readonly decision: Decision;
  readonly risk: Risk;
  readonly scope: readonly string[];
  readonly resources: readonly Resource[];
  /** None of what would not be allowed in any case. */
  readonly preview: Preview | null;
}

export async function rehearse(kernel: Kernel, call: ValidCall): Promise<Rehearsal> {
  const { decision, risk, facts, resources } = await decide(kernel, call);
  const preview = decision.effect === 'block' ? null : await makePreview(kernel, call);
  return { decision, risk, scope: scopeOf(facts), resources, preview };
}
