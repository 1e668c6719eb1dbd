/** pytest. */
import { readJunit } from './junit.ts';
import type { TestRunner } from './test-runner.ts';

export const pytest: TestRunner = {
  detects: ({ names, text }) =>
    names.some((name) => /^(pytest\.ini|conftest\.py)$|(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(name)) ||
    /^\[tool\.pytest/m.test(text('pyproject.toml')) ||
    /^\[tool:pytest\]/m.test(text('setup.cfg')) ||
    /^\[pytest\]/m.test(text('tox.ini')),
  program: { name: 'pytest', broughtIn: '.venv/bin', remedy: 'apt-get install python3-pytest' },
  // Only the older form of its report names files and lines.
  args: ['-o', 'junit_family=xunit1', '-p', 'no:cacheprovider'],
  filter: (name) => ['-k', name],
  report: { to: { option: '--junitxml=' }, read: readJunit },
};
