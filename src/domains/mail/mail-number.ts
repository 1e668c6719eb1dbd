/**
 * A mail's number is its date with a few bits of its hash behind: the index is then in the order of time, so that a range of
 * dates is a range of numbers, and the newest are found without sorting. Always a whole number that JavaScript holds exactly.
 */
const SLOTS = 2 ** 20;
const LAST_SECOND = 2 ** 33 - 1;

/** `attempt` counts up when another mail of the same second has the same slot. */
export function createMailNumber(date: number, hash: string, attempt = 0): number {
  const slot = (Number.parseInt(hash.slice(0, 5), 16) + attempt) % SLOTS;
  return toSecond(date) * SLOTS + slot;
}

export const toFirstNumber = (date: number): number => toSecond(date) * SLOTS;
export const toLastNumber = (date: number): number => toSecond(date) * SLOTS + SLOTS - 1;

/** Before 1970 and after 2242 there is nothing to tell apart. */
function toSecond(date: number): number {
  return Math.min(LAST_SECOND, Math.max(0, Math.floor(date / 1_000)));
}

export const toMailId = (n: number): string => `m${n.toString(36)}`;

export function parseMailId(id: string): number | undefined {
  if (!/^m[0-9a-z]{1,11}$/.test(id)) return undefined;
  const n = Number.parseInt(id.slice(1), 36);
  return Number.isSafeInteger(n) && toMailId(n) === id ? n : undefined;
}
