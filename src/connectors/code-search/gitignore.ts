/** The rules of `.gitignore` files. */
import { compileGlob, type GlobMatcher } from './glob.ts';

interface Rule {
  readonly fits: GlobMatcher;
  readonly ignores: boolean;
  readonly directoriesOnly: boolean;
}

/** The rules of one file, for names below its directory. */
export interface IgnoreFile {
  /** How many names lead from the root to its directory. */
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
  // A brace means nothing special here.
  const plain = body.replaceAll(/(?<!\\)\{/g, '\\{');
  const fits = plain.includes('/') ? fromRoot(plain.replace(/^\//, '')) : compileGlob(`**/${plain}`);
  return [{ fits, ignores, directoriesOnly }];
}

/**
 * Git compares what stands before the first special character as it is, and takes the rest for a pattern of its own: so two
 * stars in the middle of a name mean any number of names where that name begins with what came before.
 */
function fromRoot(pattern: string): GlobMatcher {
  const [prefix = ''] = /^[^*?[\\]*/.exec(pattern) ?? [];
  // To Git any number of stars from two on is the same where they stand alone.
  const rest = pattern.slice(prefix.length).replaceAll(/(?<=^|\/)\*{3,}(?=\/|$)/g, '**');
  if (rest === '') return (names) => names.join('/') === prefix;
  const fits = compileGlob(rest);
  return (names) => {
    const path = names.join('/');
    return path.startsWith(prefix) && fits(path.slice(prefix.length).split('/'));
  };
}

/** Whether one entry is ignored, its directory not being so. Files nearer to it come later in the list and win. */
export function isIgnored(files: readonly IgnoreFile[], names: readonly string[], isDirectory: boolean): boolean {
  for (const { depth, rules } of files.toReversed()) {
    const below = names.slice(depth);
    const rule = rules.findLast(({ fits, directoriesOnly }) => (isDirectory || !directoriesOnly) && fits(below));
    if (rule !== undefined) return rule.ignores;
  }
  return false;
}
