/** The rules of `.gitignore` files. */
import { compilePathGlob, type PathMatcher } from '../../lib/path-glob.ts';

interface Rule {
  readonly fits: PathMatcher;
  readonly ignores: boolean;
  readonly directoriesOnly: boolean;
}

/** The rules of one file, for names below its directory. */
export interface IgnoreFile {
  /** How many names the path from the root to its directory has. */
  readonly depth: number;
  readonly rules: readonly Rule[];
}

const MAX_LINES = 10_000;

export function parseIgnoreFile(text: string, depth: number): IgnoreFile {
  const lines = text.split('\n', MAX_LINES).map((line) => line.replace(/\r$/, ''));
  return { depth, rules: lines.flatMap((line) => parseRule(line)) };
}

function parseRule(line: string): Rule[] {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const ignores = !trimmed.startsWith('!');
  const pattern = (ignores ? trimmed : trimmed.slice(1)).replace(/^\\(?=[#!])/, '');
  const directoriesOnly = pattern.endsWith('/');
  const body = directoriesOnly ? pattern.slice(0, -1) : pattern;
  if (body === '') return [];
  // A brace has no special meaning in a `.gitignore` file.
  const plain = body.replaceAll(/(?<!\\)\{/g, '\\{');
  const fits = plain.includes('/') ? fromRoot(plain.replace(/^\//, '')) : compilePathGlob(`**/${plain}`);
  return [{ fits, ignores, directoriesOnly }];
}

/**
 * Git compares the text before the first special character literally and matches the rest as a separate pattern. So two
 * stars inside a name match any number of names that follow this prefix.
 */
function fromRoot(pattern: string): PathMatcher {
  const [prefix = ''] = /^[^*?[\\]*/.exec(pattern) ?? [];
  // Git reads three or more stars that form a whole name like two stars.
  const rest = pattern.slice(prefix.length).replaceAll(/(?<=^|\/)\*{3,}(?=\/|$)/g, '**');
  if (rest === '') return (names) => names.join('/') === prefix;
  const fits = compilePathGlob(rest);
  return (names) => {
    const path = names.join('/');
    return path.startsWith(prefix) && fits(path.slice(prefix.length).split('/'));
  };
}

/** Whether an entry is ignored, if its directory is not. Files nearer to the entry come later in the list and win. */
export function isIgnored(files: readonly IgnoreFile[], names: readonly string[], isDirectory: boolean): boolean {
  for (const { depth, rules } of files.toReversed()) {
    const below = names.slice(depth);
    const rule = rules.findLast(({ fits, directoriesOnly }) => (isDirectory || !directoriesOnly) && fits(below));
    if (rule !== undefined) return rule.ignores;
  }
  return false;
}
