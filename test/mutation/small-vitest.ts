/** As much of Vitest as the tests of the policy need, so that they can be run again and again in one process, against one mutant after the other. */
import assert from 'node:assert/strict';

type Work = (...args: never[]) => unknown;
interface Collected {
  readonly tests: (() => Promise<void>)[];
  /** What is done once all of them have run, or one has failed. */
  readonly last: Work[];
}

let collected: Collected = { tests: [], last: [] };
let before: Work[] = [];
let after: Work[] = [];

/** What the files that were loaded since have registered. */
export function collect(): Collected {
  const all = collected;
  collected = { tests: [], last: [] };
  [before, after] = [[], []];
  return all;
}

/** Runs before the tests of its file, in the order of registration. */
export const beforeAll = (work: Work): void => void collected.tests.push(async () => void (await work()));
export const afterAll = (work: Work): void => void collected.last.push(work);
export const beforeEach = (work: Work): void => void before.push(work);
export const afterEach = (work: Work): void => void after.push(work);

const register = (work: Work, args: readonly unknown[] = []): void => {
  const [first, last] = [before, after];
  collected.tests.push(async () => {
    for (const prepare of first) await prepare();
    try {
      await work(...(args as never[]));
    } finally {
      for (const clear of last) await clear();
    }
  });
};
const workOf = (given: readonly unknown[]): Work =>
  given.find((one): one is Work => typeof one === 'function') ?? (() => undefined);
const spread = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]);

export const test = Object.assign((_: string, ...given: unknown[]) => register(workOf(given)), {
  each:
    (rows: readonly unknown[]) =>
    (_: string, ...given: unknown[]): void => {
      for (const row of rows) register(workOf(given), spread(row));
    },
});
export const describe = Object.assign((_: string, work: () => void) => work(), {
  each:
    (rows: readonly unknown[]) =>
    (_: string, work: Work): void => {
      for (const row of rows) work(...(spread(row) as never[]));
    },
});

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, plain(one)]])),
  );
};

/** Holds for the keys that are wanted, whatever else is there. */
function matches(found: unknown, wanted: unknown): boolean {
  if (wanted === null || typeof wanted !== 'object') return Object.is(found, wanted);
  if (found === null || typeof found !== 'object' || Array.isArray(found) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted) && (found as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, one]) => matches(Reflect.get(found, key), one));
}

function matchers(found: unknown) {
  return {
    toBe: (wanted: unknown) => assert.ok(Object.is(found, wanted)),
    toEqual: (wanted: unknown) => assert.deepStrictEqual(plain(found), plain(wanted)),
    toMatchObject: (wanted: object) => assert.ok(matches(found, wanted)),
    toBeUndefined: () => assert.equal(found, undefined),
    toMatch: (wanted: RegExp) => assert.match(String(found), wanted),
    toContain: (wanted: never) => assert.ok((found as string | unknown[]).includes(wanted)),
    toHaveLength: (wanted: number) => assert.equal((found as unknown[]).length, wanted),
    toBeGreaterThan: (wanted: number) => assert.ok(Number(found) > wanted),
    toBeLessThan: (wanted: number) => assert.ok(Number(found) < wanted),
  };
}

const thrownBy = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );

export const expect = (found: unknown) => ({
  ...matchers(found),
  not: Object.fromEntries(
    Object.entries<Work>(matchers(found)).map(([name, match]) => [
      name,
      (...wanted: never[]) => assert.throws(() => match(...wanted)),
    ]),
  ),
  rejects: {
    toMatchObject: async (wanted: object) => {
      matchers(await thrownBy(found as Promise<unknown>)).toMatchObject(wanted);
    },
  },
});
