/** Decides whether a call is the user's own: they asked for the effect, and every value that matters is theirs or trusted. */
import { asksFor, asksForIt, isDeedDone, type SpeaksOf } from './asked-for.ts';
import { isFairAmount, isTrusted, ofKind, type Scene, type Traced } from '../scene.ts';
import type { Said } from './said.ts';
import { isNextDay, keepsOrSaysHour, saysShiftOf, saysTimeOf } from './times.ts';
import { indexOfRun, isAddress, wordsOf } from '../words.ts';

/** A scene of a client that shows the user's messages. */
interface Heard extends Scene {
  readonly said: Said;
}

export function isOwn(scene: Scene): boolean {
  const { said } = scene.sources;
  return said !== undefined && isTheirs({ ...scene, said });
}

function isTheirs(scene: Heard): boolean {
  const { facts, sources, deed, said, counts } = scene;
  const [recipients, targets] = [ofKind(scene, 'recipient'), ofKind(scene, 'target', 'path')];
  const [texts, bound] = [ofKind(scene, 'text'), ofKind(scene, 'credential', 'permission')];
  if (!ofKind(scene, 'address').every(isTrusted)) return false;
  if (facts.effect === 'read' || facts.effect === 'none')
    return [...recipients, ...targets].every(isTrusted) && texts.every(({ origin }) => origin !== 'others');
  const isDictated = isSaidInFull(scene);
  const mayActOn = facts.destructive === true ? isAskedOf : isKnown;
  return (
    (isDictated || said.messages.some(({ text }) => asksFor(text, deed))) &&
    (isDictated || targets.every((target) => mayActOn(scene, target))) &&
    recipients.every((recipient) => mayReceive(scene, recipient)) &&
    bound.every((value) => isGranted(scene, value)) &&
    ofKind(scene, 'amount').every((amount) => isFairAmount(scene, amount)) &&
    counts.every((count) => isCounted(scene, count)) &&
    isSaidAnew(scene) &&
    isAtSaidTime(scene) &&
    texts.every(({ origin, value }) => origin !== 'others' && !sources.betrays(value)) &&
    isAboutTheirs(scene)
  );
}

/** The user said the value or, for a permission, its verb: an editor may edit. */
function isGranted({ said }: Heard, { origin, kind, value }: Traced): boolean {
  const deed = value.toLowerCase().replace(/[eo]r$/, '');
  return origin === 'user' || (kind === 'permission' && [deed, `${deed}e`].some((word) => said.words.includes(word)));
}

/** A destructive call needs new numbers and a new state that the user said. `isFairAmount` checks amounts of money. */
function isSaidAnew({ facts, said, numbers, deed: { choices = [] } }: Heard): boolean {
  if (facts.destructive !== true || facts.effect === 'spend') return true;
  return (
    numbers.every((number) => said.saysNumber(number)) &&
    choices.every((choice) => isDeedDone(choice) || said.words.includes(choice))
  );
}

/** Recipients, targets and paths are checked elsewhere. Without any of them, the texts must come from the user. */
function isAboutTheirs(scene: Heard): boolean {
  const texts = ofKind(scene, 'text');
  if (ofKind(scene, 'recipient', 'target', 'path').length > 0) return true;
  if (scene.facts.destructive === true)
    return [...ofKind(scene, 'credential', 'permission'), ...texts].every(isTrusted);
  return !scene.sources.hasOthers || texts.some(isTrusted) || scene.sources.isMadeOfSaid(textsOf(texts));
}

function mayReceive(scene: Heard, recipient: Traced): boolean {
  const { origin, value } = recipient;
  if (origin === 'trusted') return scene.sources.isLookedUp(value);
  return origin === 'user' || isAnswered(scene, recipient) || isToldInOwnWords(scene, recipient);
}

/** Only the user sees the result, and it can be undone. */
function isOnlyMade({ facts: { effect, destructive, reversible }, reachesOut }: Scene): boolean {
  return effect === 'write' && destructive !== true && reversible === true && !reachesOut;
}

/** Allows a recipient that was picked from a list, if the message has only the user's words. A wrong recipient learns nothing else. */
function isToldInOwnWords({ facts, values, sources }: Scene, { origin, value }: Traced): boolean {
  if (facts.effect !== 'send' || origin !== 'listed' || isAddress(value) || sources.saysAnotherThan(value))
    return false;
  return sources.isMadeOfSaid(textsOf(values));
}

/** Allows a sender or participant of a thing that the user spoke of, if the message has only the user's words. */
function isAnswered({ facts, values, sources, reachesOut }: Scene, { value }: Traced): boolean {
  const texts = textsOf(values);
  return (
    reachesOut &&
    facts.effect !== 'spend' &&
    sources.isOfSpoken(value) &&
    (texts.length === 0 || sources.isMadeOfSaid(texts))
  );
}

const textsOf = (values: readonly Traced[]): string[] =>
  values.flatMap(({ kind, value }) => (kind === 'text' ? [value] : []));

/** The user said all values in one message, so the tool's name does not matter. Costly or permanent calls need an explicit request. */
function isSaidInFull(scene: Heard): boolean {
  const { facts, sources, numbers, said } = scene;
  const { effect, destructive, reversible } = facts;
  const isMild = effect === 'send' ? destructive !== true : effect === 'write' && reversible === true;
  if (!isMild) return false;
  const texts = ofKind(scene, 'text', 'permission');
  if (texts.length === 0 || !numbers.every((number) => said.saysNumber(number))) return false;
  return sources.saysAll([...texts, ...ofKind(scene, 'recipient', 'target', 'path')]);
}

/** Whether the call may act on the target. A target that was only mentioned needs a reversible call, or a call with recipients. */
function isKnown(scene: Heard, { origin, value, keys }: Traced): boolean {
  const { facts, sources, said } = scene;
  const reversible = facts.reversible === true;
  switch (origin) {
    case 'user':
      return true;
    case 'trusted':
      return (
        !sources.isThing(value) || said.messages.some(({ words }) => sources.spokenOf(value, words, keys) !== undefined)
      );
    case 'described':
      // The user must have said the count or the amount.
      return ofKind(scene, 'amount').every((amount) => isCounted(scene, Number(amount.value)));
    case 'mentioned':
      return facts.effect !== 'spend' && (reversible || ofKind(scene, 'recipient').length > 0);
    default:
      return false;
  }
}

/** A destructive call must be requested for this target: “append to file 13” does not ask to delete it. */
function isAskedOf({ facts, sources, deed, said }: Heard, { origin, value, keys }: Traced): boolean {
  const run = wordsOf(value);
  const mayBeMentioned = facts.reversible === true && facts.effect !== 'spend';
  const isIt = (words: readonly string[]): boolean => {
    if (origin === 'user') return indexOfRun(words, run) >= 0;
    const spoken = sources.spokenOf(value, words, keys);
    const isSpokenOf = spoken === 'named' || (spoken === 'mentioned' && mayBeMentioned);
    return isSpokenOf && !sources.namesAnotherKind(value, words, keys);
  };
  const speaksOf: SpeaksOf = (words) =>
    isIt(words) ? 'it' : sources.speaksOfAny(value, words, keys) ? 'another' : undefined;
  return said.messages.some(({ text }) => asksForIt(text, deed, speaksOf));
}

/** One, or a number that the user said. */
const isCounted = ({ said }: Heard, count: number): boolean => count === 1 || said.saysNumber(count);

/** The user must have said the time or the shift, or spoken of a thing that has this time. */
function isAtSaidTime(scene: Heard): boolean {
  const { facts, times, said, sources } = scene;
  // A longer period costs more, so the user must have said every time.
  if (facts.effect === 'spend') return times.every((time) => saysTimeOf(said.words, [time]) || isNextDay(time, times));
  if (isOnlyMade(scene) && ofKind(scene, 'target').length === 0) return true;
  const was = ofKind(scene, 'target').flatMap(({ value }) => sources.timesOf(value));
  if (was.length > 0 && !keepsOrSaysHour(said.words, was, times) && !saysShiftOf(said.words, was, times)) return false;
  return (
    saysTimeOf(said.words, times) ||
    saysShiftOf(said.words, was, times) ||
    times.every((time) => sources.isOfSpoken(time))
  );
}
