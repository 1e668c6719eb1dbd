/** Searches with ripgrep: an exact list of arguments, no configuration, no program but itself. */
import { spawn } from 'node:child_process';

import type { CodeCandidate, CodeQuery } from '../../ports/code-search.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CodeMatch } from './collect.ts';
import { readLines } from './read-lines.ts';

const ALWAYS = [
  ...['--no-config', '--json', '--no-messages', '--no-follow', '--no-mmap', '--crlf', '--encoding=none'],
  ...['--max-filesize=10M', '--no-require-git'],
  // Only .gitignore files count, and only those inside the folder.
  ...['--no-ignore-parent', '--no-ignore-dot', '--no-ignore-exclude', '--no-ignore-global'],
];

/** `take` answers whether more is wanted. The number of files, unless it was stopped early. */
export async function ripgrep(
  program: string,
  directory: string,
  query: CodeQuery,
  take: (found: CodeMatch) => boolean,
  signal: AbortSignal,
): Promise<number | undefined> {
  // The folder is where it starts, by the handle that is held; what it finds there is only said, and read again by us.
  const child = spawn(program, buildArguments(query), {
    cwd: directory,
    env: { LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    // One that cannot even be started says so by closing at once.
    child.on('error', () => undefined);
    child.on('close', resolve);
  });
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, 2_000)));
  let searched: number | undefined;
  try {
    for await (const line of readLines(child.stdout)) {
      const message = JSON.parse(line) as Message;
      if (message.type === 'match' && !candidates(message.data).every(take)) return undefined;
      if (message.type === 'summary') searched = message.data.stats?.searches;
    }
    const status = await ended;
    if (status === 2 && complaint !== '') throw invalidPatternError(complaint);
    if (status === null || status < 0) throw new PortError('EXTERNAL_ERROR', 'The search ended before it was done.');
    return searched;
  } finally {
    end();
    await ended;
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
  }
}

function buildArguments({
  path,
  query,
  regex,
  caseSensitive,
  globs,
  includeHidden,
  includeIgnored,
  maxResults,
}: CodeQuery) {
  // Where all that is wanted is told by names alone, the rest need not be read. Unlike globs, types overrule no ignore file.
  const names = globs.filter((glob) => !glob.startsWith('!'));
  const types = names.length > 0 && names.every((glob) => !glob.includes('/')) ? names : [];
  return [
    ...ALWAYS,
    ...(regex ? [] : ['--fixed-strings']),
    ...(caseSensitive ? [] : ['--ignore-case']),
    // Hidden itself, and so skipped with the rest unless they are asked for.
    ...(includeHidden ? ['--hidden', '--glob=!.git'] : []),
    ...(includeIgnored ? ['--no-ignore'] : []),
    ...types.map((glob) => `--type-add=wanted:${glob}`),
    ...(types.length > 0 ? ['--type=wanted'] : []),
    `--max-count=${maxResults + 1}`,
    `--regexp=${query}`,
    '--',
    `./${path}`,
  ];
}

type Bytes = { readonly text: string } | { readonly bytes: string };
interface Match {
  readonly path: Bytes;
  readonly lines: Bytes;
  readonly line_number: number;
  readonly submatches: readonly { readonly start: number }[];
}
type Message =
  | { readonly type: 'match'; readonly data: Match }
  | { readonly type: 'summary'; readonly data: { readonly stats?: { readonly searches: number } } }
  | { readonly type: 'begin' | 'end' | 'context' };

/** None for a file whose name no path can spell. */
function candidates({ path, lines, line_number: line, submatches }: Match): CodeCandidate[] {
  if (!('text' in path)) return [];
  const bytes = 'text' in lines ? Buffer.from(lines.text) : Buffer.from(lines.bytes, 'base64');
  const column = bytes.subarray(0, submatches[0]?.start ?? 0).toString('utf8').length + 1;
  return [{ path: path.text.replace(/^\.\//, ''), line, column, text: bytes.toString('utf8').replace(/\r?\n$/, '') }];
}

function invalidPatternError(complaint: string): PortError {
  const reason =
    complaint
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^error: /, '') ?? '';
  return new PortError('INVALID_ARGUMENTS', `The pattern cannot be searched for: ${reason}`);
}
