/** docs/cli.md: every command with its flags, from the command table. */
import { commands } from '../../src/doors/cli/cli.ts';
import { exitCodes, sharedFlags, toFlagText, type CliCommand, type CliFlags } from '../../src/doors/cli/flags.ts';
import { code } from './json-schema.ts';
import { escapeText, GENERATED, toAnchor, writeTable } from './markdown.ts';

export const loadCommands = (): Promise<(readonly [string, CliCommand])[]> =>
  Promise.all([...commands].map(async ([name, load]) => [name, await load()] as const));

export async function writeCliPage(): Promise<string> {
  const all = await loadCommands();
  return [
    GENERATED,
    INTRODUCTION,
    writeTable(
      ['command', 'what it does'],
      all.map(([name, { summary }]) => [`[${code(name)}](#${toAnchor(name)})`, `${summary}.`]),
    ),
    '## Flags of every command',
    writeFlags(sharedFlags),
    '## Exit codes',
    writeTable(
      ['code', 'meaning'],
      Object.entries(exitCodes).map(([value, meaning]) => [value, meaning]),
    ),
    ...all.flatMap(([name, command]) => writeCommand(name, command)),
  ].join('\n\n');
}

function writeCommand(name: string, { summary, usage, options }: CliCommand): string[] {
  const [lines = '', ...paragraphs] = usage.split('\n\n');
  return [
    `## ${name}`,
    `${summary}.`,
    ['```text', lines, '```'].join('\n'),
    ...paragraphs.map(escapeText),
    ...(Object.keys(options).length === 0 ? [] : [writeFlags(options)]),
  ];
}

const writeFlags = (flags: CliFlags): string =>
  writeTable(
    ['flag', 'meaning'],
    Object.entries(flags).map(([name, flag]) => [code(toFlagText(name, flag)), escapeText(flag.description)]),
  );

const INTRODUCTION = `# Command line

In a clone of the repository and where the package is installed, \`npx deputize COMMAND\` runs a command. \`deputize COMMAND --help\` prints the same as this page.

Commands work with and without a running server on the same data folder. With \`--json\` a command prints one JSON value, and an error as \`{ "error": { "code", "type", "message", … } }\`; [errors.md](errors.md) lists the codes.`;
