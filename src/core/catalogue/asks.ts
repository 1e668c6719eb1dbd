/** Finds out whether calls of a tool will ask a person, from the decisions of the policy on all its possible effects. */
import type { CallEffect, Tool } from '../contract.ts';
import type { Policy, PolicyRequest } from '../policy/policy.ts';

const EFFECTS: Readonly<Record<Tool['sideEffects'], readonly CallEffect[]>> = {
  none: ['none'],
  read_only: ['read'],
  writes: ['write', 'send', 'execute', 'spend'],
};

/**
 * Evaluates the policy for every risk and effect that the tool can have. Returns how often the result is a question to
 * a person.
 */
export function asks(
  policy: Policy,
  tool: Tool,
  about: Pick<PolicyRequest, 'principal' | 'mode' | 'setting'>,
): 'never' | 'sometimes' | 'always' {
  const risks = tool.risk === 'computed' ? (['low', 'medium', 'high'] as const) : [tool.risk];
  const destructive = tool.sideEffects === 'writes' ? [false, true] : [false];
  const answers = risks.flatMap((risk) =>
    EFFECTS[tool.sideEffects].flatMap((effect) =>
      destructive.map((destroys) => {
        const facts = { effect, destructive: destroys };
        const nowhere = { workspace: '', resources: [] };
        const noException = { hasAllowGrant: false, hasDenyGrant: false, hasOnlyTrustedValues: false };
        const question = { ...about, ...nowhere, ...noException, tool, facts, risk };
        // Whether a call contains untrusted content is not known before the call.
        return policy.evaluatePolicy({ ...question, tainted: false }).effect === 'confirm';
      }),
    ),
  );
  if (answers.every(Boolean)) return 'always';
  return answers.some(Boolean) ? 'sometimes' : 'never';
}
