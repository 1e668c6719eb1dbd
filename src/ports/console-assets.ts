/** The built files of the console, as a door hands them to a browser. */
export type AssetEncoding = 'br' | 'gzip';

export interface ConsoleAsset {
  readonly type: string;
  /** Its name changes with its content, so that a browser may keep it for good. */
  readonly isHashed: boolean;
  /** The compressed forms that were made when it was built. */
  readonly encodings: ReadonlySet<AssetEncoding>;
  read(encoding?: AssetEncoding): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ConsoleAssets {
  /** By its path below the console's folder, such as `assets/main-4f2a.js`. */
  find(path: string): ConsoleAsset | undefined;
}
