/** Ends a test run with one plain line that any program can read. */
import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

import { describeMissingCorpora } from '../test/support/cases/material.ts';
import { describeCounts } from './test-counts.ts';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      // A hook that throws fails its file or its describe, and the tests in it count as skipped.
      failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    const counts = { passed, failed, skipped };
    // Several runs that belong together add their counts to one file.
    const file = process.env['DEPUTIZE_TEST_COUNTS'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
    const missing = describeMissingCorpora();
    if (missing !== undefined) process.stdout.write(`\n${missing}\n`);
    process.stdout.write(`\n${describeCounts(counts)}\n`);
  }
}
