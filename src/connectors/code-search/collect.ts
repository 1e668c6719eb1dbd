/** Gathers what a search finds: only files that are wanted and not ignored from above, up to the limit, in order. */
import type { CodeCandidate, CodeCandidates, CodeQuery } from '../../ports/code-search.ts';
import { fileFilter } from './file-filter.ts';
import { isIgnored, type IgnoreFile } from './gitignore.ts';

export type CodeMatch = CodeCandidate;

export interface MatchCollector {
  /** Answers whether more is wanted. */
  readonly take: (found: CodeMatch) => boolean;
  readonly result: (filesSearched: number | undefined) => CodeCandidates;
}

/** `above` are the ignore files of the directories over the one that is searched. */
export function collect({ globs, path, maxResults }: CodeQuery, above: readonly IgnoreFile[]): MatchCollector {
  const wanted = fileFilter(globs);
  const searched = path === '' ? 0 : path.split('/').length;
  const hidden = (file: string): boolean => {
    const names = file.split('/');
    // Each directory on the way below the searched one, and then the file itself.
    return names.some((_, at) => at >= searched && isIgnored(above, names.slice(0, at + 1), at < names.length - 1));
  };
  const candidates: CodeMatch[] = [];
  return {
    take: (found) => {
      if (!wanted(found.path) || (above.length > 0 && hidden(found.path))) return true;
      candidates.push(found);
      return candidates.length <= maxResults;
    },
    result: (filesSearched) => {
      const truncated = candidates.length > maxResults;
      const sorted = candidates
        .slice(0, maxResults)
        .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
      return { candidates: sorted, truncated, filesSearched: truncated ? undefined : filesSearched };
    },
  };
}
