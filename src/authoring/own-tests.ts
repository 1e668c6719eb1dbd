/** Runs the test files that an author put beside a tool, each file in a separate process. */
import { run } from 'node:test';

export interface OwnTests {
  readonly passed: number;
  readonly failures: readonly { readonly file: string; readonly name: string; readonly message: string }[];
}

const TIMEOUT_MS = 60_000;

export async function runOwnTests(files: readonly string[]): Promise<OwnTests> {
  if (files.length === 0) return { passed: 0, failures: [] };
  let passed = 0;
  const failures: { file: string; name: string; message: string }[] = [];
  const stream = run({ files: [...files], isolation: 'process', concurrency: true, timeout: TIMEOUT_MS });
  for await (const { type, data } of stream) {
    // A suite also fails when one of its tests fails. Only the tests are counted.
    if (type === 'test:pass' && data.details.type !== 'suite') passed += 1;
    if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed')
      failures.push({ file: data.file ?? '', name: data.name, message: readErrorMessage(data.details.error) });
  }
  return { passed, failures };
}

function readErrorMessage(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
