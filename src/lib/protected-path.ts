/** Decides which paths of a workspace are protected, because programs of the person run or obey what is there. */
import { matchesGlob } from './glob.ts';

/** Tests paths below a root. Paths use `/` and no dots. */
export interface ProtectedPaths {
  /** Whether the path itself, or a folder above it, is protected. A link or file that takes the place of such a folder is too. */
  covers(path: string, isDirectory: boolean): boolean;
  /** Whether Deputize itself runs what is at the path or above it. */
  isOwnProgram(path: string): boolean;
  /** Whether the path is, holds or lies in something that Deputize itself runs. */
  overlapsOwnProgram(path: string): boolean;
}

/**
 * Builds the test from patterns such as `.git`, `.vscode/tasks.json` or `*.code-workspace`. A pattern applies at every depth,
 * in any case of letters, and to everything below it. The paths in `ownProgram` begin at the root.
 */
export function createProtectedPaths(patterns: readonly string[], ownProgram: readonly string[] = []): ProtectedPaths {
  const plain = new Map<string, Rule[]>();
  const starred: Rule[] = [];
  for (const pattern of patterns) {
    const rule = pattern.toLowerCase().split('/').filter(Boolean);
    const [first = ''] = rule;
    if (first.includes('*')) starred.push(rule);
    else plain.set(first, [...(plain.get(first) ?? []), rule]);
  }
  const isOwnProgram = (path: string): boolean => ownProgram.some((own) => isInside(path, own));
  const holdsOwnProgram = (path: string): boolean => ownProgram.some((own) => isInside(own, path));
  return {
    isOwnProgram,
    overlapsOwnProgram: (path) => isOwnProgram(path) || holdsOwnProgram(path),
    covers: (path, isDirectory) => {
      if (isOwnProgram(path) || (!isDirectory && holdsOwnProgram(path))) return true;
      const names = path.toLowerCase().split('/');
      const isCoveredFrom = (start: number) => (rule: Rule) => isCovered(rule, names.slice(start), isDirectory);
      return names.some(
        (name, start) => (plain.get(name) ?? []).some(isCoveredFrom(start)) || starred.some(isCoveredFrom(start)),
      );
    },
  };
}

const isInside = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);

type Rule = readonly string[];

function isCovered(rule: Rule, names: readonly string[], isDirectory: boolean): boolean {
  // A shorter path is a folder on the way to the protected one. Only another folder may be there.
  if (names.length < rule.length && isDirectory) return false;
  return rule.slice(0, names.length).every((pattern, at) => matchesGlob(pattern, names[at] ?? ''));
}
