/** Finds the matching lines of one file. A file with a null in it is binary and has none. */
interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}
export type LineMatcher = (bytes: Buffer, maxHits: number) => LineMatch[];

export function createMatcher(wanted: { query: string; regex: boolean; caseSensitive: boolean }): LineMatcher {
  const { query, regex, caseSensitive } = wanted;
  const pattern = expression(regex ? query : query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), caseSensitive);
  const needle = regex || !caseSensitive ? undefined : Buffer.from(query);
  return (bytes, maxHits) => {
    // Most files do not hold it, and looking for bytes is much faster than looking at lines.
    if ((needle !== undefined && !bytes.includes(needle)) || bytes.includes(0)) return [];
    const hits: LineMatch[] = [];
    const lines = bytes.toString('utf8').split('\n');
    for (let at = 0; at < lines.length && hits.length < maxHits; at += 1) {
      const text = (lines[at] ?? '').replace(/\r$/, '');
      // What follows the last line end is a line only if there is something.
      const column = at === lines.length - 1 && text === '' ? -1 : text.search(pattern);
      if (column !== -1) hits.push({ line: at + 1, column: column + 1, text });
    }
    return hits;
  };
}

/** Throws SyntaxError for a pattern that is none. */
export function expression(source: string, caseSensitive: boolean): RegExp {
  const flags = caseSensitive ? '' : 'i';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Strict about escapes that mean nothing; people write them all the same.
    return new RegExp(source, flags);
  }
}
