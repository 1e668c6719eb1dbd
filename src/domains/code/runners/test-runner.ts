/** What a test runner is to run_tests, and what it can tell. */
import type { ProgramSpec } from '../find-program.ts';
import type { ProjectFolder } from '../project-folder.ts';

export interface TestFailure {
  readonly name: string;
  /** As the runner tells it: its full path, or relative to the project. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly message: string;
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** What the tests printed, where it stands in the report. */
  readonly output?: string;
}

export interface TestRunner {
  readonly detects: (project: ProjectFolder) => boolean;
  readonly program: ProgramSpec;
  readonly args: readonly string[];
  /** Words that choose tests by name. A runner without it always runs all. */
  readonly filter?: (name: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it writes its report: into the file that this option names, or on its stdout. Without it, it tells nothing. */
  readonly report?: {
    readonly to: 'stdout' | { readonly option: string };
    /** Undefined for what is no report. */
    readonly read: (report: string) => TestReport | undefined | Promise<TestReport | undefined>;
  };
}

const PLACE = /(?:^|[\s("'/])(\/workspace\/[^\s:()"']+):(\d+)/gm;

/** The first place of the workspace that a failure's own words name: where the test stands that failed. */
export function findSourceLocation(text: string): { file: string; line: number } | undefined {
  for (const [, file = '', line = ''] of text.matchAll(PLACE)) {
    if (!file.includes('/node_modules/')) return { file, line: Number(line) };
  }
  return undefined;
}
