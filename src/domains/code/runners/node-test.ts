/** The runner that Node brings. */
import { readJunit } from './junit.ts';
import type { TestRunner } from './test-runner.ts';

export const nodeTest: TestRunner = {
  detects: ({ names, testScript }) =>
    /\bnode\b.*\s--test\b/.test(testScript) ||
    (testScript === '' && names.some((name) => /(^|\/)([^/]+[.-])?test\.[cm]?js$/.test(name))),
  program: { name: 'node', remedy: 'apt-get install nodejs' },
  args: ['--test', '--test-reporter=spec', '--test-reporter-destination=stdout', '--test-reporter=junit'],
  filter: (name) => [`--test-name-pattern=${name}`],
  report: { to: { option: '--test-reporter-destination=' }, read: readJunit },
};
