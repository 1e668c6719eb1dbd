/** What a provider answered, as results: only web addresses, plain text, nothing of endless length. */
import type { SearchResult } from '../../ports/web-search.ts';
import { malformedAnswerError } from './ask-provider.ts';

const MAX_TITLE = 500;
const MAX_SNIPPET = 2_000;
const MAX_URL = 8_192;

/** `found` is the provider's list; `snippet` names the field with the text. Entries without an address are left out. */
export function toResults(name: string, found: unknown, snippet: string, numResults: number): SearchResult[] {
  if (!Array.isArray(found)) throw malformedAnswerError(name);
  return found
    .flatMap((entry: unknown): SearchResult[] => {
      const url = readText(entry, 'url');
      if (url.length > MAX_URL || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
      const title = plain(readText(entry, 'title'), MAX_TITLE);
      const score = readMember(entry, 'score');
      const isScore = typeof score === 'number' && score >= 0 && score <= 1;
      const text = plain(readText(entry, snippet), MAX_SNIPPET);
      return [{ title: title || url, url, snippet: text, ...(isScore && { score }) }];
    })
    .slice(0, numResults);
}

export function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function readText(entry: unknown, key: string): string {
  const value = readMember(entry, key);
  return typeof value === 'string' ? value.toWellFormed() : '';
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/** Some providers mark the words that were found with tags. */
function plain(text: string, max: number): string {
  return text
    .replaceAll(/<\/?(?:strong|b|em|i|mark)>/gi, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code);
    })
    .trim()
    .slice(0, max)
    .toWellFormed();
}
