/** The files of an organization that one user may see: their own and their departments'. */
export type FileStatus = 'processing' | 'indexed' | 'error';

/** A stored file without its content. `indexed` means that its text can be searched. */
export interface OrganizationFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly status: FileStatus;
  /** Why its text cannot be read. */
  readonly reason?: string;
  readonly createdAt: string;
  readonly indexedAt?: string;
}

interface NewFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly conversationId?: string | undefined;
  /** Whether only the user who makes it will see it, and not their department. */
  readonly isPersonal: boolean;
  /** Whether the content itself is text. */
  readonly isText: boolean;
}

interface FileQuery {
  readonly query?: string | undefined;
  readonly contentType?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly limit: number;
}

/** Files of other users are treated like files that do not exist. */
export interface OrganizationFiles {
  /** Who will see a new file, as a text for the user. */
  place(isPersonal: boolean): Promise<string>;
  add(file: NewFile): Promise<OrganizationFile>;
  /** Does nothing if there is no such file. */
  remove(id: string): Promise<void>;
  search(query: FileQuery, signal: AbortSignal): Promise<{ files: readonly OrganizationFile[]; total: number }>;
  /** Fails with NOT_FOUND for no such file, and with NOT_AVAILABLE while it has no text. */
  text(id: string): Promise<{ file: OrganizationFile; text: string }>;
  /** Returns the original bytes. Undefined if there is no such file. */
  content(id: string): Promise<{ file: OrganizationFile; bytes: Uint8Array } | undefined>;
}
