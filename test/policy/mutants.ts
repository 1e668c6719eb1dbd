/** Every small mistake that could be made in a rule: each is the rule's text with one thing changed. */
import * as engine from '@cedar-policy/cedar-wasm/nodejs';

export interface Mutant {
  readonly rule: string;
  readonly change: string;
  /** Undefined where the rule is left out. */
  readonly text: string | undefined;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Bag = { [key: string]: Json };

interface RuleJson {
  effect: 'permit' | 'forbid';
  action: Bag;
  conditions: { kind: 'when' | 'unless'; body: Json }[];
  annotations: Record<string, string>;
}

/** What a text in a rule could be mistaken for. */
const WORDS: readonly (readonly string[])[] = [
  ['low', 'medium', 'high'],
  ['off', 'ask', 'allow'],
  ['never', 'if_destructive', 'always'],
  ['none', 'read', 'write', 'send', 'execute', 'spend'],
];

export function rulesOf(text: string): string[] {
  const parts = engine.policySetTextToParts(text);
  if (parts.type !== 'success') throw new Error(JSON.stringify(parts));
  return parts.policies;
}

export function mutantsOf(text: string): Mutant[] {
  const json = toJson(text);
  const rule = json.annotations['id'] ?? '';
  const mutants: Mutant[] = [{ rule, change: 'left out', text: undefined }];
  const add = (change: string, changed: RuleJson): void => void mutants.push({ rule, change, text: toText(changed) });
  add('permit and forbid exchanged', { ...json, effect: json.effect === 'permit' ? 'forbid' : 'permit' });
  add('call and run exchanged', { ...json, action: exchangedAction(json.action) });
  // For the others it says the same: what is forbidden to be called never runs, and every member may call.
  if ((json.effect === 'permit') === (actionOf(json.action) === 'call'))
    add('for every action', { ...json, action: { op: 'All' } });
  const { outcome, ...silent } = json.annotations;
  if (json.effect === 'permit' && actionOf(json.action) === 'run') {
    const annotations = outcome === undefined ? { ...silent, outcome: 'report' } : silent;
    add('the outcome changed', { ...json, annotations });
  }
  for (const [at, condition] of json.conditions.entries()) {
    const rest = json.conditions.filter((_, other) => other !== at);
    add(`${condition.kind} left out`, { ...json, conditions: rest });
    const kind = condition.kind === 'when' ? 'unless' : 'when';
    add(`${condition.kind} turned round`, { ...json, conditions: json.conditions.with(at, { ...condition, kind }) });
    for (const { change, body } of changesOf(condition.body))
      add(`${condition.kind}: ${change}`, { ...json, conditions: json.conditions.with(at, { ...condition, body }) });
  }
  return mutants;
}

/** The expression with one thing in it changed, for everything that could be. */
function changesOf(body: Json): { change: string; body: Json }[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const [entry] = Object.entries(body);
  if (!entry) return [];
  const [operator, operand] = entry;
  const found: { change: string; body: Json }[] = [];
  const bag = typeof operand === 'object' && operand !== null && !Array.isArray(operand) ? operand : undefined;
  if (operator === '&&' || operator === '||') {
    const other = operator === '&&' ? '||' : '&&';
    found.push({ change: `${operator} is ${other}`, body: { [other]: operand } });
    found.push({ change: `left of ${operator} alone`, body: bag?.['left'] ?? null });
    found.push({ change: `right of ${operator} alone`, body: bag?.['right'] ?? null });
  }
  if (operator === '==') found.push({ change: '== is !=', body: { '!=': operand } });
  if (operator === '!') found.push({ change: 'no longer negated', body: bag?.['arg'] ?? null });
  if (['.', 'contains', 'isEmpty'].includes(operator) && isTruth(operator, bag))
    found.push({ change: `${operator} negated`, body: { '!': { arg: body } } });
  for (const word of typeof operand === 'string' && operator === 'Value' ? others(operand) : [])
    found.push({ change: `"${operand as string}" is "${word}"`, body: { Value: word } });
  for (const [side, inner] of Object.entries(bag ?? {})) {
    const inside = changesOf(inner).map((change) => ({
      change: change.change,
      body: { [operator]: { ...bag, [side]: change.body } },
    }));
    found.push(...inside);
  }
  return found;
}

/** Attributes that are true or false; negating anything else does not validate, and proves nothing. */
function isTruth(operator: string, bag: Bag | undefined): boolean {
  const TRUTHS = [
    'granted',
    'refused',
    'tainted',
    'own',
    'destructive',
    'unlisted',
    'protected',
    'reversible',
    'grants',
  ];
  return operator !== '.' || TRUTHS.includes(String(bag?.['attr']));
}

const others = (word: string): string[] =>
  WORDS.filter((words) => words.includes(word)).flatMap((words) => words.filter((other) => other !== word));

const actionOf = (action: Bag): Json | undefined => (action['entity'] as Bag | undefined)?.['id'];

function exchangedAction(action: Bag): Bag {
  const id = actionOf(action) === 'call' ? 'run' : 'call';
  return { ...action, entity: { ...(action['entity'] as Bag), id } };
}

function toJson(text: string): RuleJson {
  const answer = engine.policyToJson(text);
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
  return answer.json as unknown as RuleJson;
}

function toText(json: RuleJson): string {
  const answer = engine.policyToText(json as unknown as engine.Policy);
  if (answer.type !== 'success') throw new Error(JSON.stringify([json, answer]));
  return answer.text;
}
