/** The history, newest first. */
import type { GitLogEntry, GitLogQuery } from '../../ports/git-client.ts';
import type { GitRepository } from './repository.ts';
import { resolveCommit, resolveHead } from './revision.ts';

const FIELDS = ['%H', '%P', '%an', '%ae', '%aI', '%s', '%b'];

export async function readLog(
  repository: GitRepository,
  { from, paths, maxCount }: GitLogQuery,
): Promise<{ entries: GitLogEntry[]; truncated: boolean }> {
  const start = from === undefined ? await resolveHead(repository) : await resolveCommit(repository, from);
  if (start === null) return { entries: [], truncated: false };
  return readLogEntries(repository, [start], paths, maxCount);
}

/** `range` are hashes, or hashes with `^` before them. */
export async function readLogEntries(
  { git }: GitRepository,
  range: readonly string[],
  paths: readonly string[],
  maxCount: number,
): Promise<{ entries: GitLogEntry[]; truncated: boolean }> {
  const how = ['log', '--no-color', '--no-show-signature', '--no-decorate', '--no-mailmap', '--no-patch'];
  const format = `--format=tformat:${FIELDS.join('%x00')}%x00`;
  const { out, cut } = await git([...how, format, `--max-count=${maxCount + 1}`, ...range, '--', ...paths]);
  const fields = out.toString('utf8').split('\0');
  const entries: GitLogEntry[] = [];
  for (let at = 0; at + FIELDS.length < fields.length; at += FIELDS.length) {
    const [hash = '', parents = '', name = '', email = '', date = '', subject = '', body = ''] = fields.slice(at);
    const author = { name, email };
    entries.push({
      hash: hash.trim(),
      parents: parents.split(' ').filter(Boolean),
      author,
      date,
      subject,
      body: body.trim(),
    });
  }
  return { entries: entries.slice(0, maxCount), truncated: cut || entries.length > maxCount };
}
