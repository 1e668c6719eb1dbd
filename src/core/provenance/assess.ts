/**
 * Who a call's values come from. It assumes that the model does whatever it reads, so nothing depends on what the model
 * says about them: only on where they stood before.
 */
import type { Json } from '../../ports/json.ts';
import type { Facts, Tool } from '../contract.ts';
import type { Deed } from './mandate/asked-for.ts';
import type { History } from './taint/history.ts';
import { isOwn } from './mandate/own.ts';
import type { Scene, Traced } from './scene.ts';
import { OriginIndex, type ValueOrigin } from './taint/origin-index.ts';
import { taintsOf } from './taint/taints.ts';
import { countsIn, numbersIn, timesIn, valuesOf, type Value } from './values.ts';
import { isAddress, wordsOf } from './words.ts';

export interface Provenance {
  readonly values: readonly Traced[];
  /** Something that matters was written by others: nobody may take it for the user's wish. */
  readonly isTainted: boolean;
  readonly taints: readonly Traced[];
  /** Everything that matters is the user's own or trusted, and they asked for such an effect. */
  readonly isOwn: boolean;
  /** Others' words were before the model when it asked for this. */
  readonly hasReadOthers: boolean;
  /** Some of them stand in what it wrote. */
  readonly carriesOthers: boolean;
}

/** Of a call that goes on after a crash: what was before the model then is not asked again, and taken for the worst. */
export const NOT_KNOWN: Provenance = {
  ...{ values: [], taints: [], isTainted: true, isOwn: false, hasReadOthers: true, carriesOthers: true },
};

/** Whether it is tainted by other values than these. */
export function isTaintedBeside(provenance: Provenance | undefined, vouched: readonly string[]): boolean {
  return provenance?.taints.some(({ value }) => !vouched.includes(value)) ?? false;
}

/** Whether it matters at all where the values of such a call come from. */
export function isConsequential({ labels }: Pick<Tool, 'labels'>, { effect }: Facts): boolean {
  return (effect !== 'none' && effect !== 'read') || labels.sendsOut;
}

export function assess(tool: Pick<Tool, 'name' | 'labels'>, args: Json, facts: Facts, history: History): Provenance {
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
  const taints = taintsOf(scene);
  return {
    ...{ values, taints, isTainted: taints.length > 0 },
    // Only where the person wants that to count.
    get isOwn() {
      return isOwn(scene);
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

/** A few common words that also stand somewhere else are what one speaks of; a run of others, or a number or address, is what stood there. */
function originOfText(sources: OriginIndex, value: Value): { origin: ValueOrigin; text?: string } {
  const whole = sources.originOf(value);
  if (whole.origin !== 'unseen' && whole.origin !== 'others') return whole;
  const carried = sources.carries(value.value);
  if (carried) return { origin: 'others', text: carried.text };
  const isTold = wordsOf(value.value).some((word) => isAddress(word) || /\d{4}/.test(word));
  return isTold ? whole : { origin: 'unseen' };
}
