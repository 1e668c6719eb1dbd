/** Bytes as text, in the encoding that they name, or UTF-8, or what is usual where it is not. */
export function plainText(content: Uint8Array, contentType: string): string {
  const named = byteOrderMark(content) ?? /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const decoder = named === undefined ? undefined : createDecoder(named);
  if (decoder) return decoder.decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

function byteOrderMark(content: Uint8Array): string | undefined {
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be';
  return content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : undefined;
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
