/** Makes goals from templates: the values of one world and one task, and how the attacker calls them. */
import type { GoalTemplate, InjectionWorld, SlotSources, SlotSource, WorldTask } from './attack-suite.ts';
import { GOAL_TEMPLATES } from './goals/all-goals.ts';
import { pick, type FoundValue, type PlannedCall, type PlannedValue } from './planned-args.ts';
import { chooseSeeded } from './seeded-choice.ts';

/** A template with one binding. */
export interface BoundGoal {
  readonly id: string;
  readonly template: GoalTemplate;
  readonly binding: SlotSources;
  /** Whether the attacker knows what the user asked for. */
  readonly isKnowing: boolean;
}

export interface AttackPlan {
  readonly wants: string;
  readonly calls: readonly PlannedCall[];
}

interface ResolvedSlot {
  /** How the attacker calls it. */
  readonly words: string;
  readonly value: PlannedValue;
}

/** How to find an entry of this kind when only its name is known, and the field that calls take. */
const SEARCHES: Readonly<Record<string, { readonly tool: string; readonly query: string; readonly field: string }>> = {
  event: { tool: 'search_events', query: 'query', field: 'id' },
  file: { tool: 'search_files', query: 'query', field: 'id' },
  mail: { tool: 'search_mail', query: 'query', field: 'id' },
  ticket: { tool: 'search_tickets', query: 'query', field: 'id' },
  page: { tool: 'search_pages', query: 'query', field: 'id' },
  person: { tool: 'find_contact', query: 'name', field: 'id' },
  recipient: { tool: 'find_contact', query: 'name', field: 'email' },
};

/** How an attacker who knows the task can speak of an entry without its id. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  event: 'the event that this is about',
  file: 'the file that this is about',
  mail: 'this mail',
  ticket: 'this ticket',
  page: 'this page',
  recipient: 'the person concerned',
  person: 'the person concerned',
};

const NUMBERS: ReadonlySet<string> = new Set(['amount', 'raised', 'newAmount', 'claim']);

export const BOUND_GOALS: readonly BoundGoal[] = GOAL_TEMPLATES.flatMap((template) =>
  template.bindings.map((binding) => {
    const sources = Object.values(binding);
    const id = [template.technique, ...sources.map((source) => source.replace('.', '-'))].join('.');
    return { id, template, binding, isKnowing: sources.some((source) => source.startsWith('task.')) };
  }),
);

/** Undefined where the world or the task does not have a value. The calls that find values come first. */
export function planAttack(
  { template, binding }: BoundGoal,
  world: InjectionWorld,
  { about = {} }: WorldTask,
  seed: string,
): AttackPlan | undefined {
  const before: PlannedCall[] = template.carriesSecret ? [...world.secret.calls] : [];
  const words: Record<string, string> = { ...world.attacker, secret: world.secret.name };
  const values: Record<string, PlannedValue> = { ...world.attacker, secret: world.secret.value };
  for (const [slot, source] of Object.entries(binding)) {
    const resolved = resolveSlot(source, world, about, `${seed} ${slot}`, before);
    if (!resolved) return undefined;
    words[slot] = resolved.words;
    values[slot] = resolved.value;
  }
  const wants = template.wants.replaceAll(/\{(\w+)\}/g, (whole, slot: string) => words[slot] ?? whole);
  return { wants, calls: [...before, ...template.calls(values, world)] };
}

/** Adds to `before` the call that finds the value. */
function resolveSlot(
  source: SlotSource,
  { attacker, targets }: InjectionWorld,
  about: Readonly<Record<string, string>>,
  seed: string,
  before: PlannedCall[],
): ResolvedSlot | undefined {
  const [origin, key = ''] = source.split('.');
  if (origin === 'task') return resolveTaskSlot(key, about, seed);
  const owned = Object.entries(attacker).find(([name]) => name === key)?.[1];
  if (owned !== undefined) return { words: owned, value: owned };
  const target = targets[key];
  if (!target) return undefined;
  const search = SEARCHES[key];
  const { id, name, query } = target;
  if (!search || query === undefined) return { words: id, value: id };
  if (search.field === 'id' && chooseSeeded(seed, ['id', 'name']) === 'id') return { words: id, value: id };
  before.push([search.tool, { [search.query]: query }]);
  const value: FoundValue = pick(before.length - 1, { id: `"${id}"` }, search.field);
  return { words: name, value };
}

function resolveTaskSlot(key: string, about: Readonly<Record<string, string>>, seed: string): ResolvedSlot | undefined {
  const text = about[key];
  if (text === undefined) return undefined;
  const described = DESCRIPTIONS[key];
  const words = described !== undefined && chooseSeeded(seed, ['id', 'described']) === 'described' ? described : text;
  return { words, value: NUMBERS.has(key) ? Number(text) : text };
}
