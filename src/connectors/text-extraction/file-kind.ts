/** What a file is, by its bytes. What it is said to be counts only among the kinds of text. */
import type { FileKind } from '../../ports/text-extraction.ts';
import { readZipEntries } from './zip.ts';

const IMAGES = ['89504e47', 'ffd8ff', '47494638', '49492a00', '4d4d002a', '424d'];
const OFFICE: readonly (readonly [entry: string, kind: FileKind])[] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
];
const OPEN_DOCUMENT = new Map<string, FileKind>([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
]);
/** Readers of PDF look this far for its beginning. */
const PDF_START = 1_024;
const LOOKED_AT = 4_096;

export function detectKind(content: Uint8Array, claimed: { contentType: string; filename: string }): FileKind {
  const start = new TextDecoder('latin1').decode(content.subarray(0, LOOKED_AT));
  if (start.slice(0, PDF_START).includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004')) return packedKind(content);
  const hex = Buffer.from(content.subarray(0, 12)).toString('hex');
  const isWebp = start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP';
  if (isWebp || IMAGES.some((magic) => hex.startsWith(magic))) return 'image';
  if (!isText(content)) return 'binary';
  return textKind(start, claimed);
}

function packedKind(content: Uint8Array): FileKind {
  const entries = readZipEntries(content, (name) => name === 'mimetype');
  const named = entries.find(({ name }) => name === 'mimetype')?.content;
  const open = named && OPEN_DOCUMENT.get(new TextDecoder().decode(named).trim());
  if (open) return open;
  const names = new Set(entries.map(({ name }) => name));
  return OFFICE.find(([entry]) => names.has(entry))?.[1] ?? 'binary';
}

/** UTF-16 has zeros and says so in its first bytes; other text has none. */
function isText(content: Uint8Array): boolean {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  return isWide || !content.subarray(0, 65_536).includes(0);
}

function textKind(start: string, { contentType, filename }: { contentType: string; filename: string }): FileKind {
  const isCalled = (types: RegExp, endings: RegExp): boolean => types.test(contentType) || endings.test(filename);
  if (/^\uFEFF?\s*(?:<!doctype html|<html[\s>])/i.test(start)) return 'html';
  if (isCalled(/^(?:text\/html|application\/xhtml)/i, /\.x?html?$/i)) return 'html';
  const hasHeader = /^(?:[A-Za-z][A-Za-z0-9-]*:.*\r?\n(?:[ \t].*\r?\n)*)+/.test(start);
  return hasHeader && isCalled(/^message\/rfc822/i, /\.eml$/i) ? 'email' : 'text';
}
