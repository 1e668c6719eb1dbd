/** Puts something on the clipboard, and on undo puts back what was there. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

import { DeputizeError, defineTool, type PreviewPart } from '../../core/index.ts';
import type { SystemClipboard } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';
import {
  clipFormat,
  current,
  fromContent,
  toContent,
  type ClipboardContent,
} from '../../domains/desktop/clipboard-content.ts';

const MAX_KEPT = 1024 * 1024;

const undoRecord = z.strictObject({
  before: z.strictObject({ format: clipFormat, content: z.string() }).nullable(),
  after: z.strictObject({ format: clipFormat, hash: z.string() }),
});

export const clipboardWrite = defineTool({
  name: 'clipboard.write',
  title: 'Write to the clipboard',
  description: 'Replace what is on the clipboard with text, HTML or a PNG image. Undo puts back what was there.',
  input: z.strictObject({
    content: z.string().min(1).max(11_000_000).describe('Text, HTML, or a PNG as base64'),
    format: clipFormat.default('text'),
  }),
  output: z.strictObject({ format: clipFormat, size: z.int() }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: true,
  needs: ['clipboard'],

  facts: ({ content, format }) => {
    fromContent(format, content);
    return { effect: 'write', targets: ['clipboard'], reversible: true };
  },

  preview: async ({ content, format }, { clipboard, signal }) => {
    const { clip, isKept } = await captureClipboard(clipboard, signal);
    const size = fromContent(format, content).length;
    const now: PreviewPart =
      format === 'image'
        ? {
            kind: 'text',
            label: 'New content',
            text: `A PNG image of ${size} bytes, sha256 ${hashBytes(fromContent(format, content))}`,
          }
        : { kind: 'text', label: 'New content', text: content };
    // What others copied is not shown: it may be a password, and the page may be seen by more than one.
    const was = clip
      ? `${clip.format}, ${clip.bytes.length} bytes`
      : isKept
        ? 'nothing'
        : 'more than can be put back on undo';
    return {
      title: `Put ${size} bytes of ${format} on the clipboard`,
      parts: [now, { kind: 'list', label: 'It replaces', items: [was] }],
    };
  },

  run: async ({ content, format }, { clipboard, signal, keepUndo }) => {
    const bytes = fromContent(format, content);
    const { clip, isKept } = await captureClipboard(clipboard, signal);
    if (isKept) {
      const kept = clip ? { format: clip.format, content: toContent(clip.format, clip.bytes) } : null;
      await keepUndo({ before: kept, after: { format, hash: hashBytes(bytes) } });
    }
    await clipboard.write(format, bytes, signal);
    return { format, size: bytes.length };
  },

  undo: async (record, { clipboard, signal }) => {
    const { before, after } = undoRecord.parse(record);
    const now = await clipboard.read(after.format, { maxBytes: MAX_KEPT * 12, signal });
    if (before !== null) {
      const restored = fromContent(before.format, before.content);
      const currentContent = await clipboard.read(before.format, { maxBytes: MAX_KEPT * 12, signal });
      if (currentContent !== undefined && hashBytes(currentContent) === hashBytes(restored)) return;
      if (now === undefined || hashBytes(now) !== after.hash) throw clipboardChangedError();
      await clipboard.write(before.format, restored, signal);
      return;
    }
    if (now === undefined || now.length === 0) return;
    if (hashBytes(now) !== after.hash) throw clipboardChangedError();
    await clipboard.write('text', new Uint8Array(), signal);
  },
});

/** What would be put back, and whether it can be. */
async function captureClipboard(
  clipboard: SystemClipboard,
  signal: AbortSignal,
): Promise<{ readonly clip: ClipboardContent | undefined; readonly isKept: boolean }> {
  try {
    return { clip: await current(clipboard, MAX_KEPT, signal), isKept: true };
  } catch (error) {
    if (error instanceof PortError && error.code === 'TOO_LARGE') return { clip: undefined, isKept: false };
    throw error;
  }
}

function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function clipboardChangedError(): DeputizeError {
  return new DeputizeError('CONFLICT', 'Something else was copied since, so undoing it would lose that.', {
    retryable: false,
  });
}
