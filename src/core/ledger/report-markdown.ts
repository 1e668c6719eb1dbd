/** Writes text from records into Markdown, so that a name in it changes nothing in the document. */
import { showHidden } from '../show-hidden.ts';

const MOST_CHARACTERS = 300;

/** Returns text as plain words of one line. */
export function plainText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#!~]/g, String.raw`\$&`);
}

/** Returns a name as code. Empty text stays empty. */
export function inCode(text: string): string {
  return text === '' ? '' : `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '/')}\``;
}

/** Returns a table. The cells are Markdown already. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  const clean = showHidden(text).replaceAll(/\s+/g, ' ').trim();
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS).toWellFormed()}…` : clean;
}
