/** A call with everything by which it is judged whose it is. */
import type { Facts } from '../contract.ts';
import type { Deed } from './mandate/asked-for.ts';
import type { ValueOrigin, OriginIndex } from './taint/origin-index.ts';
import type { Value } from './values.ts';

export interface Traced extends Value {
  readonly origin: ValueOrigin;
  /** The text in which it stood. */
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
 * A sum is the user's, or stands in a field for numbers, or was worked out: then nobody else wrote it, and it is no larger
 * than the largest of those.
 */
export function isFairAmount({ sources }: Scene, { origin, value }: Traced): boolean {
  const sum = Number(value);
  if (origin === 'trusted' || sources.said?.saysNumber(sum) === true || sources.isNumberField(sum)) return true;
  return !sources.isWrittenByOthers(sum) && sum < sources.largestNumber();
}
