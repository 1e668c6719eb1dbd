/** Jest. */
import { readJestReport } from './jest-report.ts';
import type { TestRunner } from './test-runner.ts';

export const jest: TestRunner = {
  detects: ({ names, testScript, uses }) =>
    /\bjest\b/.test(testScript) || uses('jest') || names.some((name) => /^jest\.config\.\w+$/.test(name)),
  program: { name: 'jest', broughtIn: 'node_modules/.bin', remedy: 'npm install --save-dev jest' },
  args: ['--ci', '--json', '--testLocationInResults'],
  filter: (name) => [`--testNamePattern=${name}`],
  report: { to: { option: '--outputFile=' }, read: readJestReport },
};
