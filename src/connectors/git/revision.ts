/** From what a caller calls a commit to its hash. Only hashes are handed on to other commands. */
import { PortError } from '../../ports/port-error.ts';
import type { GitRepository } from './repository.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_./@{}~^+-]{0,199}$/;

export async function resolveCommit({ git }: GitRepository, name: string): Promise<string> {
  const unknown = new PortError('NOT_FOUND', `There is no commit "${name}".`, { revision: name });
  if (!NAME.test(name)) throw unknown;
  const { status, out } = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], {
    allow: [1, 128],
  });
  const hash = out.toString().trim();
  if (status !== 0 || !/^[0-9a-f]{40,64}$/.test(hash)) throw unknown;
  return hash;
}

/** Null before the first commit. */
export async function resolveHead({ git }: GitRepository): Promise<string | null> {
  const { status, out } = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { allow: [1, 128] });
  return status === 0 ? out.toString().trim() : null;
}
