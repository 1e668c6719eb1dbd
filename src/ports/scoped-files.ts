/** A folder that tools may work in. Every path is relative to its root, and nothing outside can be reached. */
export interface FileInfo {
  readonly type: 'file' | 'directory' | 'symlink';
  readonly size: number;
  /** ISO 8601. */
  readonly modified: string;
}

/** An entry of a listed directory. */
export interface DirectoryEntry extends FileInfo {
  /** The entry's path below the listed directory, with `/` between parts. */
  readonly name: string;
}

/** What was at a path before a change: enough to restore it completely. */
export type BeforeImage =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly hash: string; readonly mode: number; readonly modified: string }
  | { readonly kind: 'symlink'; readonly target: string; readonly modified: string }
  | {
      readonly kind: 'directory';
      readonly mode: number;
      readonly modified: string;
      readonly entries: readonly { readonly name: string; readonly image: BeforeImage }[];
    };

interface CapturedImage {
  readonly image: BeforeImage;
  /** The fingerprint of exactly what the image holds. */
  readonly fingerprint: string;
}

/**
 * Reads and changes files below one root. Links are never followed. Failures are PortErrors such as FILE_NOT_FOUND,
 * NOT_A_FILE or TOO_LARGE.
 */
export interface ScopedFiles {
  /** Normalizes a path; empty for the root. Throws INVALID_PATH for a path that may not be used. */
  normalize(path: string): string;
  /**
   * Whether programs of the person run or obey what is at the path, so that a change needs a person. Throws INVALID_PATH if
   * Deputize itself runs it: no tool can change that.
   */
  isProtected(path: string, isDirectory: boolean): boolean;
  list(
    path: string,
    options: { recursive: boolean; includeHidden: boolean; signal: AbortSignal },
  ): Promise<DirectoryEntry[]>;
  /** Undefined if there is nothing at the path. Never follows a link. */
  info(path: string): Promise<FileInfo | undefined>;
  read(
    path: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<{ bytes: Uint8Array; info: FileInfo }>;
  /**
   * A digest of what is at the path: content, type, mode, and for a directory everything below. `absent` if there is
   * nothing. Equal fingerprints mean equal content.
   */
  fingerprint(path: string, signal: AbortSignal): Promise<string>;
  /** The fingerprint that the path has after these bytes are written. */
  fingerprintOnceWritten(path: string, bytes: Uint8Array): Promise<string>;
  /** A file's content as it was captured; undefined when it is larger than `maxBytes`. */
  readCapturedContent(hash: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Stores what is at the path in the object store. */
  capture(path: string, signal: AbortSignal): Promise<CapturedImage>;
  /**
   * Writes a whole file: to a temporary name in the same directory, fsynced, then renamed. Refused with CONFLICT if
   * `expected` is given and the path has another fingerprint.
   */
  write(
    path: string,
    bytes: Uint8Array,
    options: { createDirs: boolean; expected?: string | undefined; signal: AbortSignal },
  ): Promise<void>;
  /** Removes a file or link, or with `recursive` a directory. Returns every removed path, deepest first. */
  remove(
    path: string,
    options: { recursive: boolean; expected?: string | undefined; signal: AbortSignal },
  ): Promise<string[]>;
  /** Replaces nothing unless `overwrite` is set, and then only a file or link by a file or link. */
  move(
    from: string,
    to: string,
    options: {
      overwrite: boolean;
      expected?: { readonly from: string; readonly to: string } | undefined;
      signal: AbortSignal;
    },
  ): Promise<void>;
  /**
   * Restores a captured image. If the path has the fingerprint `expected`, it is replaced. If it has the image or a part of
   * it, it is completed. Anything else is refused with CONFLICT.
   */
  restore(path: string, image: BeforeImage, options: { expected: string; signal: AbortSignal }): Promise<void>;
}
