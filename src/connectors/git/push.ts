/**
 * Pushes without the repository's word: its commits leave the sandbox as a bundle, are checked on their way into a new and
 * empty repository of our own, and go from there to the one address that was approved, with the operator's own credentials.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { GitClient, PushPlan } from '../../ports/git-client.ts';
import { PortError } from '../../ports/port-error.ts';
import { readLogEntries } from './log.ts';
import { run, type ProcessResult } from './process.ts';
import { lastLine, QUIET, remoteEnvironment } from './remote-process.ts';
import { parseRemote } from './remotes.ts';
import type { GitRepository } from './repository.ts';
import { resolveCommit } from './revision.ts';

const SHOWN_COMMITS = 50;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_./+-]{0,199}$/;

export async function planPush(
  repository: GitRepository,
  { remote, branch: named }: Parameters<GitClient['planPush']>[1],
  listed: readonly string[],
): Promise<PushPlan> {
  const branch = named ?? repository.branch;
  if (branch === undefined) throw new PortError('INVALID_ARGUMENTS', 'HEAD is on no branch: name the branch to push.');
  if (!NAME.test(branch) || !NAME.test(remote))
    throw new PortError('INVALID_ARGUMENTS', 'That is no name of a branch or remote.');
  const saying = (key: string) => repository.settings.findLast(([name]) => name === `remote.${remote}.${key}`)?.[1];
  const url = saying('pushurl') ?? saying('url');
  if (url === undefined) throw new PortError('NOT_FOUND', `The repository has no remote "${remote}".`, { remote });
  if (!listed.includes(url)) {
    throw new PortError(
      'FORBIDDEN',
      `"${url}" is not among the addresses that git.push lists, so nothing is pushed there.`,
      { url },
    );
  }
  const hash = await resolveCommit(repository, `refs/heads/${branch}`);
  const known = await resolveCommit(repository, `refs/remotes/${remote}/${branch}`).catch(() => undefined);
  const range = known === undefined ? [hash] : [hash, `^${known}`];
  const { entries: commits, truncated } = await readLogEntries(repository, range, [], SHOWN_COMMITS);
  return { remote, url, host: parseRemote(url).host, branch, hash, commits, truncated };
}

export async function push(
  repository: GitRepository,
  { remote, url, branch, hash }: PushPlan,
  git: string,
  signal: AbortSignal,
): Promise<'pushed' | 'up-to-date'> {
  const folder = await mkdtemp(join(tmpdir(), 'deputize-push-'));
  try {
    const bundle = join(folder, 'commits.bundle');
    await repository.git(['bundle', 'create', '--quiet', '-', `refs/heads/${branch}`], { outFile: bundle });
    const bare = join(folder, 'bare.git');
    const outside = (args: readonly string[], protocol: string): Promise<ProcessResult> =>
      run(git, args, { env: remoteEnvironment(protocol), cwd: folder, signal });
    const format = hash.length === 64 ? 'sha256' : 'sha1';
    await expectDone(outside(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, bare], 'file'));
    const from = ['--git-dir', bare, '-c', 'transfer.fsckObjects=true', ...QUIET];
    const ref = `refs/heads/${branch}`;
    await expectDone(outside([...from, 'fetch', '--quiet', '--no-tags', bundle, `${ref}:${ref}`], 'file'));
    const arrived = await expectDone(outside([...from, 'rev-parse', '--verify', ref], 'file'));
    if (arrived.out.toString().trim() !== hash)
      throw new PortError('CONFLICT', `The branch ${branch} has moved since.`);
    const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
    const pushed = await outside([...from, 'push', ...flags, '--', url, `${hash}:${ref}`], parseRemote(url).protocol);
    const outcome = parsePushResult(pushed, url);
    await rememberPushed(repository, remote, branch, hash);
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function expectDone(running: Promise<ProcessResult>): Promise<ProcessResult> {
  const ran = await running;
  if (ran.status === 0) return ran;
  throw new PortError('EXTERNAL_ERROR', `The commits could not be taken over: ${lastLine(ran)}`);
}

function parsePushResult(ran: ProcessResult, url: string): 'pushed' | 'up-to-date' {
  const lines = ran.out.toString('utf8').split('\n');
  if (ran.status === 0) return lines.some((line) => line.startsWith('=\t')) ? 'up-to-date' : 'pushed';
  const rejected = lines.find((line) => line.startsWith('!\t'));
  if (rejected?.includes('rejected') === true) {
    const reason = /\(([^()]*)\)\s*$/.exec(rejected)?.[1] ?? 'rejected';
    throw new PortError('CONFLICT', `${url} did not take the branch: ${reason}.`, { url });
  }
  const denied = /authentication failed|permission denied|could not read (?:username|password)|403|401/i.test(ran.err);
  throw new PortError(
    denied ? 'PERMISSION_DENIED' : 'EXTERNAL_ERROR',
    `${url} could not be pushed to: ${lastLine(ran)}`,
    { url },
  );
}

/** So that the status says how far ahead the branch is. If that fails, the push has still been made. */
async function rememberPushed({ git }: GitRepository, remote: string, branch: string, hash: string): Promise<void> {
  const ref = `refs/remotes/${remote}/${branch}`;
  await git(['update-ref', '--no-deref', '-m', 'push', ref, hash], { writable: true }).catch(() => undefined);
}
