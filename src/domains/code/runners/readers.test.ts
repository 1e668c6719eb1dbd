/** Reports as the runners really wrote them. Those of programs that are large to install were recorded: Jest 30, Cargo 1.95, Go 1.19. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { readCargo } from './cargo.ts';
import { readGoEvents } from './go.ts';
import { readJestReport } from './jest-report.ts';
import { readJunit } from './junit.ts';

const recorded = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../test/recorded', name), 'utf8');

test('W5: reads what Jest reports, also of a file that cannot be loaded', () => {
  expect(readJestReport(recorded('jest.txt'))).toMatchObject({
    ...{ passed: 1, failed: 2, skipped: 2 },
    failures: [
      { name: 'sum carries', file: '/workspace/sum.test.js', line: 5, message: expect.stringContaining('Expected: 3') },
      { file: '/workspace/broken.test.js', message: expect.stringContaining("Cannot find module './missing'") },
    ],
  });
});

test('W5: reads what Cargo prints', () => {
  expect(readCargo(recorded('cargo.txt'))).toMatchObject({
    ...{ passed: 1, failed: 2, skipped: 1 },
    failures: [
      {
        name: 'tests::carries',
        file: 'src/lib.rs',
        line: 10,
        message: expect.stringMatching(/^noise[^]*does not carry[^]*right: 3/),
      },
      { name: 'tests::divides', file: 'src/lib.rs', line: 17, message: expect.stringContaining('by zero') },
    ],
  });
});

test('W5: finds where an older Rust panicked', () => {
  const words = `---- a stdout ----\nthread 'a' panicked at 'by, zero', src/a.rs:3:5\n\n\nfailures:\n    a\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured\n`;
  expect(readCargo(words)?.failures).toMatchObject([{ name: 'a', file: 'src/a.rs', line: 3 }]);
});

test('W5: reads Go output, counts a test by its parts, and a broken package as failed', () => {
  expect(readGoEvents(recorded('go.txt'))).toMatchObject({
    ...{ passed: 2, failed: 2, skipped: 1 },
    failures: [
      { name: 'example.com/sums TestCarries/once', message: expect.stringContaining('sums_test.go:8: got 2, want 3') },
      { name: 'example.com/sums/broken', message: expect.stringContaining('build failed') },
    ],
  });
});

describe('W5: what is no report is not taken for one', () => {
  test.each(['', 'null', '{}', '[]', '{"testResults": 3}', '{"testResults": [{"assertionResults": [{"status": 1}]}]}'])(
    'Jest: %s',
    (text) => expect(readJestReport(text)).toBeUndefined(),
  );
  test.each(['', 'plain', '<testsuites>', '<testsuites><testsuite><testcase name="a"/></testsuite>', '<a></a>'])(
    'JUnit: %s',
    async (text) => expect(await readJunit(text)).toBeUndefined(),
  );
  test.each(['', 'plain', '{"Action": 1}', '{"Action": "output", "Output": "ok"}', '{"Action":"pa'])('Go: %s', (text) =>
    expect(readGoEvents(text)).toBeUndefined(),
  );
  test.each(['', 'running 3 tests', ' test result: ok. 3 passed; 0 failed; 0 ignored;'])('Cargo: %s', (text) =>
    expect(readCargo(text)).toBeUndefined(),
  );
});
