/** The rules of `.gitignore` files. */
import { compileGlob, type Glob } from './glob.ts';

interface Rule {
  readonly fits: Glob;
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
  // To Git any number of stars from two on is the same where they stand alone.
  const literal = plain.replaceAll(/(?<=^|\/)\*{3,}(?=\/|$)/g, '**');
  const anchored = literal.includes('/') ? literal.replace(/^\//, '') : `**/${literal}`;
  return [{ fits: compileGlob(anchored), ignores, directoriesOnly }];
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
