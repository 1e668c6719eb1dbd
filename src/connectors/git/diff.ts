/** Differences, as text and as numbers. */
import type { GitDiff, GitDiffQuery } from '../../ports/git-client.ts';
import type { GitRepository } from './repository.ts';
import { resolveCommit } from './revision.ts';

const MAX_BYTES = 1_000_000;

export async function readDiff(repository: GitRepository, query: GitDiffQuery): Promise<GitDiff> {
  const { staged, from, to, paths, contextLines } = query;
  const commits = await Promise.all(
    [from, to].filter((name) => name !== undefined).map((name) => resolveCommit(repository, name)),
  );
  const what = [...(staged ? ['--cached'] : []), ...commits, '--', ...paths];
  const how = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--ignore-submodules=all'];
  const text = await repository.git(
    [...how, '--src-prefix=a/', '--dst-prefix=b/', `--unified=${contextLines}`, ...what],
    {
      maxBytes: MAX_BYTES,
    },
  );
  const numbers = await repository.git([...how, '--numstat', '-z', ...what]);
  return {
    diff: text.out.toString('utf8'),
    files: parseNumbers(numbers.out.toString('utf8').split('\0')),
    truncated: text.cut || numbers.cut,
  };
}

/** `added TAB deleted TAB path`; of what was renamed the path is empty, and the old and the new one follow. */
function parseNumbers(fields: readonly string[]): GitDiff['files'] {
  const files: { path: string; additions: number | null; deletions: number | null }[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [added, deleted, ...rest] = (fields[at] ?? '').split('\t');
    if (deleted === undefined) continue;
    const path = rest.join('\t') || (fields[(at += 2)] ?? '');
    files.push({ path, additions: count(added), deletions: count(deleted) });
  }
  return files;
}

const count = (text: string | undefined): number | null => (text === '-' || text === undefined ? null : Number(text));
