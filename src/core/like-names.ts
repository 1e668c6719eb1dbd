/** Warns of host names that look like other host names. */

/** Characters that look alike in many typefaces. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i!|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
];
const ENCODED = /(?:^|\.)xn--/;
const BEYOND_ASCII = /[^\x20-\x7e]/;
/** In shorter names, one different letter is no sign of an imitation. */
const SHORTEST = 6;

/** Returns one warning for each host that looks like another name. `known` holds names to compare with, the own first. */
export function warnOfNames(hosts: readonly string[], known: readonly string[]): string[] {
  const warnings = [...new Set(hosts.map((host) => host.toLowerCase()))].map((host) => {
    if (ENCODED.test(host) || BEYOND_ASCII.test(host))
      return `${host} is an international name: it has letters beyond ASCII, which can look like those of another name.`;
    const twin = known.find((name) => isTwin(host, name.toLowerCase()));
    return twin && `${host} is not ${twin}, which it looks like.`;
  });
  return warnings.filter((warning) => warning !== undefined);
}

/** Returns the host of `name@host` or of `Name <name@host>`. */
export const hostOfAddress = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .replace(/>$/, '');

function isTwin(host: string, name: string): boolean {
  if (host === name) return false;
  if (drawn(host) === drawn(name)) return true;
  return Math.min(host.length, name.length) >= SHORTEST && isOneApart(host, name);
}

function drawn(name: string): string {
  return ALIKE.reduce((text, [looks, like]) => text.replace(looks, like), name.replaceAll('-', ''));
}

/** Whether the names differ by one added, removed or replaced letter, or by two swapped letters. */
function isOneApart(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [rest, others] = [one.slice(from), other.slice(from)];
  if (rest.slice(1) === others || rest === others.slice(1) || rest.slice(1) === others.slice(1)) return true;
  return rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2);
}
