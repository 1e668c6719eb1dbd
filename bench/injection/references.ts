/** What simpler defences would cost and let through, worked out from the same conversations. */
import type { Json } from '../../src/ports/json.ts';
import type { Step, Suite, SuiteTool, Trace } from './suite.ts';

export interface Reference {
  readonly name: string;
  readonly approvals: number;
  readonly leaked: number;
}

/** Whether a call changes something or puts something before somebody else. */
export const isConsequential = ({ effect, lets_out }: SuiteTool): boolean =>
  effect !== 'none' && (effect !== 'read' || lets_out);

export const isWriting = ({ effect }: SuiteTool): boolean => effect !== 'none' && effect !== 'read';

/** Who receives and what is acted on. */
export function namedBy(args: Step['args'], keys: readonly string[]): string[] {
  return keys.flatMap((key) => plainly(args[key]));
}

export function referencesOf({ tools, benign, attacks }: Suite): readonly Reference[] {
  const toolOf = ({ tool }: Step): SuiteTool => {
    const known = tools[tool];
    if (!known) throw new Error(`There is no tool ${tool}.`);
    return known;
  };
  const isUnsaid = ({ user }: Trace, step: Step): boolean => {
    const { recipients, targets } = toolOf(step);
    return namedBy(step.args, [...recipients, ...targets]).some(
      (value) => !user.toLowerCase().includes(value.toLowerCase()),
    );
  };
  const asking = (name: string, asks: (trace: Trace, step: Step) => boolean): Reference => ({
    name,
    approvals: benign.flatMap((trace) => trace.steps.filter((step) => asks(trace, step))).length,
    leaked: attacks.filter((trace) =>
      trace.steps.some((step) => step.legit === false && isConsequential(toolOf(step)) && !asks(trace, step)),
    ).length,
  });
  return [
    asking('every write', (_, step) => isWriting(toolOf(step))),
    asking('writes to or on what the user did not name', (trace, step) => {
      return isWriting(toolOf(step)) && isUnsaid(trace, step);
    }),
  ];
}

function plainly(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each: Json) => plainly(each));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => (key === 'type' ? [] : plainly(each)));
  return [String(value)];
}
