/** What the clipboard holds, between bytes and the text that travels in JSON. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { SystemClipboard, ClipboardFormat } from '../../ports/desktop.ts';

export const clipFormat = z.enum(['text', 'html', 'image']);

export const MAX_CLIP = 8 * 1024 * 1024;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function toContent(format: ClipboardFormat, bytes: Uint8Array): string {
  if (format === 'image') return Buffer.from(bytes).toString('base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DeputizeError('INVALID_OUTPUT', `The clipboard’s ${format} is not valid UTF-8.`);
  }
}

export function fromContent(format: ClipboardFormat, content: string): Uint8Array<ArrayBuffer> {
  if (format !== 'image') {
    if (!content.isWellFormed()) throw invalidContentError('The content holds half of a surrogate pair.');
    return new TextEncoder().encode(content);
  }
  const bytes = new Uint8Array(Buffer.from(content, 'base64'));
  if (Buffer.from(bytes).toString('base64') !== content) throw invalidContentError('The content is not base64.');
  if (PNG.some((byte, at) => bytes[at] !== byte)) throw invalidContentError('The image is not a PNG.');
  return bytes;
}

export interface ClipboardContent {
  readonly format: ClipboardFormat;
  readonly bytes: Uint8Array;
}

/** The richest form of what is there now; undefined when there is nothing that could be put back. */
export async function current(
  clipboard: SystemClipboard,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ClipboardContent | undefined> {
  const available = await clipboard.formats(signal);
  for (const format of ['html', 'image', 'text'] as const) {
    if (!available.includes(format)) continue;
    const bytes = await clipboard.read(format, { maxBytes, signal });
    if (bytes !== undefined) return { format, bytes };
  }
  return undefined;
}

function invalidContentError(message: string): DeputizeError {
  return new DeputizeError('INVALID_ARGUMENTS', message);
}
