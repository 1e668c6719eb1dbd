/** Test files can share their modules (`vitest --no-isolate`), so that a support file must not register hooks when it is imported. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const HOOK = /^(?:beforeAll|afterAll|beforeEach|afterEach)\(/m;

test('support files register hooks only in functions that the test files call', () => {
  const files = globSync('{src,test,web}/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  // It is a setup file: vitest loads it for each test file.
  const others = files.filter((file) => file !== 'test/support/cases/patient.ts');
  expect(others.filter((file) => HOOK.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
