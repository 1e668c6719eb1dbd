/** Reads the text out of files that others made. */
export type ExtractionResult =
  | { readonly text: string; /** What it is, by its bytes. */ readonly kind: FileKind }
  /** Why it has no text that could be read, for a person. */
  | { readonly reason: string };

export type FileKind =
  'pdf' | 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'html' | 'email' | 'image' | 'text' | 'binary';

export interface TextExtraction {
  /** Bounded in time and memory, whatever the file is. What it claims to be only decides where its bytes do not. */
  extract(
    content: Uint8Array,
    claimed: { contentType: string; filename: string },
    signal: AbortSignal,
  ): Promise<ExtractionResult>;
}
