/** Creates identifiers: UUIDs of version 7, so that an index appends new rows and does not scatter them. */
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';

/** A function that returns a new id each time. */
export type NewId = () => string;

const POOL = 2048;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns a function that creates ids. The ids of one maker strictly increase, also if the clock is set back. */
export function idMaker(digest: Digest, clock: Clock): NewId {
  let pool = new Uint8Array(0);
  let at = 0;
  let lastTime = 0;
  let counter = 0;
  const byte = (): string => {
    if (at >= pool.length) {
      pool = digest.random(POOL) as Uint8Array<ArrayBuffer>;
      at = 0;
    }
    return hex[pool[at++] ?? 0] as string;
  };
  return () => {
    // The time never goes back, and a counter separates ids of one millisecond: the ids of a process strictly increase.
    const now = Math.max(clock.now(), lastTime);
    counter = now === lastTime ? counter + 1 : 0;
    lastTime = counter > 0xfff ? now + 1 : now;
    if (counter > 0xfff) counter = 0;
    const time = lastTime.toString(16).padStart(12, '0');
    const sequence = counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-8${byte().slice(1)}${byte()}-${byte()}${byte()}${byte()}${byte()}${byte()}${byte()}`;
  };
}

const GIVEN_ID = /^[A-Za-z0-9_.:-]{1,128}$/;

/** Whether an id from a caller is safe in URLs, logs and file names. */
export function isUsableId(id: string): boolean {
  return GIVEN_ID.test(id);
}
