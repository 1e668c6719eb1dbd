/**
 * Finds where the values of a call come from. It assumes that the model obeys everything that it reads. So it ignores what
 * the model says about a value, and only uses where the value was seen before.
 */
import type { Json } from '../../ports/json.ts';
import type { Facts, Tool } from '../contract.ts';
import type { Deed } from './mandate/asked-for.ts';
import type { History } from './taint/history.ts';
import { isOwn } from './mandate/own.ts';
import { taintsOf, type Scene, type Traced } from './scene.ts';
import { OriginIndex, type ValueOrigin } from './taint/origin-index.ts';
import { countsIn, numbersIn, timesIn, valuesOf, type Value, type ValueKind } from './values.ts';
import { readWithPauses } from './taint/leaves.ts';
import { isAddress, wordsOf } from './words.ts';
import { hasTooManyValues, readInSlices, WorkLimitError } from './work-limit.ts';

export interface Provenance {
  readonly values: readonly Traced[];
  /** A value that matters comes from untrusted content, so the call may not be what the user wants. */
  readonly isTainted: boolean;
  readonly taints: readonly Traced[];
  /** Every value that matters is the user's own or trusted, and they asked for such an effect. */
  readonly isOwn: boolean;
  /** The model had read untrusted content when it made the call. */
  readonly hasReadOthers: boolean;
  /** Some of the arguments come from untrusted content. */
  readonly carriesOthers: boolean;
}

/**
 * For a call whose values were not traced, because it continues after a crash or has too many of them. This assumes the
 * worst.
 */
export const NOT_KNOWN: Provenance = {
  ...{ values: [], taints: [], isTainted: true, isOwn: false, hasReadOthers: true, carriesOthers: true },
};

/** Whether values other than these taint the call. */
export function isTaintedBeside(provenance: Provenance | undefined, vouched: readonly string[]): boolean {
  if (provenance === NOT_KNOWN) return true;
  return provenance?.taints.some(({ value }) => !vouched.includes(value)) ?? false;
}

/** Whether the origin of the values matters for such a call. */
export function isConsequential({ labels }: Pick<Tool, 'labels'>, { effect }: Facts): boolean {
  return (effect !== 'none' && effect !== 'read') || labels.sendsOut;
}

/** Traces the values of a call, in slices where the results are large. Assumes the worst where there is too much to compare. */
export async function assessInSlices(...call: Parameters<typeof assess>): Promise<Provenance> {
  const [, args, facts, history] = call;
  if (hasTooManyValues(args, facts) || !(await readInSlices(history.seen, readWithPauses))) return NOT_KNOWN;
  return assess(...call);
}

/** Traces the values of a call. */
export function assess(tool: Pick<Tool, 'name' | 'labels'>, args: Json, facts: Facts, history: History): Provenance {
  return withinLimit(() => trace(tool, args, facts, history), NOT_KNOWN);
}

/** Returns the strict answer where the work exceeds its limit. */
function withinLimit<Answer>(work: () => Answer, strict: Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof WorkLimitError) return strict;
    throw error;
  }
}

function trace(tool: Pick<Tool, 'name' | 'labels'>, args: Json, facts: Facts, history: History): Provenance {
  const sources = new OriginIndex(history, tool.name, facts.recipients);
  const values = valuesOf(args, facts, tool.name).map((value): Traced => ({
    ...value,
    ...(value.kind === 'text' ? originOfText(sources, value) : sources.originOf(value)),
  }));
  const reachesOut = tool.labels.sendsOut || facts.effect === 'send' || facts.effect === 'spend';
  const scene: Scene = {
    facts,
    values,
    sources,
    reachesOut,
    deed: deedOf(tool, facts, values),
    times: timesIn(args, facts),
    numbers: numbersIn(args),
    counts: countsIn(args),
  };
  // Addresses were not looked for in what is too long.
  if (reachesOut && sources.hasOthers && values.some(({ isUnread }) => isUnread)) return NOT_KNOWN;
  const taints = taintsOf(scene);
  return {
    ...{ values, taints, isTainted: taints.length > 0 },
    // A getter, because only the mode `trusted-values` needs it.
    get isOwn() {
      return withinLimit(() => isOwn(scene), false);
    },
    hasReadOthers: sources.hasOthers,
    carriesOthers: values.some(({ origin }) => origin === 'others'),
  };
}

function deedOf({ name }: Pick<Tool, 'name'>, { effect, destructive = false }: Facts, values: readonly Value[]): Deed {
  const isChoice = ({ kind, keys }: Value): boolean => kind === 'text' && keys.some((key) => CHOICE.test(key));
  const choices = values.filter(isChoice).map(({ value }) => value.toLowerCase());
  return { name, effect, destructive, choices, keys: values.flatMap(({ keys }) => keys) };
}

const CHOICE = /(^|_)(status|state|answer|response|decision|action|rsvp)$/i;

/** A few common words from untrusted content do not taint a text. A run of such words, a long number or an address does. */
function originOfText(sources: OriginIndex, value: Value): { origin: ValueOrigin; text?: string } {
  if (value.isUnread === true) return sources.hasOthers ? { origin: 'others', text: '' } : { origin: 'unseen' };
  const whole = sources.originOf(value);
  if (whole.origin !== 'unseen' && whole.origin !== 'others') return whole;
  const carried = sources.carries(value.value);
  if (carried) return { origin: 'others', text: carried.text };
  const isTold = wordsOf(value.value).some((word) => isAddress(word) || /\d{4}/.test(word));
  return isTold ? whole : { origin: 'unseen' };
}

export interface ToldValue {
  readonly kind: ValueKind;
  readonly value: string;
  readonly origin: ValueOrigin;
  /** The words around it, where it stood. */
  readonly sentence: string | null;
}

const MOST = 50;
const MOST_CHARACTERS = 240;

/** Where the values of a call come from, as a person is shown it. */
export function tellProvenance(provenance: Provenance | undefined): readonly ToldValue[] {
  return (provenance?.values ?? []).slice(0, MOST).map(({ kind, value, origin, text }) => ({
    kind,
    value: cut(value, 0),
    origin,
    sentence: text === undefined ? null : around(text, value),
  }));
}

function around(text: string, value: string): string {
  if (text.length <= MOST_CHARACTERS) return cut(text, 0);
  const at = Math.max(0, text.toLowerCase().indexOf(value.toLowerCase()));
  const before = text.slice(0, at).replace(/^.*(?:\. |\n)/s, '');
  return cut(text, at - Math.min(before.length, MOST_CHARACTERS / 2));
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + MOST_CHARACTERS).trim();
  return from + MOST_CHARACTERS < text.length ? `${part} …` : part;
}
