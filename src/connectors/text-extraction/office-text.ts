/** The text of office files: DOCX, XLSX, PPTX and OpenDocument, each a ZIP file of XML. */
import { Parser } from 'htmlparser2';

import { xmlText, type XmlRules } from './xml-text.ts';
import { readZipEntries } from './zip.ts';

type Parts = ReadonlyMap<string, Uint8Array>;

const DOCX: XmlRules = {
  textIn: new Set(['w:t', 'w:delText']),
  breakAfter: new Set(['w:p', 'w:br', 'w:cr']),
  tabAfter: new Set(['w:tab', 'w:tc']),
  // What was deleted, with its changes tracked, is no longer what the document says.
  leftOut: new Set(['w:del']),
};
const PPTX: XmlRules = { textIn: new Set(['a:t']), breakAfter: new Set(['a:p', 'a:br']), tabAfter: new Set(['a:tc']) };
const OPEN: XmlRules = {
  breakAfter: new Set(['text:p', 'text:h', 'text:line-break', 'table:table-row']),
  tabAfter: new Set(['text:tab', 'table:table-cell']),
  leftOut: new Set(['text:tracked-changes', 'office:annotation']),
};

export function docxText(file: Uint8Array, most: number): string {
  const parts = wanted(file, /^word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml$/);
  const names = ['word/document.xml', ...[...parts.keys()].filter((name) => name !== 'word/document.xml').toSorted()];
  return joined(names, parts, DOCX, most);
}

export function pptxText(file: Uint8Array, most: number): string {
  const parts = wanted(file, /^ppt\/(?:slides|notesSlides)\/\w+\.xml$/);
  return joined(inOrder(parts), parts, PPTX, most);
}

export function openDocumentText(file: Uint8Array, most: number): string {
  return joined(['content.xml'], wanted(file, /^content\.xml$/), OPEN, most);
}

/** Sheet after sheet, row after row, with tabs between cells. */
export function xlsxText(file: Uint8Array, most: number): string {
  const parts = wanted(file, /^xl\/(?:sharedStrings|worksheets\/\w+)\.xml$/);
  const shared = sharedStrings(parts.get('xl/sharedStrings.xml'), most);
  let text = '';
  for (const name of inOrder(parts)) {
    const sheet = parts.get(name);
    if (sheet && name.startsWith('xl/worksheets/') && text.length < most) text += `${sheetText(sheet, shared, most)}\n`;
  }
  return text.slice(0, most);
}

function sharedStrings(xml: Uint8Array | undefined, most: number): string[] {
  if (!xml) return [];
  const rules = { textIn: new Set(['t']), breakAfter: new Set(['si']), leftOut: new Set(['rPh']) };
  return xmlText(xml, rules, most).split('\n');
}

function sheetText(xml: Uint8Array, shared: readonly string[], most: number): string {
  let text = '';
  let value = '';
  let type = '';
  let isInValue = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'c') {
          value = '';
          type = attributes['t'] ?? '';
        }
        if (name === 'v' || name === 't') isInValue = true;
      },
      ontext(part) {
        if (isInValue) value += part;
      },
      onclosetag(name) {
        if (name === 'v' || name === 't') isInValue = false;
        if (text.length >= most) return;
        if (name === 'c') text += `${type === 's' ? (shared[Number(value)] ?? '') : value}\t`;
        if (name === 'row') text = `${text.trimEnd()}\n`;
      },
    },
    { xmlMode: true },
  );
  parser.end(new TextDecoder().decode(xml));
  return text;
}

function wanted(file: Uint8Array, names: RegExp): Parts {
  const entries = readZipEntries(file, (name) => names.test(name));
  return new Map(entries.flatMap(({ name, content }) => (content ? [[name, content] as const] : [])));
}

/** slide2 before slide10. */
function inOrder(parts: Parts): string[] {
  const number = (name: string): number => Number(/\d+/.exec(name.split('/').at(-1) ?? '')?.[0] ?? 0);
  return [...parts.keys()].toSorted((a, b) => number(a) - number(b) || (a < b ? -1 : 1));
}

function joined(names: readonly string[], parts: Parts, rules: XmlRules, most: number): string {
  let text = '';
  for (const name of names) {
    const part = parts.get(name);
    if (part && text.length < most) text += `${xmlText(part, rules, most - text.length)}\n`;
  }
  return text;
}
