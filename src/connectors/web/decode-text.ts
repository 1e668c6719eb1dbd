/** Whether an answer is text, and its bytes as text by the encoding that it names. */
const TEXT =
  /^(?:text\/.*|application\/(?:(?:.+\+)?(?:json|xml|yaml|json-seq)|x?html|x-yaml|toml|json5|jsonl|x-jsonlines|ndjson|x-ndjson|(?:x-)?(?:java|ecma)script|typescript|graphql|sql|x-sh|x-www-form-urlencoded|xml-dtd|rtf|x-tex|x-subrip|csv)|image\/svg\+xml|message\/.*)$/;

/** Whether a content type is text. Undefined without a type: then the bytes decide. */
export function isTextType(contentType: string | undefined): boolean | undefined {
  const essence = parseEssence(contentType);
  return essence === '' ? undefined : TEXT.test(essence);
}

/** Undefined if the bytes are not text. */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const text = decode(bytes, contentType);
  return text.includes('\0') ? undefined : text;
}

function decode(bytes: Buffer, contentType: string | undefined): string {
  const label = byteOrderMark(bytes) ?? parseCharset(contentType) ?? declared(bytes, parseEssence(contentType));
  if (label !== undefined) return decoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What browsers assume of text without a declared encoding that is not UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function parseCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1];
}

const START = 1_024;

function declared(bytes: Buffer, essence: string): string | undefined {
  if (/json/.test(essence)) return 'utf-8';
  const start = bytes.subarray(0, START).toString('latin1');
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const html = /<meta\s[^>]*charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start)?.[1];
  const found = xml ?? (essence === '' || essence.includes('html') ? html : undefined);
  // A declaration that can be read byte by byte is not in UTF-16.
  return found !== undefined && /^utf-?16/i.test(found) ? 'utf-8' : found;
}

function decoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

export function parseEssence(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
