/** What has changed, from `git status --porcelain=v2 -z`. */
import type { GitChange, GitStatus } from '../../ports/git-client.ts';
import type { GitRepository } from './repository.ts';

const CHANGES = new Map<string, GitChange['change']>([
  ['A', 'added'],
  ['M', 'modified'],
  ['D', 'deleted'],
  ['R', 'renamed'],
  ['C', 'copied'],
  ['T', 'type'],
]);

export const toChangeKind = (letter: string): GitChange['change'] => CHANGES.get(letter) ?? 'modified';

export async function readStatus({ git, branch }: GitRepository): Promise<GitStatus> {
  const { out } = await git(['status', '--porcelain=v2', '--branch', '-z', '--ignore-submodules=all']);
  const fields = out.toString('utf8').split('\0');
  const headers = new Map<string, string>();
  const [staged, unstaged]: [GitChange[], GitChange[]] = [[], []];
  const [untracked, conflicted]: [string[], string[]] = [[], []];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? '';
    const words = field.split(' ');
    const both = words[1] ?? '..';
    switch (field[0]) {
      case '#':
        headers.set(both, words.slice(2).join(' '));
        break;
      case '1':
        add(both, words.slice(8).join(' '));
        break;
      case '2':
        at += 1;
        add(both, words.slice(9).join(' '), fields[at]);
        break;
      case 'u':
        conflicted.push(words.slice(10).join(' '));
        break;
      case '?':
        untracked.push(field.slice(2));
        break;
      default:
    }
  }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get('branch.ab') ?? '') ?? [];
  const upstream = headers.get('branch.upstream');
  const oid = headers.get('branch.oid') ?? '(initial)';
  return {
    branch: branch ?? null,
    head: oid === '(initial)' ? null : oid,
    ...(upstream === undefined ? {} : { upstream }),
    ...(ahead === undefined ? {} : { ahead: Number(ahead), behind: Number(behind) }),
    ...{ staged, unstaged, untracked, conflicted },
  };

  function add(both: string, path: string, from?: string): void {
    const [index = '.', tree = '.'] = both;
    const origin = (letter: string) => (from !== undefined && /[RC]/.test(letter) ? { from } : {});
    if (index !== '.') staged.push({ path, change: toChangeKind(index), ...origin(index) });
    if (tree !== '.') unstaged.push({ path, change: toChangeKind(tree), ...origin(tree) });
  }
}
