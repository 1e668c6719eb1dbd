/** Vitest. */
import { readJestReport } from './jest-report.ts';
import type { TestRunner } from './test-runner.ts';

export const vitest: TestRunner = {
  detects: ({ names, testScript, uses }) =>
    /\bvitest\b/.test(testScript) || uses('vitest') || names.some((name) => /^vitest\.config\.\w+$/.test(name)),
  program: { name: 'vitest', broughtIn: 'node_modules/.bin', remedy: 'npm install --save-dev vitest' },
  args: ['run', '--reporter=default', '--reporter=json', '--includeTaskLocation'],
  filter: (name) => [`--testNamePattern=${name}`],
  report: { to: { option: '--outputFile.json=' }, read: readJestReport },
};
