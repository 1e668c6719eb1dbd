/** The flags that commands take, and what a command is. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

import { DeputizeError, toErrorValue, type Outcome } from '../../core/index.ts';
import type { CliEnvironment, OpenFlags } from './environment.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

export const exitCodes: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'failed',
  2: 'wrong usage',
  3: 'waiting for approval',
  4: 'refused',
};

/** One flag: what `parseArgs` reads, with its description for the help texts and docs/cli.md. */
interface CliFlag extends ParseArgsOptionDescriptor {
  /** The word for its value in help texts. A switch has none. */
  readonly value?: string;
  readonly description: string;
}

export type CliFlags = Readonly<Record<string, CliFlag>>;

export interface CliCommand {
  readonly summary: string;
  readonly usage: string;
  readonly options: CliFlags;
  run(input: CliInput, environment: CliEnvironment): Promise<ExitCode>;
}

export interface CliInput {
  readonly words: readonly string[];
  readonly isJson: boolean;
  text(flag: string): string | undefined;
  /** The values of a flag that may be given several times. */
  texts(flag: string): readonly string[];
  has(flag: string): boolean;
  readonly open: OpenFlags;
}

/** The flags of every command. */
export const sharedFlags: CliFlags = {
  data: {
    type: 'string',
    value: 'DIR',
    description: "the folder of the database and objects (default: the platform's data folder)",
  },
  workspace: { type: 'string', value: 'DIR', description: 'the folder that the workspace preset works in' },
  config: { type: 'string', value: 'FILE', description: 'deputize.yaml (default: the one in the data folder)' },
  tools: {
    type: 'string',
    value: 'DIR',
    description: 'the folder of authored tools (default: the one that the configuration names)',
  },
  database: {
    type: 'string',
    value: 'URL',
    description:
      'postgres://… instead of the embedded database; its password is best in PGPASSWORD (or DEPUTIZE_DATABASE)',
  },
  objects: {
    type: 'string',
    value: 'URL',
    description:
      's3://BUCKET/PREFIX?endpoint=… instead of the data folder; its keys are in AWS_… (or DEPUTIZE_OBJECTS)',
  },
  json: { type: 'boolean', description: 'print JSON' },
  help: { type: 'boolean', short: 'h', description: 'this text, or that of a command' },
};

/** A flag as a person types it, such as `--data DIR`. */
export const toFlagText = (name: string, { value }: CliFlag): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

export function readInput(argv: readonly string[], options: CliFlags): CliInput {
  try {
    const known = { ...sharedFlags, ...options };
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: known,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    refuseRepeated(tokens, known);
    const text = (flag: string): string | undefined => {
      const value = values[flag];
      return typeof value === 'string' ? value : undefined;
    };
    return {
      words: positionals,
      isJson: values['json'] === true,
      text,
      texts: (flag) => {
        const value = values[flag];
        return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
      },
      has: (flag) => values[flag] === true,
      open: {
        ...{ data: text('data'), workspace: text('workspace'), config: text('config'), tools: text('tools') },
        ...{ database: text('database'), objects: text('objects') },
      },
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

/** The last of several values would win in silence, and what the first one said would be lost. */
function refuseRepeated(tokens: readonly { kind: string; name?: string }[], options: CliFlags): void {
  const seen = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined || options[name]?.multiple === true) continue;
    if (seen.has(name) && options[name]?.type === 'string')
      throw usageError(`--${name} is given twice; it takes one value.`);
    seen.add(name);
  }
}

/** `--pattern /pointer=glob`, as often as it is given. Undefined where it is not. */
export function readPatterns(input: CliInput): Record<string, string> | undefined {
  const patterns = new Map<string, string>();
  for (const text of input.texts('pattern')) {
    const [pointer = '', ...glob] = text.split('=');
    if (!pointer.startsWith('/') || glob.length === 0) throw usageError('--pattern is /pointer=glob.');
    if (patterns.has(pointer)) throw usageError(`--pattern names ${pointer} twice.`);
    patterns.set(pointer, glob.join('='));
  }
  return patterns.size === 0 ? undefined : Object.fromEntries(patterns);
}

export function toExitCode(thrown: unknown): ExitCode {
  const error = toErrorValue(thrown);
  if (thrown instanceof UsageError || error.code === 'INVALID_JSON') return 2;
  return error.type === 'permission_denied' || error.code === 'ALREADY_DECIDED' ? 4 : 1;
}

class UsageError extends DeputizeError {}

export function usageError(message: string): UsageError {
  return new UsageError('INVALID_REQUEST', message);
}

export function requirePositional(input: CliInput, at: number, what: string): string {
  const found = input.words[at];
  if (found === undefined) throw usageError(`${what} is missing.`);
  return found;
}

/** `--port`, when it was given. */
export function readPort(input: CliInput): number | undefined {
  const text = input.text('port');
  const port = text === undefined ? undefined : Number(text);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw usageError('--port is a number up to 65535.');
  return port;
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new DeputizeError('INVALID_JSON', `${what} is not valid JSON.`);
  }
}

export function exitCode({ state }: Pick<Outcome, 'state'>): ExitCode {
  switch (state) {
    case 'ok':
    case 'reported':
      return 0;
    case 'pending':
      return 3;
    case 'refused':
      return 4;
    case 'failed':
    case 'unknown':
      return 1;
  }
}
