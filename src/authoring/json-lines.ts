/** Finds the line of each value in a JSON text, so that a fault can name its line. */
import { escapePointer } from '../core/schema/keywords.ts';

interface JsonLines {
  /** The line of the value at a JSON Pointer, or of its nearest enclosing value. */
  lineOf(pointer: string): number;
  /** Keys that occur twice in one object. JSON parsers silently use the last one. */
  readonly twice: readonly { readonly key: string; readonly line: number }[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\n/g;

interface Open {
  readonly pointer: string;
  readonly keys: Set<string> | undefined;
  index: number;
  key: string | undefined;
}

/** The text must be valid JSON. */
export function jsonLines(text: string): JsonLines {
  const lines = new Map<string, number>();
  const twice: { key: string; line: number }[] = [];
  const open: Open[] = [];
  let line = 1;
  const pointer = (): string => {
    const top = open.at(-1);
    if (!top) return '';
    return top.pointer + escapePointer(top.keys ? (top.key ?? '') : top.index);
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (token === '\n') line += 1;
    else if (token === ':') continue;
    else if (token === ',') {
      if (top) top.index += 1;
      if (top) top.key = undefined;
    } else if (token === '}' || token === ']') open.pop();
    else if (top?.keys && top.key === undefined) {
      top.key = JSON.parse(token) as string;
      if (top.keys.has(top.key)) twice.push({ key: top.key, line });
      top.keys.add(top.key);
      lines.set(pointer(), line);
    } else {
      const at = pointer();
      if (!lines.has(at)) lines.set(at, line);
      if (token === '{') open.push({ pointer: at, keys: new Set(), index: 0, key: undefined });
      if (token === '[') open.push({ pointer: at, keys: undefined, index: 0, key: undefined });
    }
  }
  return {
    twice,
    lineOf(wanted) {
      for (let at = wanted; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
        const found = lines.get(at);
        if (found !== undefined) return found;
      }
      return 1;
    },
  };
}

/** The line that a `JSON.parse` error refers to. */
export function lineOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}
