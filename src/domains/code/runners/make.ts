/** `make test`, which says only whether it went well. */
import type { TestRunner } from './test-runner.ts';

export const make: TestRunner = {
  detects: ({ text }) => ['Makefile', 'makefile', 'GNUmakefile'].some((name) => /^test\s*:(?!=)/m.test(text(name))),
  program: { name: 'make', remedy: 'apt-get install make' },
  args: ['test'],
};
