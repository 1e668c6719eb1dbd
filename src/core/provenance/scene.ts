/** Holds a call with everything that is needed to assess its values, and finds those that come from untrusted content and matter. */
import type { Facts } from '../contract.ts';
import type { Deed } from './mandate/asked-for.ts';
import type { ValueOrigin, OriginIndex } from './taint/origin-index.ts';
import type { Value } from './values.ts';

export interface Traced extends Value {
  readonly origin: ValueOrigin;
  /** The text that contains the value. */
  readonly text?: string | undefined;
}

export interface Scene {
  readonly facts: Facts;
  readonly values: readonly Traced[];
  readonly sources: OriginIndex;
  readonly reachesOut: boolean;
  readonly deed: Deed;
  readonly times: readonly string[];
  readonly numbers: readonly number[];
  readonly counts: readonly number[];
}

export const isTrusted = ({ origin }: Traced): boolean => origin === 'user' || origin === 'trusted';
export const ofKind = ({ values }: Scene, ...kinds: readonly Value['kind'][]): readonly Traced[] =>
  values.filter(({ kind }) => kinds.includes(kind));

/**
 * An amount is fair if the user said it, or if a number field contains it. A computed amount is fair if untrusted text does
 * not contain it, and it is smaller than the largest known number.
 */
export function isFairAmount({ sources }: Scene, { origin, value }: Traced): boolean {
  const sum = Number(value);
  if (origin === 'trusted' || sources.said?.saysNumber(sum) === true || sources.isNumberField(sum)) return true;
  return !sources.isWrittenByOthers(sum) && sum < sources.largestNumber();
}

export function taintsOf(scene: Scene): readonly Traced[] {
  const isWritten = ({ origin }: Traced): boolean => origin === 'others';
  // An address in a text matters only if the text is sent somewhere.
  const leading = scene.reachesOut ? ofKind(scene, 'recipient', 'address') : ofKind(scene, 'recipient');
  const isFound = ({ value }: Traced): boolean => scene.facts.effect === 'read' && scene.sources.isFoundLink(value);
  const reachesOut = leading
    .filter(({ origin }) => origin === 'others' || origin === 'listed')
    .filter((value) => !isFound(value));
  // Creating a file with a name that was read is normal work. Destroying a file with such a name is not.
  const places = scene.facts.destructive === true ? ofKind(scene, 'path') : [];
  const actsOn = [...ofKind(scene, 'target', 'credential', 'permission'), ...places].filter(isWritten);
  const costs = ofKind(scene, 'amount').filter((amount) => !isFairAmount(scene, amount));
  // A query to an outside service sends out the text that it consists of.
  const isQuestion =
    scene.facts.effect === 'read' && ofKind(scene, 'target', 'path', 'recipient', 'address').length === 0;
  const asks = isQuestion ? ofKind(scene, 'text').filter(isWritten) : [];
  return [...reachesOut, ...actsOn, ...costs, ...asks];
}
