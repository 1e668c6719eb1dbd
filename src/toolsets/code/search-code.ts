/** Finds lines in the files of the workspace. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import type { CodeCandidate, MeaningCandidate } from '../../ports/code-search.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';

const MAX_BYTES = 10 * 1024 * 1024;
/** A longer line is cut to the part around the match. */
const MAX_LINE = 500;
const AT_ONCE = 64;
const MAX_PASSAGES = 20;

const match = z.strictObject({
  path: z.string(),
  line: z.int(),
  column: z.int(),
  text: z.string(),
  endLine: z.int().optional(),
  score: z.number().optional(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
});
type Match = z.output<typeof match>;

export const searchCode = defineTool({
  name: 'search_code',
  title: 'Search in files',
  description:
    'Find lines in the workspace by text or regular expression, with context, or passages by what they mean. Skips what .gitignore names, hidden files and binary files.',
  input: z.strictObject({
    query: z.string().min(1).max(1_000).describe('The text to find, or a regular expression with "regex"'),
    path: z.string().max(4_096).default('.').describe('The directory to look in, relative to the workspace root'),
    regex: z.boolean().default(false),
    meaning: z
      .boolean()
      .default(false)
      .describe('Find passages about what the query says, in whatever words; needs embeddings to be set up'),
    caseSensitive: z.boolean().default(true),
    globs: z
      .array(z.string().min(1).max(256))
      .max(20)
      .default([])
      .describe('Which files: "*.ts" anywhere, "src/**" from the root, "!*.test.ts" not'),
    contextLines: z.int().min(0).max(10).default(0).describe('Lines shown before and after each match'),
    maxResults: z.int().min(1).max(1_000).default(100),
    includeHidden: z.boolean().default(false).describe('Also look in names that start with a dot'),
    includeIgnored: z.boolean().default(false).describe('Also look in what .gitignore names'),
  }),
  output: z.strictObject({
    matches: z.array(match),
    truncated: z.boolean(),
    filesSearched: z.int().optional(),
    filesLeft: z.int().optional(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  // The author of a file may have written it to manipulate the assistant.
  labels: { private: true, untrusted: true },
  needs: ['files', 'codeSearch'],
  timeoutMs: 120_000,

  facts: ({ path, query, regex, meaning }, { files }) => {
    if (/[\n\r\0]/.test(query)) throw new DeputizeError('INVALID_ARGUMENTS', 'A query is for one line.');
    if (regex && meaning) throw new DeputizeError('INVALID_ARGUMENTS', 'A regular expression has no meaning to find.');
    return { effect: 'read', paths: [files.normalize(path) || '.'] };
  },

  run: async ({ contextLines, meaning, ...asked }, { files, codeSearch, signal, progress }) => {
    const path = files.normalize(asked.path);
    await expectDirectory(files, path);
    if (meaning) {
      const query = { ...asked, path, maxResults: Math.min(asked.maxResults, MAX_PASSAGES) };
      const found = await codeSearch.findByMeaning(query, signal, (done, total) =>
        progress(done, total, 'taking in files'),
      );
      const { candidates, filesSearched, filesLeft } = found;
      return { matches: candidates.map(passage), truncated: false, filesSearched, filesLeft };
    }
    const { candidates, truncated, filesSearched } = await codeSearch.find({ ...asked, path }, signal);
    const matches = await confirm(files, candidates, contextLines, signal);
    return { matches, truncated, ...(filesSearched === undefined ? {} : { filesSearched }) };
  },
});

/** A passage comes from a file that was already read through the workspace. A line does not. */
function passage({ path, line, endLine, text, score }: MeaningCandidate): Match {
  const [first = '', ...after] = text.split('\n');
  return { path, line, column: 1, text: first, endLine, score: Math.round(score * 1_000) / 1_000, after };
}

async function expectDirectory(files: ScopedFiles, path: string): Promise<void> {
  const info = path === '' ? undefined : await files.info(path);
  if (path === '' || info?.type === 'directory') return;
  const [code, what] =
    info === undefined
      ? (['FILE_NOT_FOUND', 'does not exist'] as const)
      : (['NOT_A_DIRECTORY', 'is not a directory'] as const);
  throw new DeputizeError(code, `"${path}" ${what}.`, { details: { path } });
}

/**
 * Reads every matched line again through `ScopedFiles`, which follows no links. The results contain nothing from outside the
 * workspace, and nothing that no longer exists.
 */
async function confirm(
  files: ScopedFiles,
  candidates: readonly CodeCandidate[],
  contextLines: number,
  signal: AbortSignal,
): Promise<Match[]> {
  const byFile = [...Map.groupBy(candidates, ({ path }) => path)];
  const matches: Match[] = [];
  for (let at = 0; at < byFile.length; at += AT_ONCE) {
    const read = byFile.slice(at, at + AT_ONCE).map(async ([path, found]) => {
      const lines = await readLines(files, path, signal);
      return found.filter(({ line, text }) => lines[line - 1] === text).map((one) => shown(one, lines, contextLines));
    });
    matches.push(...(await Promise.all(read)).flat());
  }
  return matches;
}

async function readLines(files: ScopedFiles, path: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { bytes } = await files.read(path, { maxBytes: MAX_BYTES, signal });
    return new TextDecoder('utf-8', { ignoreBOM: true })
      .decode(bytes)
      .split('\n')
      .map((line) => line.replace(/\r$/, ''));
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

function shown({ path, line, column, text }: CodeCandidate, lines: readonly string[], contextLines: number): Match {
  const short = (other: string): string => truncateLine(other, 1);
  const before = lines.slice(Math.max(0, line - 1 - contextLines), line - 1).map(short);
  const after = lines.slice(line, line + contextLines).map(short);
  return { path, line, column, text: truncateLine(text, column), ...(contextLines === 0 ? {} : { before, after }) };
}

function truncateLine(text: string, column: number): string {
  if (text.length <= MAX_LINE) return text;
  const from = Math.max(0, Math.min(column - 1 - 100, text.length - MAX_LINE));
  const to = from + MAX_LINE;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.toWellFormed();
}
