/** The test runners that are known. Where several fit a project, the first is meant. */
import { cargo } from './cargo.ts';
import { go } from './go.ts';
import { jest } from './jest.ts';
import { make } from './make.ts';
import { nodeTest } from './node-test.ts';
import { npm } from './npm.ts';
import { pytest } from './pytest.ts';
import type { TestRunner } from './test-runner.ts';
import { vitest } from './vitest.ts';

export const runnerNames = ['vitest', 'jest', 'node:test', 'npm', 'pytest', 'cargo', 'go', 'make'] as const;
export type RunnerName = (typeof runnerNames)[number];

export const runners: Readonly<Record<RunnerName, TestRunner>> = {
  ...{ vitest, jest, 'node:test': nodeTest, npm, pytest, cargo, go, make },
};
