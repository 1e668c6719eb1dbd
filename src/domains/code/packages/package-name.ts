/** What may be asked for: the plain name of a package and an exact version. Everything else that the managers take is refused. */
import { DeputizeError } from '../../../core/index.ts';

/** No addresses, paths, Git places, other names (`npm:`), ranges, tags or options. */
const NAMES = {
  npm: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/,
  pip: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
} as const;
export const VERSIONS = {
  npm: /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/,
  pip: /^(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/,
} as const;
const MAX_NAME = 214;
/** Names that npm itself keeps. */
const KEPT = new Set(['node_modules', 'favicon.ico']);

type ManagerName = keyof typeof NAMES;

export function checkName(manager: ManagerName, name: string, version: string | undefined): void {
  if (name.length > MAX_NAME || !NAMES[manager].test(name) || KEPT.has(name)) {
    throw new DeputizeError('INVALID_ARGUMENTS', `"${name}" is not the plain name of a package of ${manager}.`);
  }
  if (version !== undefined && !VERSIONS[manager].test(version)) {
    throw new DeputizeError('INVALID_ARGUMENTS', `"${version}" is not one exact version, such as 1.2.3.`);
  }
}
