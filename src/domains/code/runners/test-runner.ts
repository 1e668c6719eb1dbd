/** The interface of a test runner for run_tests, and its report. */
import type { ProgramSpec } from '../find-program.ts';
import type { ProjectFolder } from '../project-folder.ts';

export interface TestFailure {
  readonly name: string;
  /** As the runner reports it: an absolute path, or a path relative to the project. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly message: string;
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** The output of the tests, if the report contains it. */
  readonly output?: string;
}

export interface TestRunner {
  readonly detects: (project: ProjectFolder) => boolean;
  readonly program: ProgramSpec;
  readonly args: readonly string[];
  /** Arguments that select tests by name. A runner without this always runs all tests. */
  readonly filter?: (name: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the report goes: to the file that this option names, or to stdout. A runner without this produces no report. */
  readonly report?: {
    readonly to: 'stdout' | { readonly option: string };
    /** Returns undefined for a text that is not a report. */
    readonly read: (report: string) => TestReport | undefined | Promise<TestReport | undefined>;
  };
}

const PLACE = /(?:^|[\s("'/])(\/workspace\/[^\s:()"']+):(\d+)/gm;

/** Finds the first workspace location in a failure message. That is where the failed test is. */
export function findSourceLocation(text: string): { file: string; line: number } | undefined {
  for (const [, file = '', line = ''] of text.matchAll(PLACE)) {
    if (!file.includes('/node_modules/')) return { file, line: Number(line) };
  }
  return undefined;
}
