/** Filters as users write them: without `/` they match names anywhere, with `/` from the root; a leading `!` excludes. */
import { compilePathGlob, type PathMatcher } from '../../lib/path-glob.ts';
import { PortError } from '../../ports/port-error.ts';

export function fileFilter(globs: readonly string[]): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(compile);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => compile(glob.slice(1)));
  return (path) => {
    const names = path.split('/');
    return (wanted.length === 0 || wanted.some((fit) => fit(names))) && !unwanted.some((fit) => fit(names));
  };
}

function compile(glob: string): PathMatcher {
  try {
    return compilePathGlob(glob.includes('/') ? glob.replace(/^\//, '').replace(/\/$/, '/**') : `**/${glob}`);
  } catch (error) {
    if (error instanceof RangeError) throw new PortError('INVALID_ARGUMENTS', error.message);
    throw error;
  }
}
