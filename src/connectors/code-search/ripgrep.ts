/** Searches with ripgrep: an exact list of arguments, no configuration and no other programs. */
import { spawn } from 'node:child_process';

import { LineReader } from '../../lib/line-reader.ts';
import type { CodeCandidate, CodeQuery } from '../../ports/code-search.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CodeMatch } from './collect.ts';

const ALWAYS = [
  ...['--no-config', '--json', '--no-messages', '--no-follow', '--no-mmap', '--crlf', '--encoding=none'],
  ...['--max-filesize=10M', '--no-require-git'],
  // Only .gitignore files count, and only those inside the folder.
  ...['--no-ignore-parent', '--no-ignore-dot', '--no-ignore-exclude', '--no-ignore-global'],
];

const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** `take` returns whether more matches are wanted. Returns the number of searched files, or undefined if the search was stopped early. */
export async function ripgrep(
  program: string,
  directory: string,
  query: CodeQuery,
  take: (found: CodeMatch) => boolean,
  signal: AbortSignal,
): Promise<number | undefined> {
  // ripgrep starts in the folder through an open handle. Its results are candidates only: they are read again by the caller.
  const child = spawn(program, buildArguments(query), {
    cwd: directory,
    env: { LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    // A failed start also emits `close`.
    child.on('error', () => undefined);
    child.on('close', resolve);
  });
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, 2_000)));
  const lines = new LineReader(MAX_LINE_BYTES, { isLossy: true });
  let searched: number | undefined;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      for (const line of lines.push(chunk)) {
        // A line that is too long is skipped, so that no file can fill the memory.
        if (line.kind !== 'text') continue;
        const message = JSON.parse(line.text) as Message;
        if (message.type === 'match' && !candidates(message.data).every(take)) return undefined;
        if (message.type === 'summary') searched = message.data.stats?.searches;
      }
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
  // If file names alone select the files, ripgrep skips the others. Types are used here, because globs override ignore files.
  const names = globs.filter((glob) => !glob.startsWith('!'));
  const types = names.length > 0 && names.every((glob) => !glob.includes('/')) ? names : [];
  return [
    ...ALWAYS,
    ...(regex ? [] : ['--fixed-strings']),
    ...(caseSensitive ? [] : ['--ignore-case']),
    // `.git` is hidden itself, so it is skipped unless hidden files are included.
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

/** Returns nothing for a file whose name is not UTF-8. */
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
