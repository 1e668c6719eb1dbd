/** Keeps signed heads as commits on a branch of a Git remote. It only ever adds commits: nothing is forced. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseSignedHead, serializeHead, type AuditAnchor, type SignedHead } from '../../ports/audit-anchor.ts';
import { PortError } from '../../ports/port-error.ts';
import { run, type ProcessResult } from './process.ts';
import { lastLine, QUIET, remoteEnvironment } from './remote-process.ts';
import { parseRemote } from './remotes.ts';

export interface GitAnchorOptions {
  readonly url: string;
  readonly branch: string;
  /** The bare clone. Its branch is the last commit that was pushed. */
  readonly clone: string;
}

const FILE = 'head.json';
const BATCH = 5_000;
const MAX_LIST_BYTES = 256 * 1024 * 1024;
/** The clone is ours, so its settings are always these. */
const SETTINGS = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';
const AUTHOR = { name: 'Deputize', email: 'deputize@localhost' };

export function createGitAnchor({ url, branch, clone }: GitAnchorOptions): AuditAnchor {
  const ref = `refs/heads/${branch}`;
  return {
    kind: 'git',
    place: `${url} (${branch})`,
    async keep(head, signal) {
      const git = await openClone(clone, url, signal);
      const own = await resolve(git, ref);
      const tip = await fetchContinuation(git, url, ref, own);
      const isThere = tip !== undefined && (await readHeads(git, [tip], tip)).some((one) => isSame(one, head));
      const commit = isThere ? tip : await commitHead(git, head, tip);
      if (!isThere) await pushCommit(git, url, commit, ref);
      await git(['update-ref', ref, commit, own ?? '']);
    },
    async read(signal) {
      const git = await openClone(clone, url, signal);
      const tip = await fetchContinuation(git, url, ref, await resolve(git, ref));
      return tip === undefined ? [] : readHeads(git, [tip]);
    },
  };
}

/** Reads the heads on all branches of a repository, without storing anything. */
export function createGitReader(url: string): Pick<AuditAnchor, 'kind' | 'place' | 'read'> {
  return {
    kind: 'git',
    place: url,
    async read(signal) {
      const folder = await mkdtemp(join(tmpdir(), 'deputize-anchor-'));
      try {
        const git = await openClone(join(folder, 'bare.git'), url, signal);
        await git(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', url, '+refs/heads/*:refs/heads/*']);
        return await readHeads(git, ['--branches']);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Runs git in the clone. Throws for a status that is not allowed. */
type CloneGit = (
  args: readonly string[],
  more?: { input?: string; allow?: readonly number[]; maxBytes?: number },
) => Promise<ProcessResult>;

async function openClone(clone: string, url: string, signal: AbortSignal): Promise<CloneGit> {
  const { protocol } = parseRemote(url);
  const env = {
    ...remoteEnvironment(protocol),
    ...{ GIT_AUTHOR_NAME: AUTHOR.name, GIT_AUTHOR_EMAIL: AUTHOR.email },
    ...{ GIT_COMMITTER_NAME: AUTHOR.name, GIT_COMMITTER_EMAIL: AUTHOR.email },
  };
  const settings = ['--git-dir', clone, ...QUIET, '-c', 'transfer.fsckObjects=true'];
  const git: CloneGit = async (args, { input, allow = [], maxBytes } = {}) => {
    const ran = await run('git', [...settings, ...args], { env, cwd: clone, signal, input, maxBytes });
    if (ran.cut) throw new PortError('TOO_LARGE', `git ${args[0]} printed too much.`);
    if (ran.status === 0 || allow.includes(ran.status)) return ran;
    throw new PortError('EXTERNAL_ERROR', `${url} cannot be used as an anchor: ${lastLine(ran)}`);
  };
  await mkdir(clone, { recursive: true, mode: 0o700 });
  await git(['init', '--quiet', '--bare', '--template=']);
  await writeFile(join(clone, 'config'), SETTINGS);
  return git;
}

async function resolve(git: CloneGit, ref: string): Promise<string | undefined> {
  const { status, out } = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { allow: [1] });
  return status === 0 ? out.toString().trim() : undefined;
}

/** The commit of the remote branch. A branch that does not continue what was pushed last is a fault. */
async function fetchContinuation(
  git: CloneGit,
  url: string,
  ref: string,
  own: string | undefined,
): Promise<string | undefined> {
  const listed = (await git(['ls-remote', '--refs', '--', url, ref])).out.toString();
  const tip = listed
    .split('\n')
    .map((line) => line.split('\t'))
    .find(([, name]) => name === ref)?.[0];
  if (tip === undefined || tip === own) {
    if (tip === own) return own;
    throw new PortError('CONFLICT', `${url} has lost its branch ${ref}, which was pushed to before.`);
  }
  if (!/^[0-9a-f]{40}$/.test(tip)) throw new PortError('EXTERNAL_ERROR', `${url} is of a kind that is not used here.`);
  await git(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--', url, ref]);
  if (own === undefined) return tip;
  const { status } = await git(['merge-base', '--is-ancestor', own, tip], { allow: [1] });
  if (status === 0) return tip;
  throw new PortError('CONFLICT', `The history of ${url} does not continue what was pushed there: it was rewritten.`);
}

async function commitHead(git: CloneGit, head: SignedHead, parent: string | undefined): Promise<string> {
  const print = async (args: readonly string[], input: string) => (await git(args, { input })).out.toString().trim();
  const blob = await print(['hash-object', '-w', '--stdin'], serializeHead(head));
  const tree = await print(['mktree'], `100644 blob ${blob}\t${FILE}\n`);
  const parents = parent === undefined ? [] : ['-p', parent];
  return print(['commit-tree', '--no-gpg-sign', tree, ...parents, '-F', '-'], `Anchor record ${head.seq}\n`);
}

async function pushCommit(git: CloneGit, url: string, commit: string, ref: string): Promise<void> {
  const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
  // A repository on this machine would run its hooks as this user.
  const isLocal = parseRemote(url).protocol === 'file';
  const local = isLocal ? ['--receive-pack=git -c core.hooksPath=/dev/null receive-pack'] : [];
  const pushed = await git(['push', ...flags, ...local, '--', url, `${commit}:${ref}`], { allow: [1] });
  if (pushed.status === 0) return;
  const rejected = pushed.out
    .toString()
    .split('\n')
    .find((line) => line.startsWith('!\t'));
  const reason = rejected === undefined ? lastLine(pushed) : (/\(([^()]*)\)\s*$/.exec(rejected)?.[1] ?? 'rejected');
  throw new PortError('CONFLICT', `${url} did not take the head: ${reason}. Nothing is forced.`);
}

/** The heads of all commits that changed the file; with `only`, of this commit. */
async function readHeads(git: CloneGit, from: readonly string[], only?: string): Promise<SignedHead[]> {
  const list = ['rev-list', '--full-history', ...from, '--', FILE];
  const { out } = only === undefined ? await git(list, { maxBytes: MAX_LIST_BYTES }) : { out: `${only}\n` };
  const commits = out.toString().split('\n').filter(Boolean);
  const heads: SignedHead[] = [];
  for (let at = 0; at < commits.length; at += BATCH) {
    const input = commits.slice(at, at + BATCH).map((commit) => `${commit}:${FILE}\n`);
    const text = (await git(['cat-file', '--batch'], { input: input.join('') })).out.toString();
    for (const line of text.split('\n')) {
      if (line === '' || /^[0-9a-f]{40} blob \d+$/.test(line)) continue;
      // A branch that others began has no head in its first commits.
      if (only !== undefined && line.endsWith(' missing')) return [];
      heads.push(parseSignedHead(line, `A commit of the anchor (${line.slice(0, 60)})`));
    }
  }
  return heads;
}

const isSame = (one: SignedHead, other: SignedHead): boolean => one.seq === other.seq && one.hash === other.hash;
