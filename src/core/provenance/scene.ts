/** Holds a call with everything that is needed to assess its values. */
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
