/** Maps errors of the operating system to the codes of the error table, with workspace paths only. */
import { PortError } from '../../ports/port-error.ts';

const codes = new Map([
  ['ENOENT', ['FILE_NOT_FOUND', 'does not exist']],
  ['EACCES', ['PERMISSION_DENIED', 'may not be used by this process']],
  ['EPERM', ['PERMISSION_DENIED', 'may not be used by this process']],
  ['EROFS', ['PERMISSION_DENIED', 'is on a read-only file system']],
  ['ELOOP', ['INVALID_PATH', 'is or leads through a symbolic link, and links are never followed']],
  ['ENAMETOOLONG', ['INVALID_PATH', 'is too long for the file system']],
  ['ENOTDIR', ['NOT_A_DIRECTORY', 'is not a directory']],
  ['EISDIR', ['NOT_A_FILE', 'is a directory']],
  ['EEXIST', ['ALREADY_EXISTS', 'exists already']],
  ['ENOTEMPTY', ['DIRECTORY_NOT_EMPTY', 'is not empty']],
  ['ENOSPC', ['STORAGE_FULL', 'finds no room left on the disk']],
  ['EDQUOT', ['STORAGE_FULL', 'finds no room left in the disk quota']],
  ['EXDEV', ['EXECUTION_ERROR', 'is on another file system than its target']],
  ['EBUSY', ['EXECUTION_ERROR', 'is in use by the system']],
] as const);

export function errno(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' && 'syscall' in thrown ? code : undefined;
}

/** Runs one operation and turns system errors into PortErrors that name the path as the caller wrote it. */
export async function naming<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (thrown) {
    const code = errno(thrown);
    if (code === undefined) throw thrown;
    const [ours, what] = codes.get(code as 'ENOENT') ?? (['EXECUTION_ERROR', `could not be used (${code})`] as const);
    throw new PortError(ours, `"${path}" ${what}.`, { path }, thrown);
  }
}

export function conflictError(path: string, reason = 'has changed since it was looked at'): PortError {
  return new PortError('CONFLICT', `"${path}" ${reason}.`, { path });
}
