/** Whether a person will be asked about a tool, as the policy itself answers for everything the tool could turn out to do. */
import type { CallEffect, Tool } from '../contract.ts';
import type { Policy, PolicyRequest } from '../policy/policy.ts';

const EFFECTS: Readonly<Record<Tool['sideEffects'], readonly CallEffect[]>> = {
  none: ['none'],
  read_only: ['read'],
  writes: ['write', 'send', 'execute', 'spend'],
};

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
        const question = { ...about, ...nowhere, tool, facts, risk, granted: false, refused: false, own: false };
        // By its rules: whether others' words are in a call cannot be said beforehand.
        return policy.decide({ ...question, tainted: false }).effect === 'confirm';
      }),
    ),
  );
  if (answers.every(Boolean)) return 'always';
  return answers.some(Boolean) ? 'sometimes' : 'never';
}
