/** The files of an organization, as one person may see them: their own and their departments'. */
export type FileStatus = 'processing' | 'indexed' | 'error';

export interface OrganizationFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly status: FileStatus;
  /** Why it has no text, where it has none. */
  readonly reason?: string;
  readonly createdAt: string;
  readonly indexedAt?: string;
}

export interface NewFile {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
  readonly conversationId?: string | undefined;
  /** Whether only the person who makes it will see it, and not their department. */
  readonly isPersonal: boolean;
  /** It is text as it is. */
  readonly isText: boolean;
}

export interface FileQuery {
  readonly query?: string | undefined;
  readonly contentType?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly limit: number;
}

/** What is somebody else's is not there: it is told apart from nothing in no way. */
export interface OrganizationFiles {
  /** Who will see a new file, in a person's words. */
  place(isPersonal: boolean): Promise<string>;
  add(file: NewFile): Promise<OrganizationFile>;
  /** Does nothing where there is none. */
  remove(id: string): Promise<void>;
  search(query: FileQuery, signal: AbortSignal): Promise<{ files: readonly OrganizationFile[]; total: number }>;
  /** Fails with NOT_FOUND, and with NOT_AVAILABLE as long as there is no text. */
  text(id: string): Promise<{ file: OrganizationFile; text: string }>;
  /** The bytes as they came. Undefined where there are none. */
  content(id: string): Promise<{ file: OrganizationFile; bytes: Uint8Array } | undefined>;
}
