/** The test runner of Go. */
import { z } from 'zod';

import type { TestFailure, TestRunner, TestReport } from './test-runner.ts';

const event = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  Test: z.string().optional(),
  Output: z.string().optional(),
});

export const go: TestRunner = {
  detects: ({ names }) => names.includes('go.mod'),
  program: { name: 'go', remedy: 'apt-get install golang-go' },
  args: ['test', '-json', './...'],
  filter: (name) => [`-run=${name}`],
  // Missing modules cannot be downloaded in the sandbox. Without these settings Go would try for a while.
  env: { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
  report: { to: 'stdout', read: readGoEvents },
};

const ENDS = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** Before Go 1.24, a failed build is reported as plain text between the events. */
const NOT_BUILT = /^FAIL\t(\S+) \[\w+ failed\]$/;

export function readGoEvents(text: string): TestReport | undefined {
  const ended = new Map<string, { pkg: string; test: string | undefined; how: keyof typeof ENDS }>();
  const printed = new Map<string, string>();
  let output = '';
  for (const line of text.split('\n')) {
    const said = parseEvent(line);
    if (said === undefined) continue;
    const { Action: action, Package: pkg, Test: test, Output: words = '' } = said;
    const key = `${pkg} ${test ?? ''}`;
    output += words;
    printed.set(key, (printed.get(key) ?? '') + words);
    if (action === 'pass' || action === 'fail' || action === 'skip') ended.set(key, { pkg, test, how: action });
  }
  if (ended.size === 0) return undefined;
  const parents = new Set(
    [...ended.values()].flatMap(({ pkg, test = '' }) => listParents(test).map((one) => `${pkg} ${one}`)),
  );
  const withFailures = new Set(
    [...ended.values()].flatMap(({ pkg, test, how }) => (test && how === 'fail' ? [pkg] : [])),
  );
  const count = { passed: 0, failed: 0, skipped: 0 };
  const failures: TestFailure[] = [];
  for (const [key, { pkg, test, how }] of ended) {
    // Subtests count instead of their parent test, and tests instead of their package. A package without failed tests counts if its
    // build failed.
    if (test === undefined ? how !== 'fail' || withFailures.has(pkg) : parents.has(key)) continue;
    count[ENDS[how]] += 1;
    if (how === 'fail') failures.push({ name: key.trimEnd(), message: printed.get(key) ?? '' });
  }
  return { ...count, failures, output };
}

const listParents = (test: string): string[] =>
  test
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));

function parseEvent(line: string): z.output<typeof event> | undefined {
  const [, notBuilt] = NOT_BUILT.exec(line) ?? [];
  if (notBuilt !== undefined) return { Action: 'fail', Package: notBuilt, Output: `${line}\n` };
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
