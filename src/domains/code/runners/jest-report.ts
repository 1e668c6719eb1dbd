/** Reads the JSON report of Jest, which Vitest writes as well. */
import { z } from 'zod';

import { parseJson } from '../../../lib/parse-json.ts';
import { type TestFailure, findSourceLocation, type TestReport } from './test-runner.ts';

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string().catch(''),
      status: z.string().catch(''),
      message: z.string().catch(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.int() }).nullish().catch(undefined),
        }),
      ),
    }),
  ),
});

export function readJestReport(text: string): TestReport | undefined {
  const parsed = report.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const count = { passed: 0, failed: 0, skipped: 0 };
  const failures: TestFailure[] = [];
  for (const { name: file, status: ended, message: complaint, assertionResults } of parsed.data.testResults) {
    for (const { fullName: name, status, failureMessages, location } of assertionResults) {
      count[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
      if (status !== 'failed') continue;
      const message = (failureMessages ?? []).join('\n');
      failures.push({ name, file, line: location?.line ?? findSourceLocation(message)?.line, message });
    }
    // A file that could not be loaded has no tests to fail.
    if (ended === 'failed' && assertionResults.every(({ status }) => status !== 'failed')) {
      count.failed += 1;
      failures.push({ name: file, file, message: complaint });
    }
  }
  return { ...count, failures };
}
