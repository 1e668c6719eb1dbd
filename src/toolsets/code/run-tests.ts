/** Runs the tests of a project in the sandbox, and reports which tests failed. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import type { SandboxResult } from '../../ports/command-sandbox.ts';
import { refuseIfEnded } from '../../domains/code/ended.ts';
import { findProgram } from '../../domains/code/find-program.ts';
import { lastLines } from '../../domains/code/last-lines.ts';
import { previewUndoStep, runStaged, undoStep } from '../../domains/code/run-staged.ts';
import { joinPath, openProject, type ProjectFolder } from '../../domains/code/project-folder.ts';
import type { TestFailure, TestRunner, TestReport } from '../../domains/code/runners/test-runner.ts';
import { runnerNames, runners, type RunnerName } from '../../domains/code/runners/runners.ts';

const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 600;
const MOST_FAILURES = 20;
const NAME_CHARACTERS = 300;
const MESSAGE_CHARACTERS = 1_500;
const OUTPUT_CHARACTERS = 6_000;
const REPORT_BYTES = 8 * 1024 * 1024;
const PROGRESS_MS = 250;

/**
 * Test output goes to stderr and only the report to stdout, so that no output can pass for the report. A test can still write
 * the report file or manipulate the runner. Therefore the result is labelled as untrusted.
 */
const SCRIPT = `option=$1
shift
case $option in
  stdout) exec "$@" ;;
  none) exec "$@" >&2 ;;
esac
report=$TMPDIR/report
"$@" "$option$report" >&2
code=$?
if [ -f "$report" ]; then head -c ${REPORT_BYTES} "$report"; fi
exit $code
`;

const ENVIRONMENT = { CI: '1', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' };

const failure = z.strictObject({
  name: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  message: z.string(),
});

export const runTests = defineTool({
  name: 'run_tests',
  title: 'Run tests',
  description:
    'Run the tests of a project in a sandbox without network, and tell how many passed, failed and were skipped, with the first failures. The runner is found by the project’s files: Vitest, Jest, node:test, npm test, pytest, cargo, go or make.',
  input: z.strictObject({
    path: z.string().max(4_096).default('.').describe('The folder of the project, relative to the workspace root'),
    runner: z.enum(runnerNames).optional().describe('Which runner, where a project could mean several'),
    filter: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[^-\0][^\0]*$/, 'cannot begin with "-"')
      .optional()
      .describe('Only tests whose names fit this, as the runner understands it'),
    timeout: z.number().positive().max(MAX_SECONDS).default(DEFAULT_SECONDS).describe('Seconds'),
  }),
  output: z.strictObject({
    runner: z.enum(runnerNames),
    command: z.string(),
    passed: z.int().optional(),
    failed: z.int().optional(),
    skipped: z.int().optional(),
    failures: z.array(failure),
    exitCode: z.int(),
    duration: z.number(),
    output: z.string(),
  }),
  // As for any other code, the sandbox limits the effects to the workspace.
  risk: 'low',
  sideEffects: 'writes',
  mayDestroy: true,
  idempotent: false,
  startsWithUndo: () => true,
  labels: { private: true, untrusted: true },
  latencyBudgetMs: 60_000,
  timeoutMs: (MAX_SECONDS + 30) * 1_000,
  needs: ['files', 'sandbox', 'stagedChanges'],

  facts: async ({ path }, { files, sandbox }) => {
    await sandbox.ready();
    return { effect: 'execute', reversible: true, paths: [files.normalize(path) || '.'] };
  },

  run: async ({ path: named, runner: wanted, filter, timeout }, context) => {
    const { files, sandbox, signal, progress } = context;
    const path = files.normalize(named);
    const name = wanted ?? detect(await openProject(files, path, signal));
    const runner = runners[name];
    const program = await findProgram(runner.program, { files, sandbox, path });
    const words = [...runner.args, ...chosen(name, runner, filter)];
    const to = runner.report?.to ?? 'none';
    const result = await runStaged(
      {
        command: ['/bin/sh', '/code/run-tests.sh', typeof to === 'string' ? to : to.option, program, ...words],
        files: { 'run-tests.sh': SCRIPT },
        env: { ...ENVIRONMENT, PYTHONPATH: toSandboxPath(path), ...runner.env },
        cwd: path,
        timeoutMs: timeout * 1_000,
        limits: { outputBytes: 2 * REPORT_BYTES },
        onOutput: lastLines(PROGRESS_MS, progress),
      },
      context,
    );
    refuseIfEnded(result, timeout, { what: 'The tests', partialSideEffects: false });
    const { failures = [], output, ...counts } = (await readReport(runner, result)) ?? {};
    return {
      ...{ runner: name, command: [fromRoot(program), ...words].join(' '), ...counts },
      failures: failures.slice(0, MOST_FAILURES).map((one) => shown(one, path)),
      ...{ exitCode: result.exitCode, duration: Math.round(result.durationMs) },
      output: tail([result.stderr, output ?? ''].filter((text) => text !== '').join('\n'), OUTPUT_CHARACTERS),
    };
  },

  undo: undoStep,
  undoPreview: previewUndoStep,
});

const toSandboxPath = (path: string): string => (path === '' ? '/workspace' : `/workspace/${path}`);

function detect(project: ProjectFolder): RunnerName {
  const found = runnerNames.find((name) => runners[name].detects(project));
  if (found !== undefined) return found;
  throw new DeputizeError(
    'NOT_FOUND',
    `Nothing in "${project.path || '.'}" says how its tests are run. Name the folder of the project with "path", or a "runner".`,
  );
}

function chosen(name: RunnerName, { filter: words }: TestRunner, filter: string | undefined): readonly string[] {
  if (filter === undefined) return [];
  if (words !== undefined) return words(filter);
  throw new DeputizeError('INVALID_ARGUMENTS', `${name} cannot choose tests by name; leave "filter" out.`);
}

/** An incomplete report would count too few tests. */
async function readReport({ report }: TestRunner, { stdout, omitted }: SandboxResult): Promise<TestReport | undefined> {
  return omitted.stdout > 0 ? undefined : report?.read(stdout);
}

function shown({ name, file, line, message }: TestFailure, path: string): z.input<typeof failure> {
  return {
    name: head(fromRoot(name), NAME_CHARACTERS),
    ...(file === undefined || file === '' ? {} : { file: head(fileFromRoot(file, path), NAME_CHARACTERS) }),
    ...(line === undefined ? {} : { line }),
    message: head(fromRoot(message), MESSAGE_CHARACTERS),
  };
}

/** Paths are reported relative to the workspace root. */
const fromRoot = (text: string): string => text.replaceAll(/(?:file:\/\/)?\/workspace\//g, '');
const fileFromRoot = (file: string, path: string): string =>
  file.startsWith('/') ? fromRoot(file) : joinPath(path, file.replace(/^\.\//, ''));

const head = (text: string, most: number): string =>
  text.length <= most ? text.toWellFormed() : `${text.slice(0, most)}…`.toWellFormed();
const tail = (text: string, most: number): string =>
  text.length <= most ? text.toWellFormed() : `…${text.slice(-most)}`.toWellFormed();
