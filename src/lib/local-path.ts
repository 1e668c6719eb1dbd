/** Resolves the address that a page leads to after the sign-in. */

const BASE = 'http://local.invalid';

/**
 * Returns path, query and fragment of an address of our own origin, beginning with exactly one slash. Every other address
 * gives `/`. The result is safe for `location.assign`, also if a browser resolves it again.
 */
export function toLocalPath(given: string): string {
  if (!given.startsWith('/') || !URL.canParse(given, BASE)) return '/';
  const url = new URL(given, BASE);
  if (url.origin !== BASE || url.username !== '' || url.password !== '') return '/';
  const path = url.pathname.replace(/^[/\\]+/, '/') + url.search + url.hash;
  // Resolved once more: dots and slashes in a path can form a host name only together.
  return new URL(path, BASE).origin === BASE && new URL(path, BASE).pathname.startsWith('/') ? path : '/';
}
