/** Copies a workspace for one run, where the kernel has no overlay for this user. A large workspace is refused. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { PortError } from '../../ports/port-error.ts';
import { measureTree } from './measure-tree.ts';

const MAX_ENTRIES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

/** Times, modes and links are preserved. File systems that can share blocks do so. */
export async function copyWorkspace(workspace: string, target: string): Promise<void> {
  const { entries, bytes } = await measureTree(workspace);
  if (entries > MAX_ENTRIES || bytes > MAX_BYTES) {
    throw new PortError(
      'NOT_AVAILABLE',
      `This machine has no overlay for the sandbox, and the workspace is too large to copy for each run: ${entries} entries, ${bytes} bytes.`,
      { remedy: 'Use Linux 5.11 or later with user namespaces, or a smaller workspace.', entries, bytes },
    );
  }
  const words = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a', '-c'];
  await promisify(execFile)('/bin/cp', [...words, `${workspace}/.`, target], { env: {} });
}
