/**
 * Patterns for paths: `*` and `?` within a name, `**` over names, `[a-z]` and `{a,b}`. The time is at most pattern times path.
 * Patterns without names are in `glob.ts`: there a star also matches `/`, and no other character is special.
 */
type PathNames = readonly string[];
/** Returns whether the pattern matches a path, given as the list of its names. */
export type PathMatcher = (names: PathNames) => boolean;

const STAR = '*';
type OneCharacter = (character: string) => boolean;
type Segment = readonly (OneCharacter | typeof STAR)[];

const MAX_ALTERNATIVES = 100;

/** Compiles a pattern that must match the whole path. Throws a RangeError for a pattern with too many alternatives. */
export function compilePathGlob(pattern: string): PathMatcher {
  const alternatives = expandBraces(pattern).map((plain) =>
    // Two stars at the end match the content of a directory, not the directory itself.
    plain
      .replace(/\/\*\*$/, '/**/*')
      .split('/')
      .map((name): Segment | typeof STAR => (name === '**' ? STAR : compileSegment(name))),
  );
  return (names) => alternatives.some((segments) => fits(segments, names, nameFits));
}

const nameFits = (segment: Segment, name: string): boolean =>
  fits(segment, Array.from(name), (one, character) => one(character));

/** Greedy, and backtracks to the last star only: another choice for an earlier star could not match more. */
function fits<P, T>(
  pattern: readonly (P | typeof STAR)[],
  items: readonly T[],
  one: (part: P, item: T) => boolean,
): boolean {
  let [at, item, star, resume] = [0, 0, -1, 0];
  while (item < items.length) {
    const part = pattern[at];
    if (part === STAR) {
      [star, resume] = [at, item];
      at += 1;
    } else if (part !== undefined && one(part, items[item] as T)) {
      at += 1;
      item += 1;
    } else if (star !== -1) {
      at = star + 1;
      resume += 1;
      item = resume;
    } else return false;
  }
  return pattern.slice(at).every((part) => part === STAR);
}

function compileSegment(text: string): Segment {
  const parts: (OneCharacter | typeof STAR)[] = [];
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const closing =
      character === '[' ? characters.indexOf(']', at + (/[!^\]]/.test(characters[at + 1] ?? '') ? 3 : 2)) : -1;
    if (character === '*') {
      if (parts.at(-1) !== STAR) parts.push(STAR);
    } else if (character === '?') parts.push(() => true);
    else if (closing !== -1) {
      parts.push(characterClass(characters.slice(at + 1, closing)));
      at = closing;
    } else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      const escaped = characters[at];
      parts.push((other) => other === escaped);
    } else parts.push((other) => other === character);
  }
  return parts;
}

function characterClass(inside: readonly string[]): OneCharacter {
  const negated = inside[0] === '!' || inside[0] === '^';
  const ranges: [string, string][] = [];
  const members = negated ? inside.slice(1) : inside;
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

function expandBraces(pattern: string): string[] {
  let alternatives = [pattern];
  for (let found = true; found;) {
    found = false;
    alternatives = alternatives.flatMap((text) => {
      const [whole, before = '', inside = '', after = ''] = /^(.*?)(?<!\\)\{([^{}]*)\}(.*)$/s.exec(text) ?? [];
      if (whole === undefined) return [text];
      found = true;
      return inside.split(',').map((choice) => before + choice + after);
    });
    if (alternatives.length > MAX_ALTERNATIVES) {
      throw new RangeError(`The pattern "${pattern}" expands to too many patterns.`);
    }
  }
  return alternatives;
}
