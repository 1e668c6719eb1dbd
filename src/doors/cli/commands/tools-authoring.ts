/** `deputize tools new | build | test`: for those who write tools. */
import { toErrorValue } from '../../../core/errors.ts';
import type { AuthoringCommands, CliEnvironment, ToolFault } from '../environment.ts';
import { requirePositional, type ExitCode, type CliInput } from '../flags.ts';

type Verb = (input: CliInput, environment: CliEnvironment) => Promise<ExitCode>;

const getToolsFolder = (input: CliInput): string => input.open.tools ?? 'tools';

export const authoringVerbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['build', build],
  ['new', create],
  ['test', test],
]);

async function build(input: CliInput, environment: CliEnvironment): Promise<ExitCode> {
  const authoring = await environment.authoring();
  const folder = getToolsFolder(input);
  const code = buildOnce(input, environment, authoring);
  if (!input.has('watch')) return code;
  if (!input.isJson) environment.out(`Watching ${folder}. Ctrl-C stops it.`);
  await new Promise<void>((resolve) => {
    const stop = authoring.watch(folder, () => {
      try {
        buildOnce(input, environment, authoring);
      } catch (error) {
        environment.err(toErrorValue(error).message);
      }
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stop();
        resolve();
      });
  });
  return 0;
}

function buildOnce(input: CliInput, { out, err }: CliEnvironment, authoring: AuthoringCommands): ExitCode {
  const began = performance.now();
  const result = authoring.build(getToolsFolder(input), { fresh: input.has('fresh') });
  const tookMs = Math.round(performance.now() - began);
  if (input.isJson) out(JSON.stringify(result.ok ? { ok: true, ...result.built } : result));
  else if (result.ok) {
    const { file, tools, unchanged, version } = result.built;
    out(
      `Built ${tools.length} tools (${unchanged} unchanged) in ${tookMs} ms: ${file}, version ${version.slice(0, 12)}`,
    );
  } else {
    printFaults(result.faults, err);
    err('Nothing was written; what was built before stays as it is.');
  }
  return result.ok ? 0 : 1;
}

async function create(input: CliInput, environment: CliEnvironment): Promise<ExitCode> {
  const authoring = await environment.authoring();
  const name = requirePositional(input, 1, 'The new tool’s name');
  const made = authoring.create(getToolsFolder(input), name, { typescript: input.has('typescript') });
  if (input.isJson) environment.out(JSON.stringify(made));
  else {
    environment.out(`Made ${made.folder}: ${made.files.join(', ')}`);
    environment.out('  then:  deputize tools test, deputize tools build');
  }
  return 0;
}

async function test(input: CliInput, environment: CliEnvironment): Promise<ExitCode> {
  const authoring = await environment.authoring();
  const result = await authoring.test(getToolsFolder(input), input.words[1]);
  if (input.isJson) {
    environment.out(JSON.stringify(result));
    return result.ok ? 0 : 1;
  }
  for (const { toolId, examples, tests } of result.tools) {
    const { passed, failures } = tests;
    const ran = `${passed + failures.length} tests, ${failures.length} failed`;
    environment.out(`${failures.length === 0 ? 'ok    ' : 'FAILED'}  ${toolId}: ${examples} examples, ${ran}`);
    for (const { file, name, message } of failures) environment.err(`${file}\n  ${name}: ${message}`);
  }
  printFaults(result.faults, environment.err);
  return result.ok ? 0 : 1;
}

function printFaults(faults: readonly ToolFault[], err: CliEnvironment['err']): void {
  for (const { file, line, found, mend } of faults) err(`${file}:${line}\n  found:  ${found}\n  mend:   ${mend}`);
  if (faults.length > 0) err(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.`);
}
