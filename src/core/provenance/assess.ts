/**
 * Who a call's values come from. It assumes that the model does whatever it reads, so nothing depends on what the model
 * says about them: only on where they stood before.
 */
import type { Json } from '../../ports/json.ts';
import type { Facts, Tool } from '../contract.ts';
import { asksFor, asksForIt, type Deed } from './asked-for.ts';
import type { History } from './history.ts';
import { Sources, type Origin } from './sources.ts';
import { timesIn, valuesOf, type Value } from './values.ts';
import { indexOfRun, isAddress, wordsOf } from './words.ts';

export interface Traced extends Value {
  readonly origin: Origin;
  /** The text in which it stood. */
  readonly text?: string | undefined;
}

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
  const sources = new Sources(history, facts.recipients);
  const values = valuesOf(args, facts, tool.name).map((value): Traced => ({
    ...value,
    ...(value.kind === 'text' ? originOfText(sources, value) : sources.originOf(value.value, value.near)),
  }));
  const reachesOut = tool.labels.sendsOut || facts.effect === 'send' || facts.effect === 'spend';
  const scene: Scene = { facts, values, sources, reachesOut, deed: deedOf(tool, facts), times: timesIn(args) };
  const taints = taintsOf(scene);
  return {
    ...{ values, taints, isTainted: taints.length > 0, isOwn: isOwn(scene) },
    hasReadOthers: sources.hasOthers,
    carriesOthers: values.some(({ origin }) => origin === 'others'),
  };
}

interface Scene {
  readonly facts: Facts;
  readonly values: readonly Traced[];
  readonly sources: Sources;
  readonly reachesOut: boolean;
  readonly deed: Deed;
  readonly times: readonly string[];
}

const deedOf = ({ name }: Pick<Tool, 'name'>, { effect, destructive = false }: Facts): Deed => ({
  ...{ name, effect, destructive },
});

function originOfText(sources: Sources, { value, near }: Value): { origin: Origin; text?: string } {
  const whole = sources.originOf(value, near);
  if (whole.origin !== 'unseen') return whole;
  const carried = sources.carries(value);
  return carried ? { origin: 'others', text: carried.text } : whole;
}

const isTrusted = ({ origin }: Traced): boolean => origin === 'user' || origin === 'trusted';
const ofKind = ({ values }: Scene, ...kinds: readonly Value['kind'][]): readonly Traced[] =>
  values.filter(({ kind }) => kinds.includes(kind));

function taintsOf(scene: Scene): readonly Traced[] {
  const isWritten = ({ origin }: Traced): boolean => origin === 'others';
  // An address within a text leads somewhere once the text goes somewhere.
  const leading = scene.reachesOut ? ofKind(scene, 'recipient', 'address') : ofKind(scene, 'recipient');
  const reachesOut = leading.filter(({ origin }) => origin === 'others' || origin === 'listed');
  // A new file by a name that was read is what working in a folder is; to destroy by such a name is not.
  const places = scene.facts.destructive === true ? ofKind(scene, 'path') : [];
  const actsOn = [...ofKind(scene, 'target', 'credential', 'permission'), ...places].filter(isWritten);
  const costs = ofKind(scene, 'amount').filter((amount) => !isFairAmount(scene, amount));
  // A question that is put to somebody outside carries what it is made of.
  const isQuestion =
    scene.facts.effect === 'read' && ofKind(scene, 'target', 'path', 'recipient', 'address').length === 0;
  const asks = isQuestion ? ofKind(scene, 'text').filter((text) => isWritten(text) && tellsMore(text)) : [];
  return [...reachesOut, ...actsOn, ...costs, ...asks];
}

/** A word or two that also stand somewhere else are what one speaks of; more, or a number or address, is what stood there. */
function tellsMore({ value }: Traced): boolean {
  const words = wordsOf(value);
  return words.length > 2 || words.some((word) => isAddress(word) || /\d{4}/.test(word));
}

function isOwn(scene: Scene): boolean {
  const { facts, sources, deed } = scene;
  const { said } = sources;
  if (!said) return false;
  const [recipients, targets, texts] = [
    ofKind(scene, 'recipient'),
    ofKind(scene, 'target', 'path'),
    ofKind(scene, 'text'),
  ];
  if (!ofKind(scene, 'address').every(isTrusted)) return false;
  if (facts.effect === 'read' || facts.effect === 'none')
    return [...recipients, ...targets].every(isTrusted) && texts.every(({ origin }) => origin !== 'others');
  if (!said.some((words) => asksFor(words, deed))) return false;
  const bound = ofKind(scene, 'credential', 'permission');
  if (!bound.every(({ origin }) => origin === 'user')) return false;
  if (!ofKind(scene, 'amount').every((amount) => isFairAmount(scene, amount))) return false;
  if (
    !recipients.every(
      (recipient) => isTrusted(recipient) || isToldInOwnWords(scene, recipient) || isAnswered(scene, recipient),
    )
  )
    return false;
  const mayActOn = facts.destructive === true ? isAskedOf : isKnown;
  if (!targets.every((target) => mayActOn(scene, target))) return false;
  if (facts.destructive === true && !isAtSaidTime(scene)) return false;
  // Somebody or something of the user's own says what this is about. Where nothing does, the words have to.
  if (recipients.length > 0 || targets.some(isTrusted)) return true;
  const carriesOthers = texts.some(({ origin }) => origin === 'others');
  if (targets.some(({ origin }) => origin === 'described')) return !scene.reachesOut || !carriesOthers;
  if (isNamedByUser(scene)) return true;
  if (facts.destructive === true) return targets.length > 0 || [...bound, ...texts].every(isTrusted);
  return !carriesOthers && (!sources.hasOthers || texts.some(isTrusted));
}

/** Something new of the user's own, under the name that they gave it: whatever it holds then keeps its label. */
function isNamedByUser(scene: Scene): boolean {
  const { effect, destructive, reversible } = scene.facts;
  const isOnlyMade = effect === 'write' && destructive !== true && reversible === true && !scene.reachesOut;
  if (!isOnlyMade) return false;
  return ofKind(scene, 'text').some(({ origin, near }) => origin === 'user' && near.some((word) => NAMING.has(word)));
}

const NAMING = new Set(['name', 'title', 'subject', 'filename']);

/** To somebody of the same house, in the user's words: whoever was chosen, they hear only what the user wanted to say. */
function isToldInOwnWords(scene: Scene, { origin, value }: Traced): boolean {
  const texts = ofKind(scene, 'text');
  return (
    scene.facts.effect === 'send' &&
    origin === 'listed' &&
    !isAddress(value) &&
    texts.length > 0 &&
    texts.every((text) => scene.sources.isMadeOfSaid(text.value))
  );
}

/** An answer to what the user named goes to whoever that is from; nothing of others goes with it. */
function isAnswered(scene: Scene, { origin }: Traced): boolean {
  return (
    scene.facts.effect === 'send' &&
    origin === 'described' &&
    ofKind(scene, 'text').every((text) => text.origin !== 'others')
  );
}

/** What the user spoke of can be acted on; what only exists, if that can be taken back and nobody else gets any of it. */
function isKnown(scene: Scene, { origin, value }: Traced): boolean {
  const { sources, facts, reachesOut } = scene;
  const reversible = facts.reversible === true;
  switch (origin) {
    case 'user':
    case 'trusted':
      return true;
    case 'described':
      // What is counted or costs something, as often or as much as they said.
      return ofKind(scene, 'amount').every((amount) => sources.saysNumber(Number(amount.value)));
    case 'mentioned':
      return facts.effect !== 'spend' && (reversible || ofKind(scene, 'recipient').some(isTrusted));
    case 'identifier':
    case 'listed':
      return reversible && !reachesOut && !isAddress(value);
    default:
      return false;
  }
}

/** “Append to file 13” does not ask to delete it: what is destroyed is spoken of where destroying it is asked for. */
function isAskedOf({ facts, sources, deed }: Scene, { origin, value }: Traced): boolean {
  if (origin === 'trusted') return true;
  const run = wordsOf(value);
  const mayBeMentioned = facts.reversible === true && facts.effect !== 'spend';
  const speaksOfIt = (words: readonly string[]): boolean => {
    if (origin === 'user') return indexOfRun(words, run) >= 0;
    const spoken = sources.spokenOf(value, words);
    return spoken === 'named' || (spoken === 'mentioned' && mayBeMentioned);
  };
  return (sources.said ?? []).some((text) => asksForIt(text, deed, speaksOfIt));
}

/**
 * A sum is the user's, or stands in a field for numbers, or was worked out: then nobody else wrote it, and it is no larger
 * than the largest of those.
 */
function isFairAmount({ sources }: Scene, { origin, value }: Traced): boolean {
  const sum = Number(value);
  if (origin === 'trusted' || sources.saysNumber(sum) || sources.isNumberField(sum)) return true;
  return !sources.isWrittenByOthers(sum) && sum < sources.largestNumber();
}

/** To another time only by something of it that the user said. */
function isAtSaidTime({ times, sources }: Scene): boolean {
  return times.length === 0 || times.some((time) => sources.saysTime(time));
}
