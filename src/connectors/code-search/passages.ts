/** Cuts a file into passages that are short enough to mean one thing, at its empty lines where it can. */
export interface CodePassage {
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

const MOST_CHARACTERS = 900;
const MOST_LINES = 40;
/** From here on an empty line is a good place to end. */
const ENOUGH = MOST_CHARACTERS / 2;
const LONGEST_LINE = 300;

export function splitPassages(content: string): CodePassage[] {
  const passages: CodePassage[] = [];
  let lines: string[] = [];
  let size = 0;
  let line = 1;
  const end = (next: number): void => {
    const text = lines.join('\n').trimEnd();
    if (text !== '') passages.push({ line, endLine: line + text.split('\n').length - 1, text });
    [lines, size, line] = [[], 0, next];
  };
  for (const [at, whole] of content.split('\n').entries()) {
    const text = whole.replace(/\r$/, '').slice(0, LONGEST_LINE);
    if (size + text.length > MOST_CHARACTERS || lines.length >= MOST_LINES) end(at + 1);
    if (lines.length === 0 && text.trim() === '') {
      line = at + 2;
      continue;
    }
    lines.push(text);
    size += text.length + 1;
    if (text.trim() === '' && size > ENOUGH) end(at + 2);
  }
  end(0);
  return passages;
}
