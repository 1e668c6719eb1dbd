/** `npm test`, for a script that none of the others is: it says only whether it went well. */
import type { TestRunner } from './test-runner.ts';

const PLACEHOLDER = 'no test specified';

export const npm: TestRunner = {
  detects: ({ testScript }) => testScript !== '' && !testScript.includes(PLACEHOLDER),
  program: { name: 'npm', remedy: 'apt-get install npm' },
  args: ['test', '--offline', '--no-update-notifier', '--no-fund'],
};
