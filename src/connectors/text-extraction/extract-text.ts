/** Extracts the text of one file of any type. It runs in a separate process, because it may fail in any way. */
import PostalMime from 'postal-mime';
import { extractText as pdfPages, getDocumentProxy } from 'unpdf';

import type { ExtractionResult, FileKind } from '../../ports/text-extraction.ts';
import { MOST_LETTERS } from './limits.ts';
import { detectKind } from './file-kind.ts';
import { docxText, openDocumentText, pptxText, xlsxText } from './office-text.ts';
import { plainText } from './plain-text.ts';
import { TooLarge } from './zip.ts';

export interface ClaimedFormat {
  readonly contentType: string;
  readonly filename: string;
}

export async function extractText(
  content: Uint8Array,
  claimed: ClaimedFormat,
  htmlText: (html: string) => string,
): Promise<ExtractionResult> {
  try {
    const kind = detectKind(content, claimed);
    if (kind === 'binary') return { reason: 'It is of no kind whose text can be read.' };
    const text = await extractByKind(kind, content, claimed, htmlText);
    return { kind, text: text.slice(0, MOST_LETTERS).toWellFormed().replaceAll('\0', '') };
  } catch (error) {
    const why = error instanceof TooLarge ? error.message : 'it is damaged or protected';
    return { reason: `It could not be read: ${why}.` };
  }
}

async function extractByKind(
  kind: FileKind,
  content: Uint8Array,
  claimed: ClaimedFormat,
  htmlText: (html: string) => string,
): Promise<string> {
  switch (kind) {
    case 'pdf': {
      const document = await getDocumentProxy(content, { stopAtErrors: false });
      const { text } = await pdfPages(document, { mergePages: false });
      return text.join('\n\n');
    }
    case 'docx':
      return docxText(content, MOST_LETTERS);
    case 'xlsx':
      return xlsxText(content, MOST_LETTERS);
    case 'pptx':
      return pptxText(content, MOST_LETTERS);
    case 'odt':
    case 'ods':
    case 'odp':
      return openDocumentText(content, MOST_LETTERS);
    case 'html':
      return htmlText(plainText(content, claimed.contentType));
    case 'email': {
      const { subject = '', from, text, html } = await PostalMime.parse(content);
      return [subject, from?.address ?? '', text ?? htmlText(html ?? '')].join('\n');
    }
    case 'image':
      // The parent process reads images, with a separate program.
      return '';
    case 'text':
    case 'binary':
      return plainText(content, claimed.contentType);
  }
}
