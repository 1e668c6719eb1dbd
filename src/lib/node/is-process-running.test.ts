import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { isProcessRunning } from './is-process-running.ts';

test('knows this process, and one that has ended', () => {
  expect(isProcessRunning(process.pid)).toBe(true);
  expect(isProcessRunning(spawnSync(process.execPath, ['--version']).pid)).toBe(false);
});
