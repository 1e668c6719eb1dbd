/** Reads the current content of the clipboard. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { clipFormat, MAX_CLIP, toContent } from '../../domains/desktop/clipboard-content.ts';

export const clipboardRead = defineTool({
  name: 'clipboard.read',
  title: 'Read the clipboard',
  description:
    'Read what the user copied last: text, HTML or an image. Use it when the user speaks of what they have copied.',
  input: z.strictObject({ format: clipFormat.default('text') }),
  output: z.strictObject({
    format: clipFormat,
    content: z.string().describe('Text, HTML, or a PNG as base64'),
    size: z.int(),
    available: z.array(clipFormat).describe('What else the same content can be had as'),
  }),
  // The clipboard may hold passwords. At this risk every read is reported.
  risk: 'medium',
  sideEffects: 'read_only',
  labels: { private: true, untrusted: true },
  needs: ['clipboard'],

  facts: ({ format }) => ({ effect: 'read', targets: [`clipboard (${format})`] }),

  run: async ({ format }, { clipboard, signal }) => {
    const available = [...(await clipboard.formats(signal))];
    const bytes = await clipboard.read(format, { maxBytes: MAX_CLIP, signal });
    if (bytes === undefined) {
      const held = available.join(', ') || 'nothing';
      throw new DeputizeError('NOT_FOUND', `The clipboard holds no ${format}; it holds ${held}.`);
    }
    return { format, content: toContent(format, bytes), size: bytes.length, available };
  },
});
