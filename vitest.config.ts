import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['./scripts/provision-tests.ts'],
    setupFiles: ['./test/support/cases/patient.ts'],
    reporters: ['default', './scripts/closing-line.ts'],
    pool: 'forks',
    // About half of the time of most files is waiting, for processes and browsers.
    maxWorkers: 4,
    // The files of one worker share their modules. `test/architecture/shared-modules.test.ts` checks what that needs.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The usual second is shorter than a busy machine may take to wake a browser's worker.
    expect: { poll: { timeout: 15_000 } },
  },
});
