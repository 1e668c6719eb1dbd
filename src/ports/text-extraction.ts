/** Extracts the text of files that other people made. */
export type ExtractionResult =
  | { readonly text: string; /** What the file is. */ readonly kind: FileKind }
  /** Why no text can be read, as a text for users. */
  | { readonly reason: string };

/** What a file is. The bytes decide; the claimed type counts only where they do not show it. */
export type FileKind =
  'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'html' | 'email' | 'image' | 'text' | 'binary';

/** Extracts text from files of untrusted origin. */
export interface TextExtraction {
  /**
   * Takes bounded time and memory for any file. The claimed type counts only if the bytes do not show the type. A file
   * without readable text gives a `reason`.
   */
  extract(
    content: Uint8Array,
    claimed: { contentType: string; filename: string },
    signal: AbortSignal,
  ): Promise<ExtractionResult>;
}
